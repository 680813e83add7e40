import { sql } from 'kysely';
import type { Transaction } from '../../../platform/store/store.ts';
import { keepCleanHistory } from '../../../rules/budgets/history.ts';
import type { MailContext } from '../../context.ts';
import type { Bounce } from '../../messages/transitions/causes.ts';
import * as events from '../../messages/transitions/events.ts';
import { isBounced, REACHED } from '../../messages/transitions/recipients.ts';
import { transition } from '../../messages/transitions/transition.ts';
import { HARD_BOUNCE, recordBounce, suppressRecipient } from '../feedback.ts';
import type { Outgoing } from '../outgoing.ts';
import { changeRecipients, isToSeveral, type OutgoingToSeveral, only } from './statuses.ts';

interface BouncedMail {
  readonly outgoing: Outgoing;
  /** Of the recipient among several; null for the only one. */
  readonly place: number | null;
  readonly bounce: Bounce;
}

/**
 * Records a bounce of a sent mail; a hard one suppresses its recipient. False when it's in no state to
 * bounce.
 */
export async function recordBounceOfMail(
  context: MailContext,
  transaction: Transaction,
  { outgoing, place, bounce }: BouncedMail,
): Promise<boolean> {
  if (!isToSeveral(outgoing)) return recordBounce(context, transaction, { outgoing, bounce });
  const recipient = place === null ? undefined : outgoing.recipients[place];
  if (place === null || !recipient || !REACHED.includes(recipient.status)) return false;
  await keepCleanHistory(transaction, outgoing.account_id);
  const changed = await changeRecipients(
    transaction,
    outgoing,
    only(place, { status: 'bounced', code: bounce.type }),
  );
  const bounced = { ...changed, recipient: recipient.address };
  await follow(transaction, bounced, bounce);
  if (bounce.type === 'hard') {
    await suppressRecipient(context, transaction, { outgoing: bounced, finding: HARD_BOUNCE });
  }
  return true;
}

/** `outgoing` names the recipient of the mail. The message bounces with the last of its mails. */
async function follow(transaction: Transaction, outgoing: OutgoingToSeveral, bounce: Bounce): Promise<void> {
  const { db, now } = transaction;
  const isWhole = isBounced(outgoing.recipients);
  if (isWhole && (await transition(transaction, outgoing, { to: 'bounced', cause: 'bounced', bounce })))
    return;
  await db
    .updateTable('messages')
    .set({ bounced_units: sql<number>`bounced_units + 1` })
    .where('id', '=', outgoing.id)
    .execute();
  await transaction.audit({
    kind: 'message.bounce.recorded',
    accountId: outgoing.account_id,
    mailboxId: outgoing.mailbox_id,
    actor: { type: 'system', id: bounce.reportedBy },
    target: outgoing.id,
    before: outgoing.state,
    after: bounce.type,
  });
  await transaction.emit(events.bounced(outgoing, { ...bounce, at: now }));
}
