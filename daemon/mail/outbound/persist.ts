import { indexFiles } from '../../content/stored-text/search-index.ts';
import { preview } from '../../content/stored-text/text.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { Charge } from '../../rules/budgets/charge.ts';
import { chargeMessage } from '../../rules/budgets/charge.ts';
import { requestPreviews } from '../attachments/previews/departure.ts';
import type { StagedRow } from '../attachments/staging/table.ts';
import { attachFiles, consumeFiles } from '../attachments/staging/take.ts';
import { usableFiles } from '../attachments/staging/usable.ts';
import type { MailContext } from '../context.ts';
import { insertBody } from '../messages/body-row.ts';
import { addUsedBytes, insertMessage } from '../messages/insert.ts';
import { htmlTextColumns } from '../messages/scanned.ts';
import type { Change } from '../messages/transitions/causes.ts';
import { insertChanged } from '../messages/transitions/transition.ts';
import { assertNoAutomaticMail } from './gates/automatic-mail.ts';
import { assertMayForward } from './gates/forwarding.ts';
import { assertNoRecipientLoop } from './gates/recipient-loop.ts';
import { assertNoReplyLoop } from './gates/reply-loop.ts';
import { bindKey, findBoundKey, inFlight, type UsedKey } from './idempotency.ts';
import { keptColumns } from './kept.ts';
import { freshOutgoing, type Outgoing } from './outgoing.ts';
import { isAllSimulated, unitsOf } from './recipients.ts';
import { moveFiles, retireReplaced } from './replace.ts';
import { linkRevision } from './revise.ts';
import { departDraft } from './sent-draft.ts';
import type { Submission } from './submission.ts';
import type { SanitizedHtml } from './submitted-html.ts';

/** How a submission is stored. */
export interface SubmissionExtras {
  readonly html: SanitizedHtml | null;
  /** Its idempotency key. */
  readonly key: UsedKey | null;
  /** The row to insert, where it was made before the transaction. */
  readonly outgoing?: Outgoing;
  /** The outcome of its scan, where it was scanned before the transaction. */
  readonly change?: Change;
}

/**
 * Stores a submission after all gates: charge, row, text, files and key in one transaction, so that a key
 * never charges twice and no file is sent twice. Returns the row's id.
 */
export async function persistSubmission(
  context: MailContext,
  transaction: Transaction,
  { submission, entry }: { readonly submission: Submission; readonly entry: SubmissionExtras },
): Promise<string> {
  const { principal, mailbox, draft = null, replaces = null, attachmentIds: ids = [] } = submission;
  const { db, now } = transaction;
  const { account } = principal;
  const bound = entry.key === null ? undefined : await findBoundKey(db, account.id, entry.key.key);
  if (bound && bound.message_id !== draft?.id) throw inFlight();
  await assertMayForward(db, submission);
  await assertNoAutomaticMail(db, submission);
  await assertNoReplyLoop(db, submission, now);
  await assertNoRecipientLoop(db, submission, now);
  const id = draft?.id ?? entry.outgoing?.id ?? transaction.newId();
  if (submission.revises) await linkRevision(transaction, submission.revises, id);
  const charge = replaces
    ? await retireReplaced(transaction, {
        actor: principal.actor,
        replaced: replaces,
        edited: { id, units: unitsOf(submission) },
      })
    : await chargeMessage(transaction, {
        accountId: account.id,
        actor: principal.actor,
        units: unitsOf(submission),
      });
  const files = await usableFiles(db, { account, mailbox, ids, draftId: draft?.id ?? null, now });
  if (draft)
    await departDraft(context, transaction, {
      submission,
      draft,
      charge,
      files,
      key: entry.key?.key ?? null,
    });
  else {
    const outgoing = entry.outgoing ?? freshOutgoing(submission, { id, now, html: entry.html });
    await insertFresh(context, transaction, { submission, outgoing, entry, charge, files });
  }
  if (replaces) await moveFiles(transaction, replaces.original.id, id);
  if (files.length > 0) {
    await consumeFiles(transaction, id, files);
    await requestPreviews(transaction, id);
  }
  // A scan that comes later indexes the files with the text.
  if (entry.change && (files.length > 0 || replaces)) await indexFiles(transaction, id);
  if (entry.key !== null && !bound) {
    const namespace = draft ? 'draft' : 'send';
    await bindKey(transaction, {
      used: entry.key,
      bound: { account_id: account.id, namespace, message_id: id, mailbox_id: mailbox.id },
    });
  }
  return id;
}

interface FreshParts {
  readonly submission: Submission;
  readonly outgoing: Outgoing;
  readonly entry: SubmissionExtras;
  readonly charge: Charge;
  readonly files: readonly StagedRow[];
}

async function insertFresh(
  context: MailContext,
  transaction: Transaction,
  { submission, outgoing, entry, charge, files }: FreshParts,
): Promise<void> {
  const { principal, replyTo = null, kept } = submission;
  const { id, account_id, text, html } = outgoing;
  const written = Buffer.byteLength(text) + (entry.html?.bytes ?? 0);
  const message = {
    id,
    account_id,
    mailbox_id: outgoing.mailbox_id,
    direction: outgoing.direction,
    state: outgoing.state,
    sender: outgoing.sender,
    recipient: outgoing.recipient,
    recipients: outgoing.recipients,
    envelope_sender: null,
    subject: outgoing.subject,
    body_preview: preview(text),
    rfc_message_id: outgoing.rfc_message_id,
    in_reply_to: outgoing.in_reply_to,
    reference_ids: outgoing.reference_ids,
    thread_id: outgoing.thread_id,
    subaddress_instance_id: outgoing.subaddress_instance_id,
    subaddress_mode: outgoing.subaddress_mode,
    ...(replyTo !== null && { reply_to: replyTo }),
    ...keptColumns(kept),
    removed_categories: entry.html?.removed ?? null,
    has_attachment: files.length > 0,
    read_at: null,
    raw_blob_id: null,
    size_bytes: written + bytesOf(files),
    scan: null,
    hold_context: null,
    sender_authentication: null,
    actor_type: outgoing.actor_type,
    actor_id: principal.actor.id,
    automatic: null,
    ...charge,
    refunded_at: null,
    ...(outgoing.edited_from !== null && { edited_from: outgoing.edited_from }),
    answers_id: outgoing.answers_id,
    marks_read: outgoing.marks_read,
    revises: outgoing.revises,
    forward_of: outgoing.forward_of,
    files_left_out: outgoing.files_left_out,
    calendar_reply: outgoing.calendar_reply,
    simulated: isAllSimulated(outgoing, context.config.platformDomain),
  };
  const { change } = entry;
  if (change) await insertChanged(transaction, message, change);
  else await insertMessage(transaction, message);
  const scanned = change?.scanned ?? null;
  await insertBody(transaction.db, {
    message_id: id,
    account_id,
    text,
    html,
    pii_spans: scanned?.piiSpans ?? null,
    ...htmlTextColumns(scanned?.htmlText ?? null),
  });
  await attachFiles(transaction, { messageId: id, files, html });
  // The files were counted when they were uploaded.
  await addUsedBytes(transaction, account_id, written);
}

function bytesOf(files: readonly Pick<StagedRow, 'size'>[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
