import { safeFileName } from '../../../../shared/file-name.ts';
import type { Principal } from '../../../access/principal.ts';
import { EMAIL } from '../../../content/scanning/attachments/sniff.ts';
import { invalidField, ServiceError } from '../../../platform/errors/service-error.ts';
import type { LeftOutFile } from '../../../platform/store/schema.ts';
import { attachmentBytes } from '../../attachments/access.ts';
import type { AttachmentRow } from '../../attachments/find.ts';
import { isFilename } from '../../attachments/staging/filename.ts';
import type { MailContext } from '../../context.ts';
import { attachmentName } from '../../messages/attachment-name.ts';
import { attachmentsOf, type MessageRow } from '../../messages/table.ts';
import { sourceOf } from '../source.ts';
import type { ForwardedFile } from './forwarded.ts';

/** Files that go along, and those that stay behind. */
export interface ForwardedFiles {
  readonly files: readonly ForwardedFile[];
  readonly leftOut: readonly LeftOutFile[];
}

export const NO_FILES: ForwardedFiles = { files: [], leftOut: [] };

/** The files of a message for a caller who forwards it. */
export async function filesToForward(
  context: MailContext,
  principal: Principal,
  message: MessageRow,
): Promise<ForwardedFiles> {
  if (!message.has_attachment) return NO_FILES;
  const files: ForwardedFile[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const row of await attachmentsOf(context.store.read, message.id)) {
    const reason = reasonToStay(principal, message, row);
    const filename = plainName(row);
    if (reason) leftOut.push({ filename, reason });
    else
      files.push({
        filename,
        contentType: row.content_type,
        size: row.size,
        read: () => attachmentBytes(context, message, row),
      });
  }
  return { files, leftOut };
}

function reasonToStay(
  principal: Principal,
  { pii_mode, raw_blob_id }: MessageRow,
  row: AttachmentRow,
): LeftOutFile['reason'] | null {
  if (isUnsafe(row)) return 'unsafe';
  // Files aren't redacted.
  if (principal.origin === 'agent' && pii_mode !== 'passthrough') return 'redacted';
  return row.blob_id === null && raw_blob_id === null ? 'missing' : null;
}

function isUnsafe({ policy_action: action, av_verdict: verdict }: AttachmentRow): boolean {
  return action === 'block' || action === 'quarantine' || verdict === 'infected' || verdict === 'error';
}

/** The message as it arrived, as a file. */
export async function sourceToForward(
  context: MailContext,
  principal: Principal,
  message: MessageRow,
): Promise<ForwardedFiles> {
  if (principal.origin === 'agent' && message.pii_mode !== 'passthrough') {
    throw invalidField(
      'as',
      'must be inline: this mailbox redacts personal data, and the source has it',
      422,
    );
  }
  if ((await attachmentsOf(context.store.read, message.id)).some(isUnsafe)) {
    throw invalidField('as', 'must be inline: the message has a file that must not be sent on', 422);
  }
  const source = await sourceOf(context, message);
  if (source === null) throw new ServiceError('CONFLICT', { reason: 'source_missing' });
  const filename = sourceName(message.subject);
  return {
    files: [{ filename, contentType: EMAIL, size: source.length, isSource: true, read: async () => source }],
    leftOut: [],
  };
}

const MARKS = /\p{M}/gu;
const NOT_ASCII = /[^\x20-\x7e]/g;

/** The name in characters that uploads may have. */
function plainName(row: AttachmentRow): string {
  const name = toAscii(safeFileName(attachmentName(row), row.position));
  return isFilename(name) ? name : attachmentName({ ...row, filename: null });
}

function sourceName(subject: string): string {
  const name = `${toAscii(safeFileName(subject, 0)).slice(0, 80).trim()}.eml`;
  return /^[\w.]/.test(name) && !name.startsWith('attachment-') && isFilename(name) ? name : 'message.eml';
}

function toAscii(name: string): string {
  return name.normalize('NFKD').replace(MARKS, '').replace(NOT_ASCII, '_');
}
