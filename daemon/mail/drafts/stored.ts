import { notFound } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import { type DraftRow, MISSING } from '../messages/drafts/table.ts';
import type { PlaceInThread } from '../outbound/kind-in-thread.ts';
import { waitingAddressees } from '../outbound/recipients.ts';
import type { ThreadPlace } from '../outbound/submission.ts';
import type { DraftContent } from './content.ts';

/** A stored draft in the shape of its input. */

export async function storedContent(db: Queries, row: DraftRow): Promise<DraftContent> {
  const { text, html } = await db
    .selectFrom('message_bodies')
    .select(['text', 'html'])
    .where('message_id', '=', row.id)
    // Deleted since its row was read.
    .executeTakeFirstOrThrow(() => notFound(MISSING));
  return {
    addressees: waitingAddressees(row),
    subject: row.subject,
    body: text ?? '',
    html,
    removed: row.removed_categories,
  };
}

export function storedDraftThread(row: DraftRow): PlaceInThread {
  return { thread: storedThread(row), answersId: row.answers_message_id };
}

function storedThread(row: DraftRow): ThreadPlace | null {
  if (row.in_reply_to === null || row.thread_id === null) return null;
  return {
    threadId: row.thread_id,
    inReplyTo: row.in_reply_to,
    references: row.reference_ids,
  };
}
