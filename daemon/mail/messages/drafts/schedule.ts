import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Actor } from '../../../platform/store/actor.ts';
import type { DraftsTable } from '../../../platform/store/schema.ts';
import type { Transaction } from '../../../platform/store/store.ts';

export const DRAFT_DUE = 'draft.dispatch';

export type ScheduleColumns = Pick<
  DraftsTable,
  | 'send_at'
  | 'original_send_at'
  | 'scheduled_by_type'
  | 'scheduled_by_id'
  | 'last_dispatch_error_code'
  | 'last_dispatch_attempt_at'
> & { readonly send_attempts: number };

/** A new schedule; null for a draft without one. */
export function freshSchedule(sendAt: number | null, actor: Actor): ScheduleColumns {
  if (actor.type === 'system') throw new Error('the service schedules no drafts of its own');
  return {
    send_at: sendAt,
    original_send_at: sendAt,
    scheduled_by_type: sendAt === null ? null : actor.type,
    scheduled_by_id: sendAt === null ? null : actor.id,
    send_attempts: 0,
    last_dispatch_error_code: null,
    last_dispatch_attempt_at: null,
  };
}

/** Uploads would expire before a scheduled send. */
export function assertSchedulable(sendAt: number | null, files: number): void {
  if (sendAt !== null && files > 0) throw new ServiceError('ATTACHMENTS_REQUIRE_SYNC_SEND');
}

/**
 * Has the draft looked at when its time comes. A schedule that moved meanwhile makes that look find nothing.
 */
export function planDispatch(
  transaction: Transaction,
  draft: { readonly id: string; readonly account_id: string },
  sendAt: number,
): Promise<void> {
  return transaction.schedule({
    kind: DRAFT_DUE,
    accountId: draft.account_id,
    dueAt: sendAt,
    payload: { draft_id: draft.id, send_at: sendAt },
  });
}
