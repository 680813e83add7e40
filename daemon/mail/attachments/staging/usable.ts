import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { CallerAccount } from '../../../access/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { MailboxRow } from '../../../rules/mailboxes/table.ts';
import { assertMaySendFiles, assertMaySendImages } from './entitlement.ts';
import { isExpired, type StagedRow } from './table.ts';

/** A request to send uploads. */
export interface FileRequest {
  readonly account: Pick<CallerAccount, 'tier'>;
  readonly mailbox: MailboxRow;
  readonly ids: readonly string[];
  /** The draft that may hold them; null for other messages. */
  readonly draftId: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Returns the uploads of a message in the order in which it names them, or refuses. */
export async function usableFiles(db: Queries, request: FileRequest): Promise<StagedRow[]> {
  const { ids, mailbox } = request;
  if (ids.length === 0) return [];
  assertMaySendFiles(request.account, mailbox);
  const { count, bytes } = LIMITS.outboundAttachments;
  if (ids.length > count) throw unusable(ids.slice(count), `A message can have at most ${count} files.`);
  const rows = await db.selectFrom('staged_attachments').selectAll().where('id', 'in', ids).execute();
  const usable = new Map(rows.filter((row) => isUsable(row, request)).map((row) => [row.id, row]));
  const others = ids.filter((id) => !usable.has(id));
  if (others.length > 0)
    throw unusable(others, "These uploads don't exist, expired, or belong to another mailbox or message.");
  const files = ids.flatMap((id) => usable.get(id) ?? []);
  if (files.reduce((sum, { size }) => sum + size, 0) > bytes) {
    throw unusable(ids, `The files of a message can have at most ${bytes} bytes in total.`);
  }
  assertScanned(files);
  if (files.some(({ content_type: type }) => type.startsWith('image/'))) assertMaySendImages(mailbox);
  return files;
}

function isUsable(row: StagedRow, { mailbox, draftId, now }: FileRequest): boolean {
  if (row.mailbox_id !== mailbox.id || row.consumed_at !== null) return false;
  return row.draft_id === null ? !isExpired(row, now) : row.draft_id === draftId;
}

function assertScanned(files: readonly StagedRow[]): void {
  const statuses = files.map((file) => file.content_scan_status);
  if (statuses.includes('pending')) throw new ServiceError('ATTACHMENT_SCAN_PENDING');
  if (statuses.includes('error')) throw new ServiceError('ATTACHMENT_SCAN_ERROR');
}

function unusable(ids: readonly string[], message: string): ServiceError {
  return new ServiceError('VALIDATION_ERROR', { field: 'attachment_ids', ids }, { status: 422, message });
}
