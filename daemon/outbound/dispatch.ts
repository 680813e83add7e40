import type { ScanResult } from '../analysis/tasks.ts';
import type { Context } from '../context.ts';
import { effectiveFromName } from '../mailboxes/project.ts';
import { recordScanned } from '../messages/scanned.ts';
import { moveState } from '../messages/states.ts';
import { type Decision, recordDecision } from '../review/resolution.ts';
import type { Transaction } from '../store/store.ts';
import { composeMail } from './compose.ts';
import { HARD_BOUNCE, suppressRecipient } from './feedback.ts';
import { withFooter } from './footer.ts';
import { type Failure, recordDeferral, recordDelivery, recordRejection } from './outcome.ts';
import type { Outgoing } from './outgoing.ts';
import { returnPath } from './return-path.ts';
import { replyAddress } from './subaddress.ts';
import type { Handover, TransportOutcome } from './transport.ts';

export interface DispatchCause {
  readonly from: 'scanning' | 'quarantined' | 'pending_review';
  /** The scan that is recorded together with the outcome; absent on retries. */
  readonly scanned?: ScanResult;
  /** Tries of the daemon itself before this one. */
  readonly tries?: number;
  /** Who let a held message go: written down when it takes effect. */
  readonly decision?: Decision;
  /** Throws what forbids to go on, in the transaction that takes the message out of its state. */
  readonly admit?: (transaction: Transaction) => Promise<void>;
}

/**
 * Hands a message to the transport and records the outcome together with what the transport made durable. Null when
 * the message was no longer where the cause says: somebody else was faster, and nothing was handed over.
 */
export async function dispatch(
  context: Context,
  outgoing: Outgoing,
  cause: DispatchCause,
): Promise<TransportOutcome | null> {
  const { platformDomain } = context.config;
  const { text, html } = withFooter(outgoing, platformDomain);
  const raw = await composeMail({
    fromName: effectiveFromName(outgoing, outgoing.tier),
    fromAddress: outgoing.sender,
    to: outgoing.recipient,
    subject: outgoing.subject,
    replyTo: replyAddress(outgoing),
    text,
    html,
    messageId: outgoing.rfc_message_id ?? `<${outgoing.id}@${platformDomain}>`,
    inReplyTo: outgoing.in_reply_to,
    references: JSON.parse(outgoing.reference_ids) as string[],
    date: new Date(context.clock.now()),
  });
  const handover = await context.transport.prepare({
    messageId: outgoing.id,
    accountId: outgoing.account_id,
    envelopeFrom: returnPath(context.secrets, outgoing.id, platformDomain),
    headerFrom: outgoing.sender,
    to: outgoing.recipient,
    subject: outgoing.subject,
    text,
    html,
    raw,
  });
  let outcome: TransportOutcome | null = null;
  try {
    outcome = await context.store.write((transaction) =>
      record(context, transaction, outgoing, cause, handover),
    );
  } finally {
    if (outcome !== 'accepted') await handover.discard();
  }
  return outcome;
}

async function record(
  context: Context,
  transaction: Transaction,
  outgoing: Outgoing,
  cause: DispatchCause,
  handover: Handover,
): Promise<TransportOutcome | null> {
  const { scanned, decision } = cause;
  const changes = scanned ? { scan: JSON.stringify(scanned.scan) } : {};
  await cause.admit?.(transaction);
  if (!(await moveState(transaction, outgoing.id, [cause.from, 'dispatching'], changes))) return null;
  if (scanned) await recordScanned(context, transaction, outgoing, scanned);
  const outcome = await handover.commit(transaction);
  switch (outcome) {
    case 'accepted':
      await recordDelivery(context, transaction, outgoing);
      if (decision) await recordDecision(context, transaction, outgoing, decision, 'delivered');
      break;
    case 'deferred':
      // A decision that cannot be carried out now leaves the message as it was.
      if (decision) await moveState(transaction, outgoing.id, ['dispatching', cause.from]);
      else await recordDeferral(context, transaction, outgoing, cause.tries ?? 0);
      break;
    case 'no_such_recipient':
    case 'rejected':
      if (outcome === 'no_such_recipient') {
        await suppressRecipient(context, transaction, outgoing, HARD_BOUNCE);
      }
      await recordRejection(context, transaction, outgoing, failureOf(cause));
      if (decision) await recordDecision(context, transaction, outgoing, decision, 'blocked');
      break;
  }
  transaction.onCommit(() => context.notifier.mailboxChanged(outgoing.mailbox_id));
  return outcome;
}

/** A send tells its caller itself; of other rejections an event tells (decisions 10.4). */
function failureOf({ decision, tries }: DispatchCause): Failure | null {
  const trigger = decision?.kind ?? (tries === undefined ? null : 'retry');
  return trigger && { trigger, reasonCode: 'provider_rejected' };
}
