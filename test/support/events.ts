import type { Service, Tenant } from './service.ts';

/** Writes events as features do, many in one transaction. */
export async function recordEvents(
  service: Service,
  tenant: Tenant,
  count: number,
  mailboxId = tenant.mailbox.id,
) {
  const { context } = service.daemon;
  await context.store.write({ account: tenant.accountId }, async (transaction) => {
    for (let number = 0; number < count; number += 1) {
      await transaction.emit({
        type: 'message.received',
        accountId: tenant.accountId,
        mailboxId,
        data: {
          message_id: `message-${number}`,
          mailbox_id: mailboxId,
          sender: 'ann@example.org',
          recipient: tenant.mailbox.address,
          subject: 'Hello',
          received_at: new Date(transaction.now).toISOString(),
        },
      });
    }
  });
}
