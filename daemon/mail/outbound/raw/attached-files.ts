import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { Principal } from '../../../access/principal.ts';
import type { WrittenMail } from '../../../content/analysis/tasks.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { MailboxRow } from '../../../rules/mailboxes/table.ts';
import { discardStaged } from '../../attachments/staging/expire.ts';
import { stageAttachment } from '../../attachments/staging/stage.ts';
import type { MailContext } from '../../context.ts';

/** Who attaches files, and the mailbox that sends them. */
interface Attaching {
  readonly principal: Principal;
  readonly mailbox: MailboxRow;
}

/** The files of a written message as uploads. */
export interface AttachedFiles {
  readonly ids: readonly string[];
  /** With the uploads in place of the parts that it shows by their Content-ID. */
  readonly html: string | null;
}

/** Runs `send` with the files of a message as uploads, and removes those that it didn't send. */
export async function withAttachedFiles<T>(
  context: MailContext,
  attaching: Attaching & { readonly mail: Pick<WrittenMail, 'attachments' | 'html'> },
  send: (files: AttachedFiles) => Promise<T>,
): Promise<T> {
  const { attachments, html } = attaching.mail;
  const { count } = LIMITS.outboundAttachments;
  if (attachments.length > count) {
    throw new ServiceError(
      'VALIDATION_ERROR',
      { field: 'attachment_ids' },
      { status: 422, message: `A message can have at most ${count} files.` },
    );
  }
  const ids: string[] = [];
  try {
    for (const [index, file] of attachments.entries())
      ids.push(await stage(context, attaching, { file, index }));
    return await send({ ids, html: html && shownUploads(html, attachments, ids) });
  } finally {
    // The message has its outcome, and uploads expire anyway.
    await discardStaged(context, ids).catch((err: unknown) =>
      context.log.warn({ err }, 'uploads of a message not removed, they will expire'),
    );
  }
}

const FILE_TOO_LARGE = `A file can have at most ${LIMITS.stagedFileBytes} bytes.`;

type WrittenFile = WrittenMail['attachments'][number];

async function stage(
  context: MailContext,
  { principal, mailbox }: Attaching,
  { file, index }: { readonly file: WrittenFile; readonly index: number },
): Promise<string> {
  const { stagedFileBytes } = LIMITS;
  if (file.content.length > stagedFileBytes) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', { max_bytes: stagedFileBytes }, { message: FILE_TOO_LARGE });
  }
  const { id } = await stageAttachment(context, principal, {
    mailbox_id: mailbox.id,
    file: {
      filename: file.filename ?? `attachment-${index + 1}`,
      declaredType: file.declaredType,
      content: file.content,
    },
  });
  return id;
}

/** A send shows an upload by its ID, `cid:<upload id>`. */
function shownUploads(html: string, attachments: readonly WrittenFile[], ids: readonly string[]): string {
  let shown = html;
  for (const [index, { contentId }] of attachments.entries()) {
    const name = contentId?.replace(/^<|>$/g, '');
    if (name) shown = shown.replaceAll(`cid:${name}`, () => `cid:${ids[index]}`);
  }
  return shown;
}
