import type { Selectable } from 'kysely';
import { assertBound, assertVisible, type Principal } from '../access/principal.ts';
import { notFound, ServiceError } from '../errors.ts';
import { type MessageRow, selectMessages } from '../messages/table.ts';
import type { DraftsTable } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

/** A draft with the message that it is. */
export type DraftRow = MessageRow & Omit<Selectable<DraftsTable>, 'message_id' | 'account_id'>;

export const MISSING = 'Draft not found.';

/** Drafts with the fields of `DraftRow`. */
export function selectDrafts(db: Queries) {
  return selectMessages(db)
    .innerJoin('drafts', 'drafts.message_id', 'messages.id')
    .select([
      'drafts.revision',
      'drafts.changed_by_agent',
      'drafts.updated_at',
      'drafts.answers_message_id',
      'drafts.send_at',
      'drafts.original_send_at',
      'drafts.scheduled_by_type',
      'drafts.scheduled_by_id',
      'drafts.send_attempts',
      'drafts.last_dispatch_error_code',
      'drafts.last_dispatch_attempt_at',
      'drafts.trigger',
      'drafts.sent_key',
    ]);
}

export function draftById(db: Queries, id: string): Promise<DraftRow | undefined> {
  return selectDrafts(db).where('messages.id', '=', id).executeTakeFirst();
}

/** A draft of the caller's account, sent or not; deleted ones do not exist. */
export async function resolveDraft(
  db: Queries,
  principal: Principal,
  id: string,
  unbound: 'masked_404' | 'denied_403',
): Promise<DraftRow> {
  const row = await draftById(db, id);
  if (!row || row.account_id !== principal.account.id || row.state === 'deleted') throw notFound(MISSING);
  if (unbound === 'masked_404') assertVisible(principal, row.mailbox_id, MISSING);
  else assertBound(principal, row.mailbox_id);
  return row;
}

/** Only what was not sent can be sent, changed or deleted. */
export function assertUnsent(row: Pick<DraftRow, 'state'>): void {
  if (row.state === 'draft') return;
  if (row.state === 'scanning' || row.state === 'dispatching') throw moved(row.state);
  throw new ServiceError('DRAFT_ALREADY_SENT');
}

/** Somebody else was faster. */
function moved(state: string): ServiceError {
  return new ServiceError('CONFLICT', { state });
}

/** `current` is the revision of the draft now; null when it is gone. */
export function changedMeanwhile(current: number | null): ServiceError {
  return new ServiceError('CONFLICT', {
    reason: 'draft_changed',
    ...(current !== null && { revision: current }),
  });
}

/** Refuses a caller who names another revision than the draft has. */
export function assertRevision(row: Pick<DraftRow, 'revision'>, seen: number | undefined): void {
  if (seen !== undefined && seen !== row.revision) throw changedMeanwhile(row.revision);
}
