import { BINARY, type getAttachment as contract } from '../../../shared/contract/attachments.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { safeFileName } from '../../../shared/file-name.ts';
import type { Principal } from '../../access/principal.ts';
import { notFound, ServiceError } from '../../platform/errors/service-error.ts';
import type { Actor } from '../../platform/store/actor.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { MailContext } from '../context.ts';
import { attachmentName } from '../messages/attachment-name.ts';
import { resolveMessage } from '../messages/table.ts';
import { attachmentDisposition } from './disposition.ts';
import { assertDownloadable } from './eligibility.ts';
import { type AttachmentRow, attachmentAt } from './find.ts';
import { linkTo, readLink } from './link.ts';

/** Bytes with the headers that keep browsers from showing or running them. */
export interface AttachmentContent {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

interface MessageOfAttachment {
  readonly id: string;
  readonly account_id: string;
  readonly mailbox_id: string;
  readonly raw_blob_id: string | null;
}

/** Returns a link to an attachment's bytes, or the bytes themselves. */
export async function getAttachment(
  context: MailContext,
  principal: Principal,
  { id, index, accept }: { readonly id: string; readonly index: number; readonly accept: string | undefined },
): Promise<ReplyOf<typeof contract> | AttachmentContent> {
  const { store, links, readAudit } = context;
  const message = await resolveMessage(store.read, principal, { id, unbound: 'masked_404' });
  const row = await attachmentAt(store.read, message.id, index);
  await assertDownloadable(context, message, row);
  const { actor } = principal;
  if (wantsBytes(accept)) return contentOf(context, { message, row, actor });
  readAudit.note({
    kind: 'message.attachment_link.created',
    accountId: message.account_id,
    mailboxId: message.mailbox_id,
    actor,
    target: message.id,
    after: { index },
  });
  const { token, expires } = linkTo(context, { message: message.id, index, hash: row.hash, actor });
  return {
    url: links.to(`/v1/attachment-content/${token}`),
    expires_at: isoTime(expires),
    content_type: row.content_type,
    filename: attachmentName(row),
    size: row.size,
    av_verdict: row.av_verdict,
  };
}

/** Returns the bytes behind a link after checking again that they may leave. */
export async function getLinkedContent(context: MailContext, token: string): Promise<AttachmentContent> {
  const { message: id, index, hash, actor } = readLink(context, token);
  const { read } = context.store;
  const message = await read
    .selectFrom('messages')
    .select(['id', 'account_id', 'mailbox_id', 'raw_blob_id', 'state', 'direction'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!message || message.state === 'deleted') throw notFound('Message not found.');
  const row = await attachmentAt(read, message.id, index);
  if (row.hash !== hash) throw notFound('Attachment not found.');
  await assertDownloadable(context, message, row);
  return contentOf(context, { message, row, actor });
}

function wantsBytes(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((range) => range.split(';')[0]?.trim().toLowerCase() === BINARY);
}

interface ContentOfInput {
  readonly message: MessageOfAttachment;
  readonly row: AttachmentRow;
  readonly actor: Actor;
}

async function contentOf(
  context: MailContext,
  { message, row, actor }: ContentOfInput,
): Promise<AttachmentContent> {
  const bytes = await attachmentBytes(context, message, row);
  context.readAudit.note({
    kind: 'message.attachment_content.read',
    accountId: message.account_id,
    mailboxId: message.mailbox_id,
    actor,
    target: message.id,
    after: { index: row.position },
  });
  return {
    bytes,
    headers: {
      'content-type': row.content_type,
      'content-disposition': attachmentDisposition(safeFileName(attachmentName(row), row.position)),
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    },
  };
}

/** Extracts the bytes from the stored message, and checks them against the scanned hash. */
export async function attachmentBytes(
  { store, analysis }: MailContext,
  message: MessageOfAttachment,
  row: AttachmentRow,
): Promise<Uint8Array> {
  const blob = row.blob_id ?? message.raw_blob_id;
  const stored = blob === null ? null : await store.blobs.read(blob);
  if (stored === null) throw notFound('The bytes of the attachment are no longer stored.');
  const bytes = await analysis.attachmentContent({
    stored,
    position: row.blob_id === null ? row.position : null,
    hash: row.hash,
  });
  if (bytes === null) throw new ServiceError('SERVICE_UNAVAILABLE');
  return bytes;
}
