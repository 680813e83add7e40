import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { consumedAttachment, stagedAttachment } from '../../../../shared/contract/staged-attachments.ts';
import { assertVisible, type Principal } from '../../../access/principal.ts';
import { notFound } from '../../../platform/errors/service-error.ts';
import type { StagedAttachmentsTable } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import type { MailContext } from '../../context.ts';
import { viewScan } from '../../messages/project.ts';

export type StagedRow = Selectable<StagedAttachmentsTable>;
export type StagedAttachment = z.output<typeof stagedAttachment>;

const MISSING = 'Attachment not found.';

/** `GET /v1/attachments/:id`: a pending upload, or the message that consumed it. */
export async function getStagedAttachment(
  context: MailContext,
  principal: Principal,
  id: string,
): Promise<StagedAttachment | z.output<typeof consumedAttachment>> {
  const row = await stagedById(context.store.read, id);
  if (!row || row.account_id !== principal.account.id) throw notFound(MISSING);
  assertVisible(principal, row.mailbox_id, MISSING);
  if (row.consumed_at !== null) {
    return {
      id: row.id,
      status: 'consumed',
      consumed_at: isoTime(row.consumed_at),
      consumed_message_id: row.consumed_message_id,
    };
  }
  if (isExpired(row, context.clock.now())) throw notFound(MISSING);
  return projectStaged(row);
}

export function projectStaged(row: StagedRow): StagedAttachment {
  return {
    id: row.id,
    filename: row.filename,
    content_type: row.content_type,
    size: row.size,
    hash: row.hash,
    scan: row.scan && viewScan(row.scan, 'summary'),
    content_scan_status: row.content_scan_status,
    expires_at: isoTime(row.expires_at),
  };
}

/** Whether an upload expired; uploads in drafts don't. */
export function isExpired(row: Pick<StagedRow, 'draft_id' | 'expires_at'>, now: number): boolean {
  return row.draft_id === null && row.expires_at <= now;
}

export function stagedById(db: Queries, id: string): Promise<StagedRow | undefined> {
  return db.selectFrom('staged_attachments').selectAll().where('id', '=', id).executeTakeFirst();
}
