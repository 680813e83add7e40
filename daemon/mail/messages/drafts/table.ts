import type { Selectable } from 'kysely';
import { assertBound, assertVisible, type Principal } from '../../../access/principal.ts';
import { notFound, ServiceError } from '../../../platform/errors/service-error.ts';
import type { DraftsTable } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { NamedMessage } from '../table.ts';
import { type MessageRow, selectMessages } from '../table.ts';

/** A draft joined with its message. */
export type DraftRow = MessageRow & Omit<Selectable<DraftsTable>, 'message_id' | 'account_id'>;

export const MISSING = 'Draft not found.';

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

/** Returns a draft of the caller's account, sent or not. Deleted drafts don't exist. */
export async function resolveDraft(
  db: Queries,
  principal: Principal,
  { id, unbound }: NamedMessage,
): Promise<DraftRow> {
  const row = await draftById(db, id);
  if (!row || row.account_id !== principal.account.id || row.state === 'deleted') throw notFound(MISSING);
  if (unbound === 'masked_404') assertVisible(principal, row.mailbox_id, MISSING);
  else assertBound(principal, row.mailbox_id);
  return row;
}

/** Refuses to send, change or delete a sent draft. */
export function assertUnsent(row: Pick<DraftRow, 'state'>): void {
  if (row.state === 'draft') return;
  if (row.state === 'scanning' || row.state === 'dispatching') throw moved(row.state);
  throw new ServiceError('DRAFT_ALREADY_SENT');
}

/** A parallel request changed the state. */
function moved(state: string): ServiceError {
  return new ServiceError('CONFLICT', { state });
}

/** `current` is the draft's revision; null when it's deleted. */
export function changedMeanwhile(current: number | null): ServiceError {
  return new ServiceError('CONFLICT', {
    reason: 'draft_changed',
    ...(current !== null && { revision: current }),
  });
}

/** Refuses when the caller names another revision. */
export function assertRevision(row: Pick<DraftRow, 'revision'>, seen: number | undefined): void {
  if (seen !== undefined && seen !== row.revision) throw changedMeanwhile(row.revision);
}
