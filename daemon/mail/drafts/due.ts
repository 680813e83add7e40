import { z } from 'zod';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { EventData } from '../../../shared/contract/events.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { MINUTE } from '../../platform/system/clock.ts';
import type { MailContext } from '../context.ts';
import { planDispatch } from '../messages/drafts/schedule.ts';
import { type DraftRow, draftById } from '../messages/drafts/table.ts';
import { dispatchFailed } from '../messages/transitions/events.ts';
import { loadOutgoing } from '../outbound/outgoing.ts';
import { processInBackground } from '../outbound/process-with-retry.ts';
import { admit } from '../outbound/submit.ts';
import { schedulerOf } from './scheduler.ts';
import { submissionOf } from './send.ts';

const payload = z.object({ draft_id: z.string(), send_at: z.int() });

/** Waits before the second to the fifth attempt when the refusal doesn't say when. */
const WAITS = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];

/** Sends a due draft as the person or agent that scheduled it, through the current gates. */
export async function dispatchDue(context: MailContext, raw: unknown): Promise<void> {
  const { draft_id: id, send_at: sendAt } = payload.parse(raw);
  const row = await draftById(context.store.read, id);
  if (row?.state !== 'draft' || row.send_at !== sendAt) return;
  try {
    const principal = await schedulerOf(context.store.read, row);
    const submission = await submissionOf(context, principal, { row, trigger: 'schedule' });
    await admit(context, { submission, attempt: { origin: 'draft_dispatch', draftId: id }, key: null });
  } catch (refusal) {
    if (!(refusal instanceof ServiceError)) throw refusal;
    const recorded = await context.store.write(accountScope(row), (transaction) =>
      recordRefusal(transaction, row, refusal),
    );
    // The draft changed in between, so it's read again.
    if (!recorded) await dispatchDue(context, raw);
    return;
  }
  void processInBackground(context, id);
}

/** Schedules the next attempt or ends the schedule; false when the draft changed since. */
async function recordRefusal(
  transaction: Transaction,
  row: DraftRow,
  refusal: ServiceError,
): Promise<boolean> {
  const { db, now } = transaction;
  const attempts = row.send_attempts + 1;
  const next = nextAttempt(refusal, attempts, now);
  const updated = await db
    .updateTable('drafts')
    .set({
      send_at: next,
      send_attempts: attempts,
      last_dispatch_error_code: refusal.code,
      last_dispatch_attempt_at: now,
    })
    .where('message_id', '=', row.id)
    .where('revision', '=', row.revision)
    .where('send_at', '=', row.send_at)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return false;
  if (next !== null) {
    await planDispatch(transaction, row, next);
    return true;
  }
  const outgoing = await loadOutgoing(db, row.id);
  if (outgoing) {
    const reasonCode = isTemporary(refusal) ? 'attempts_exhausted' : reasonOf(refusal.code);
    const failure = { trigger: 'schedule', reasonCode, errorCode: refusal.code } as const;
    await transaction.emit(dispatchFailed(outgoing, { ...failure, draftId: row.id, at: now }));
  }
  return true;
}

/** Time of the next attempt, milliseconds since 1970; null when the refusal ends the schedule. */
function nextAttempt(refusal: ServiceError, attempts: number, now: number): number | null {
  const wait = WAITS[attempts - 1];
  if (wait === undefined || !isTemporary(refusal)) return null;
  return Math.max(saidTime(refusal, now) ?? now + wait, now + 1);
}

/** Rate limits, outages and closed windows end by themselves. */
function isTemporary({ status, code }: ServiceError): boolean {
  return status === 429 || status === 503 || code === 'SEND_WINDOW_CLOSED';
}

/** The time that the refusal names, if any. */
function saidTime({ details = {}, retryAfterSeconds }: ServiceError, now: number): number | null {
  const {
    next_open_at: opening,
    reset_at: reset,
    retry_after: after,
    retry_after_seconds: seconds,
  } = details;
  if (typeof opening === 'string') return Date.parse(opening);
  if (typeof reset === 'string') return Date.parse(reset);
  const wait = [after, seconds, retryAfterSeconds].find((value) => typeof value === 'number');
  return wait === undefined ? null : now + wait * 1000;
}

type ReasonCode = EventData<'message.dispatch_failed'>['reason_code'];

const REASONS: Partial<Record<ErrorCode, ReasonCode>> = {
  RECIPIENT_SUPPRESSED: 'recipient_suppressed',
  RECIPIENT_NOT_ON_ALLOWLIST: 'recipient_not_on_allowlist',
  RECIPIENT_AGENT_CONTAINED: 'recipient_not_on_allowlist',
  SANDBOX_RECIPIENT_NOT_VERIFIED: 'recipient_not_verified',
  RECIPIENT_UNDELIVERABLE: 'recipient_undeliverable',
};

function reasonOf(code: ErrorCode): ReasonCode {
  return REASONS[code] ?? 'dispatch_refused';
}
