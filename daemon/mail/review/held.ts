import type { MessageState } from '../../../shared/contract/messages.ts';
import type { Principal } from '../../access/principal.ts';
import { scanScope } from '../../content/analysis/scope.ts';
import { notFound, ServiceError } from '../../platform/errors/service-error.ts';
import { type MailboxRow, mailboxById } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { decisionPending } from '../messages/pending-decision.ts';
import { NO_REASON, type ReasonGiven } from '../messages/review.ts';
import { type MessageRow, resolveMessage } from '../messages/table.ts';

/** A held message with its mailbox, and the caller who decides about it. */
export interface Held {
  readonly principal: Principal;
  readonly message: MessageRow;
  readonly mailbox: MailboxRow;
  /** Id of the pending decision that is carried out; null for one that takes effect at once. */
  readonly decision: string | null;
}

const POLICY_HOLD = 'A mailbox policy held this message. Only a person or an admin key can release it.';

const FOR_PEOPLE = 'Only a person or an admin key can release mail of this mailbox.';

interface Wanted {
  readonly id: string;
  readonly state: 'quarantined' | 'pending_review';
  readonly decision?: string | null;
}

/** The message that a caller decides about, in the state that the decision is for. */
export async function loadHeld(
  context: MailContext,
  principal: Principal,
  { id, state, decision = null }: Wanted,
): Promise<Held> {
  const message = await resolveMessage(context.store.read, principal, { id, unbound: 'denied_403' });
  if (message.state !== state) throw wrongState(message.state);
  return heldBy(context, principal, { message, decision });
}

export async function heldBy(
  { store }: Pick<MailContext, 'store'>,
  principal: Principal,
  { message, decision = null }: { readonly message: MessageRow; readonly decision?: string | null },
): Promise<Held> {
  const { pending_decision: pending, state, id } = message;
  if (pending !== null && pending.id !== decision) throw decisionPending(pending, state);
  const mailbox = await mailboxById(store.read, message.mailbox_id);
  if (!mailbox) throw new Error(`message ${id} has no mailbox`);
  return { principal, message, mailbox, decision };
}

function wrongState(state: MessageState): ServiceError {
  return new ServiceError('CONFLICT', { state });
}

/** A parallel decision won: the refusal has the message's current state, or 404. */
export async function decidedMeanwhile(context: MailContext, messageId: string): Promise<ServiceError> {
  const row = await context.store.read
    .selectFrom('messages')
    .select('state')
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row && row.state !== 'deleted' ? wrongState(row.state) : notFound('Message not found.');
}

/** Mail of a deleted mailbox stays readable, but can't be sent any more. */
export function assertLive(mailbox: MailboxRow): void {
  if (mailbox.status === 'deleted') throw new ServiceError('CONFLICT', { reason: 'mailbox_deleted' });
}

/**
 * An agent may release what the scanner alone held, unless the mailbox forbids it, and never what a policy
 * held; it may block both (docs/decisions/review.md).
 */
export function assertMayRelease({ principal, message, mailbox }: Held): void {
  if (principal.role === 'admin') return;
  if (mailbox.agent_release === 'never') {
    throw new ServiceError('INSUFFICIENT_SCOPE', { reason: 'agent_release' }, { message: FOR_PEOPLE });
  }
  if (message.hold_context === null) return;
  const hold = message.hold_context;
  if (hold.trigger_source !== 'scanner') {
    throw new ServiceError('INSUFFICIENT_SCOPE', { reason: 'policy_hold' }, { message: POLICY_HOLD });
  }
}

/** A reason without surrounding space; null when absent or blank. */
export function trimmedReason({ reason }: { readonly reason?: string | undefined }): string | null {
  return reason?.trim() || null;
}

/** Scans the reason of a decision where readers get redacted text. */
export async function readReason(
  context: MailContext,
  { mailbox }: Held,
  reason: string | null,
): Promise<ReasonGiven> {
  if (reason === null || mailbox.pii_mode === 'passthrough') return { ...NO_REASON, reason };
  const scope = scanScope(context, { scanner_policy: mailbox.scanner_policy, url_reputation_active: false });
  const task = { subject: '', text: reason, html: null, scope };
  const { piiSpans } = await context.analysis.outbound(task, mailbox.account_id);
  return { reason, reasonSpans: piiSpans };
}
