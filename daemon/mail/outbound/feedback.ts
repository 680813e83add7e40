import { sql } from 'kysely';
import type { MessageState } from '../../../shared/contract/messages.ts';
import type { SentMailId } from '../../network/domains/return-path.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { keepCleanHistory } from '../../rules/budgets/history.ts';
import { isSimulated } from '../../rules/recipients/simulator.ts';
import { type SuppressionCause, suppress } from '../../rules/recipients/suppressions.ts';
import { applyComplaint } from '../../rules/recipients/verified/complaint.ts';
import type { MailContext } from '../context.ts';
import type { Bounce } from '../messages/transitions/causes.ts';
import { transition } from '../messages/transitions/transition.ts';
import type { Outgoing } from './outgoing.ts';

/** Bounces and complaints after acceptance. The actor of the audit row is the reporter. */

/**
 * Records a bounce of a sent message; a hard one suppresses its recipient. False when it is in no state to
 * bounce.
 */
export async function recordBounce(
  context: MailContext,
  transaction: Transaction,
  { outgoing, bounce }: { readonly outgoing: Outgoing; readonly bounce: Bounce },
): Promise<boolean> {
  const { state } = outgoing;
  if (state !== 'delivered' && state !== 'available') return false;
  await keepCleanHistory(transaction, outgoing.account_id);
  if (!(await transition(transaction, outgoing, { to: 'bounced', cause: 'bounced', bounce }))) return false;
  if (bounce.type === 'hard')
    await suppressRecipient(context, transaction, { outgoing, finding: HARD_BOUNCE });
  return true;
}

/** Counts the bounce of a deleted message, or of one of its mails, without an event. */
export async function recordBounceOfDeleted(
  transaction: Transaction,
  { messageId, recipient }: SentMailId,
): Promise<void> {
  const { db } = transaction;
  const message = await db
    .selectFrom('messages')
    .select(['account_id', 'charged_units', 'bounced_units'])
    .where('id', '=', messageId)
    .where('deleted_from', 'in', ['delivered', 'available'])
    .executeTakeFirst();
  if (!message) return;
  await keepCleanHistory(transaction, message.account_id);
  // Of several it says nothing about the others; a repeated report counts as another mail, up to all of them.
  const bounced = message.bounced_units + 1;
  const isWhole = recipient === null || bounced >= message.charged_units;
  await db
    .updateTable('messages')
    .set(isWhole ? { deleted_from: 'bounced' } : { bounced_units: bounced })
    .where('id', '=', messageId)
    .execute();
}

/**
 * States of messages that may have arrived. A soft bounce may be one of several attempts of the other side.
 */
const READABLE: readonly MessageState[] = ['delivered', 'available', 'bounced', 'deleted'];

/** Whether a message may have reached its recipient. */
export function hasLeft({ state }: { readonly state: MessageState }): boolean {
  return READABLE.includes(state);
}

interface RecordComplaintInput {
  /** `recipient` is who complains. */
  readonly outgoing: Pick<
    Outgoing,
    'id' | 'account_id' | 'mailbox_id' | 'state' | 'recipient' | 'recipients'
  >;
  readonly reportedBy: string;
}

/**
 * Records a complaint, also about a deleted message. Its suppression can't be lifted here any more. False
 * when the message never left.
 */
export async function recordComplaint(
  context: MailContext,
  transaction: Transaction,
  { outgoing, reportedBy }: RecordComplaintInput,
): Promise<boolean> {
  if (!hasLeft(outgoing)) return false;
  await keepCleanHistory(transaction, outgoing.account_id);
  await transaction.db
    .updateTable('messages')
    .set({
      complained_at: transaction.now,
      ...(outgoing.recipients && { complained_units: sql<number>`complained_units + 1` }),
    })
    .where('id', '=', outgoing.id)
    .execute();
  await transaction.audit({
    kind: 'message.complaint.recorded',
    accountId: outgoing.account_id,
    mailboxId: outgoing.mailbox_id,
    actor: { type: 'system', id: reportedBy },
    target: outgoing.id,
    before: outgoing.state,
    after: 'complaint',
  });
  await suppressRecipient(context, transaction, { outgoing, finding: COMPLAINT });
  if (isSimulated(outgoing.recipient, context.config.platformDomain)) return true;
  await applyComplaint(transaction, {
    accountId: outgoing.account_id,
    recipient: outgoing.recipient,
  });
  return true;
}

export const HARD_BOUNCE: SuppressionCause = { reason: 'hard_bounce', source: 'provider_bounce' };
const COMPLAINT: SuppressionCause = { reason: 'complaint', source: 'provider_complaint' };

interface SuppressRecipientInput {
  readonly outgoing: Pick<Outgoing, 'account_id' | 'recipient'>;
  readonly finding: SuppressionCause;
}

/** Simulator addresses are never suppressed, so that tests can be repeated. */
export async function suppressRecipient(
  context: MailContext,
  transaction: Transaction,
  { outgoing, finding }: SuppressRecipientInput,
): Promise<void> {
  if (isSimulated(outgoing.recipient, context.config.platformDomain)) return;
  await suppress(transaction, { accountId: outgoing.account_id, address: outgoing.recipient, finding });
}
