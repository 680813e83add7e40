import { requestPreviews } from '../attachments/previews/departure.ts';
import type { StagedRow } from '../attachments/staging/table.ts';
import { attachFiles, consumeFiles } from '../attachments/staging/take.ts';
import { usableFiles } from '../attachments/staging/usable.ts';
import type { Charge } from '../budgets/charge.ts';
import { chargeMessage } from '../budgets/charge.ts';
import type { Context } from '../context.ts';
import { addUsedBytes, insertMessage } from '../messages/insert.ts';
import { isSimulated } from '../recipients/simulator.ts';
import { prepareQuery } from '../store/prepared.ts';
import type { MessageBodiesTable } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import { preview } from '../stored-text/text.ts';
import { assertNoReplyLoop } from './gates/reply-loop.ts';
import { bindKey, findBoundKey, inFlight } from './idempotency.ts';
import { moveFiles, retireReplaced } from './replace.ts';
import { departDraft } from './sent-draft.ts';
import { senderAddress } from './subaddress.ts';
import { rfcMessageId, type Submission } from './submission.ts';
import type { SanitizedHtml } from './submitted-html.ts';

/** Sanitized HTML and idempotency key of a submission. */
export interface SubmissionExtras {
  readonly html: SanitizedHtml | null;
  readonly key: string | null;
}

/**
 * Stores a submission after all gates: charge, row, text, files and key in one transaction, so that a key
 * never charges twice and no file is sent twice. Returns the row's id.
 */
export async function persistSubmission(
  context: Context,
  transaction: Transaction,
  { submission, entry }: { readonly submission: Submission; readonly entry: SubmissionExtras },
): Promise<string> {
  const { principal, mailbox, draft = null, replaces = null, attachmentIds: ids = [] } = submission;
  const { db, now } = transaction;
  const { account } = principal;
  const bound = entry.key === null ? undefined : await findBoundKey(db, account.id, entry.key);
  if (bound && bound.message_id !== draft?.id) throw inFlight();
  await assertNoReplyLoop(db, submission, now);
  const id = draft?.id ?? transaction.newId();
  const charge = replaces
    ? await retireReplaced(transaction, { actor: principal.actor, replaced: replaces, editedTo: id })
    : await chargeMessage(transaction, account.id, principal.actor);
  const files = await usableFiles(db, { account, mailbox, ids, draftId: draft?.id ?? null, now });
  if (draft) await departDraft(context, transaction, { submission, draft, charge, files, key: entry.key });
  else await insertFresh(context, transaction, { submission, id, html: entry.html, charge, files });
  if (replaces) await moveFiles(transaction, replaces.original.id, id);
  if (files.length > 0) {
    await consumeFiles(transaction, id, files);
    await requestPreviews(transaction, id);
  }
  if (entry.key !== null && !bound) {
    const namespace = draft ? 'draft' : 'send';
    await bindKey(transaction, {
      accountId: account.id,
      key: entry.key,
      bound: { namespace, message_id: id, mailbox_id: mailbox.id },
    });
  }
  return id;
}

interface FreshParts {
  readonly submission: Submission;
  readonly id: string;
  readonly html: SanitizedHtml | null;
  readonly charge: Charge;
  readonly files: readonly StagedRow[];
}

async function insertFresh(
  context: Context,
  transaction: Transaction,
  { submission, id, html, charge, files }: FreshParts,
): Promise<void> {
  const { principal, mailbox, subaddress = null, thread, replaces = null } = submission;
  const { account } = principal;
  const rfcId = rfcMessageId(mailbox.address, id);
  const written = Buffer.byteLength(submission.body) + (html?.bytes ?? 0);
  await insertMessage(transaction, {
    id,
    account_id: account.id,
    mailbox_id: mailbox.id,
    direction: 'outbound',
    state: 'scanning',
    sender: senderAddress(mailbox.address, subaddress),
    recipient: submission.to,
    envelope_sender: null,
    subject: submission.subject,
    body_preview: preview(submission.body),
    rfc_message_id: rfcId,
    in_reply_to: thread?.inReplyTo ?? null,
    reference_ids: thread?.references ?? [],
    thread_id: thread?.threadId ?? rfcId,
    subaddress_instance_id: subaddress?.instance ?? null,
    subaddress_mode: subaddress?.mode ?? null,
    removed_categories: html?.removed ?? null,
    has_attachment: files.length > 0,
    read_at: null,
    raw_blob_id: null,
    size_bytes: written + bytesOf(files),
    scan: null,
    hold_context: null,
    sender_authentication: null,
    actor_type: principal.actor.type,
    actor_id: principal.actor.id,
    ...charge,
    refunded_at: null,
    ...(replaces && { edited_from: replaces.original.id }),
    simulated: isSimulated(submission.to, context.config.platformDomain),
  });
  const body = { message_id: id, account_id: account.id, text: submission.body, html: html?.html ?? null };
  await insertBody(transaction.db, body);
  await attachFiles(transaction, { messageId: id, files, html: html?.html ?? null });
  // The files were counted when they were uploaded.
  await addUsedBytes(transaction, account.id, written);
}

type InsertedBody = Pick<MessageBodiesTable, 'message_id' | 'account_id' | 'html'> & { text: string };

const insertBody = prepareQuery<InsertedBody>()((db, param) =>
  db.insertInto('message_bodies').values({
    message_id: param('message_id'),
    account_id: param('account_id'),
    text: param('text'),
    html: param('html'),
    pii_spans: null,
  }),
);

function bytesOf(files: readonly Pick<StagedRow, 'size'>[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
