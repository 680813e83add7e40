import type { Service, Tenant } from './service.ts';

/**
 * Tells that addresses were suppressed, all in one transaction, as an import does; the list stays as it is.
 */
export async function recordSuppressions(
  service: Service,
  { accountId }: Pick<Tenant, 'accountId'>,
  emails: readonly string[],
): Promise<void> {
  const { context } = service.daemon;
  await context.store.write({ account: accountId }, (transaction) => {
    const created_at = new Date(transaction.now).toISOString();
    const events = emails.map((email) => ({
      type: 'recipient_blocklist.added' as const,
      accountId,
      mailboxId: null,
      data: {
        email,
        pattern_type: 'email' as const,
        reason: 'manual' as const,
        source: 'customer',
        created_at,
        added_by_actor_type: 'admin' as const,
        added_by_actor_id: 'x',
      },
    }));
    return transaction.emit(...events);
  });
}

/** Addresses of as many people. */
export const people = (count: number, name = 'n'): string[] =>
  Array.from({ length: count }, (_, number) => `${name}${number}@example.org`);
