import type { SendReply } from '../../../shared/contract/messages.ts';
import type { Scan } from '../../../shared/contract/scan.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { chargedToday } from '../../rules/budgets/budget.ts';
import { capsOf } from '../../rules/budgets/caps.ts';
import type { MailContext } from '../context.ts';
import { calendarReplyField } from '../messages/calendar-reply.ts';
import { effectOf, stateOf } from '../messages/effect.ts';
import { forwardFields } from '../messages/forwarded.ts';
import { shownHold } from '../messages/hold.ts';
import { viewScan } from '../messages/project.ts';
import { recipientsField } from '../messages/recipients.ts';
import { replacementField } from '../messages/replacement.ts';
import { reviewField } from '../messages/review.ts';
import type { MessageRow } from '../messages/table.ts';
import { inFlight } from './idempotency.ts';
import type { Preferences } from './preferences.ts';
import { recipientNoteField } from './recipient-note.ts';

/** The answer to a send by the message's current state, for first answers and replays. */
export async function sendAnswer(
  context: MailContext,
  principal: Principal,
  row: MessageRow,
): Promise<SendReply> {
  const status = statusOf(row);
  const { scan } = row;
  const effect = effectOf(row);
  if (!effect) throw new Error(`a message in state ${row.state} has no effect to report`);
  const now = context.clock.now();
  const { read } = context.store;
  const { dailyLimit: limit } = await capsOf(read, principal.account.id, now);
  const charged = await chargedToday(read, principal.account.id, now);
  return {
    message_id: row.id,
    status,
    warning: warningOf(scan),
    daily_limit: limit,
    sends_remaining: Math.max(0, limit - charged),
    scan: scan && viewScan(scan, 'summary'),
    hold_context: shownHold(row.hold_context),
    email_effect: effect,
    ...reviewField(context, row),
    html_sanitized: row.removed_categories !== null,
    ...(row.edited_from !== null && { edited_from: row.edited_from }),
    ...(row.revises !== null && { revises: row.revises }),
    ...forwardFields(row),
    ...calendarReplyField(row),
    ...(row.recipients && recipientsField(row)),
    ...(await recipientNoteField(read, row)),
    ...(await replacementField(read, row)),
    removed_categories: [...(row.removed_categories ?? [])],
  };
}

/** The answer of a key that was used before. */
export async function replayAnswer(
  context: MailContext,
  principal: Principal,
  { row, differs }: { readonly row: MessageRow; readonly differs: readonly string[] },
): Promise<SendReply> {
  const answer = await sendAnswer(context, principal, row);
  return { ...answer, ...replayFields(differs), recipient: row.recipient };
}

/** Fields that mark a replay. */
export function replayFields(differs: readonly string[]): { replayed: true; differs?: string[] } {
  return { replayed: true, ...(differs.length > 0 && { differs: [...differs] }) };
}

function statusOf(row: MessageRow): SendReply['status'] {
  const state = stateOf(row);
  switch (state) {
    case 'delivered':
    case 'bounced':
      return 'sent';
    case 'quarantined':
    case 'pending_review':
    case 'blocked':
      return state;
    case 'available':
      throw new ServiceError('IDEMPOTENT_REQUEST_NOT_PROVEN_SENT', { message_id: row.id });
    case 'scanning':
    case 'dispatching':
      throw inFlight();
    default:
      throw new ServiceError('CONFLICT', { state: row.state });
  }
}

/** Warnings of `allow_with_warning` findings, for the sender only. */
function warningOf(scan: Scan | null): string | null {
  const reasons = (scan?.findings ?? [])
    .filter((finding) => finding.decision === 'allow_with_warning')
    .map((finding) => finding.reason ?? finding.category);
  return reasons.length === 0 ? null : [...new Set(reasons)].join(' ');
}

/** Marks a replay in the header too. */
export function replayHeader(answer: unknown): Record<string, string> {
  const replays = typeof answer === 'object' && answer !== null && 'replayed' in answer;
  return replays ? { 'idempotent-replayed': 'true' } : {};
}

/** `Prefer: outcome=strict`: an outcome other than `sent` is an error with the answer as its details. */
export function assertStrictOutcome(answer: SendReply, { applied }: Preferences): void {
  const headers = { ...applied, ...replayHeader(answer) };
  if (answer.partially_delivered) throw new ServiceError('EMAIL_EFFECT_PARTIAL', answer, { headers });
  switch (answer.email_effect.effect_status) {
    case 'blocked':
      throw new ServiceError('EMAIL_EFFECT_REJECTED', answer, { headers });
    case 'held_for_review':
      throw new ServiceError('EMAIL_EFFECT_HELD', answer, { headers });
    case 'held_infrastructure':
      throw new ServiceError('EMAIL_EFFECT_HELD_INFRA', answer, { retryAfterSeconds: 60, headers });
    default:
  }
}
