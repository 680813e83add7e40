import { accountScope } from '../../../platform/store/lock-scope.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import type { MailContext } from '../../context.ts';
import type { Interrupted } from './dispatch.ts';
import { settle } from './settle.ts';
import { changeRecipients, current, type OutgoingToSeveral } from './statuses.ts';

/**
 * Closes the mails that a worker was handing over when it ended: they may have arrived, and are never sent
 * again. The message goes on with the others.
 */
export async function closeHandovers(
  context: MailContext,
  { decision, ...message }: Interrupted,
): Promise<void> {
  await context.store.write(accountScope(message), async (transaction) => {
    const outgoing = await current(transaction, message.id);
    if (outgoing?.state !== 'dispatching') return;
    const closed = await withoutHandovers(transaction, outgoing);
    await settle(context, transaction, { outgoing: closed, decision, scanned: null, tries: null });
  });
}

/** The message with its interrupted mails as `unknown`. */
export function withoutHandovers(
  transaction: Transaction,
  outgoing: OutgoingToSeveral,
): Promise<OutgoingToSeveral> {
  return changeRecipients(transaction, outgoing, ({ status }) =>
    status === 'sending' ? { status: 'unknown', code: null } : null,
  );
}
