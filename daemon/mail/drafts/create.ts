import type { Draft } from '../../../shared/contract/drafts.ts';
import type { Principal } from '../../access/principal.ts';
import type { ScanResult } from '../../content/analysis/tasks.ts';
import { preview } from '../../content/stored-text/text.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { assertRoomFor } from '../../rules/budgets/storage.ts';
import { holdFiles } from '../attachments/staging/take.ts';
import { usableFiles } from '../attachments/staging/usable.ts';
import type { MailContext } from '../context.ts';
import { assertSchedulable, freshSchedule, planDispatch } from '../messages/drafts/schedule.ts';
import { resolveDraft } from '../messages/drafts/table.ts';
import { addUsedBytes, insertMessage } from '../messages/insert.ts';
import { recordScanned } from '../messages/scanned.ts';
import { bindKey, findBoundKey, inFlight, type UsedKey } from '../outbound/idempotency.ts';
import { keptFields } from '../outbound/kept.ts';
import type { MailAuthor, PlaceInThread } from '../outbound/kind-in-thread.ts';
import { oncePerKey, type Repeated } from '../outbound/once.ts';
import type { KeyedOptions } from '../outbound/preferences.ts';
import { storedRecipients } from '../outbound/recipients.ts';
import { chooseReplyTo } from '../outbound/reply-to.ts';
import { chooseSubaddress, type Subaddress, senderAddress } from '../outbound/subaddress.ts';
import { type KeptFields, rfcMessageId } from '../outbound/submission.ts';
import { submittedHtml } from '../outbound/submitted-html.ts';
import { bytesOfContent, type DraftContent, scanDraft } from './content.ts';
import { assertMayWrite } from './permission.ts';
import { projectDraft } from './project.ts';
import { readSendAt } from './send-at.ts';
import { type CreateDraftBody, mailboxOf, startOf } from './thread.ts';

interface AskedDraft {
  readonly body: CreateDraftBody;
  readonly options: KeyedOptions;
}

export interface Created {
  readonly draft: Draft;
  /** Null unless it repeats an idempotency key. */
  readonly repeated: Repeated | null;
}

/** `POST /v1/drafts`: stores and scans a draft, once per key. */
export async function createDraft(
  context: MailContext,
  principal: Principal,
  { body, options }: AskedDraft,
): Promise<Created> {
  const mailbox = await mailboxOf(context.store.read, principal, body);
  const fields = { ...body, ...(body.mailbox_id !== undefined && { mailbox_id: mailbox.id }) };
  const intent = { principal, mailboxId: mailbox.id, options, namespace: 'draft' as const, fields };
  const shown = async (id: string) => {
    const row = await resolveDraft(context.store.read, principal, { id, unbound: 'denied_403' });
    return projectDraft(context, principal, { row });
  };
  return oncePerKey<Created>(context, {
    intent,
    replay: async (repeated) => ({ draft: await earlier(shown, repeated.bound.message_id), repeated }),
    act: async (key) => {
      await context.room.assertDiskFor(0);
      const id = await write(context, { principal, mailbox }, { body, key });
      return { draft: await shown(id), repeated: null };
    },
  });
}

/** A key keeps its draft even when the draft was deleted. */
async function earlier(shown: (id: string) => Promise<Draft>, id: string): Promise<Draft> {
  try {
    return await shown(id);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') {
      throw new ServiceError('CONFLICT', { state: 'deleted' });
    }
    throw error;
  }
}

/** A new draft after the checks of its key. */
interface DraftToWrite {
  readonly body: CreateDraftBody;
  readonly key: UsedKey | null;
}

async function write(context: MailContext, author: MailAuthor, { body, key }: DraftToWrite): Promise<string> {
  const { principal, mailbox } = author;
  const db = context.store.read;
  const { account } = principal;
  const now = context.clock.now();
  const ids = body.attachment_ids ?? [];
  assertMayWrite(principal, mailbox, body.send_at !== undefined);
  const sendAt = body.send_at === undefined ? null : readSendAt(body.send_at, now);
  assertSchedulable(sendAt, ids.length);
  const place = await startOf(context, author, body);
  const subaddress = chooseSubaddress(mailbox, body);
  const replyTo = await chooseReplyTo(db, principal, { mailbox, subaddress, reference: body.reply_to });
  const html = await submittedHtml(body.html)?.sanitized(context);
  const request = { account, mailbox, ids, draftId: null };
  const files = await usableFiles(db, { ...request, now });
  const { addressees, subject } = place;
  const content: DraftContent = {
    addressees,
    subject,
    body: body.body,
    html: html?.html ?? null,
    removed: html?.removed ?? null,
  };
  const result = await scanDraft(context, mailbox, { content, files });
  return context.store.write({ account: account.id }, async (transaction) => {
    if (key !== null && (await findBoundKey(transaction.db, account.id, key.key))) throw inFlight();
    const held = await usableFiles(transaction.db, { ...request, now: transaction.now });
    const marksRead = body.mark_read ?? false;
    const parts = {
      content,
      place,
      marksRead,
      subaddress,
      replyTo,
      kept: keptFields(body),
      hasFiles: held.length > 0,
      result,
    };
    const id = await insert(transaction, author, parts);
    const schedule = freshSchedule(sendAt, principal.actor);
    await transaction.db
      .insertInto('drafts')
      .values({
        message_id: id,
        account_id: account.id,
        updated_at: transaction.now,
        answers_message_id: place.answersId,
        trigger: null,
        sent_key: null,
        ...schedule,
      })
      .execute();
    await holdFiles(transaction, { draftId: id, files: held, html: content.html });
    if (sendAt !== null) await planDispatch(transaction, { id, account_id: account.id }, sendAt);
    if (key !== null) {
      await bindKey(transaction, {
        used: key,
        bound: {
          account_id: account.id,
          namespace: 'draft',
          message_id: id,
          mailbox_id: mailbox.id,
        },
      });
    }
    transaction.publish({ kind: 'mailbox', id: mailbox.id });
    return id;
  });
}

interface DraftParts {
  readonly content: DraftContent;
  readonly place: PlaceInThread;
  readonly marksRead: boolean;
  readonly subaddress: Subaddress | null;
  readonly replyTo: string | null;
  readonly kept: KeptFields;
  readonly hasFiles: boolean;
  readonly result: ScanResult;
}

async function insert(
  transaction: Transaction,
  { principal: { account, actor }, mailbox }: MailAuthor,
  { content, place, marksRead, subaddress, replyTo, kept, hasFiles, result }: DraftParts,
): Promise<string> {
  const { thread } = place;
  const id = transaction.newId();
  const bytes = bytesOfContent(content);
  await assertRoomFor(transaction.db, account.id, bytes);
  const { seq } = await insertMessage(transaction, {
    id,
    account_id: account.id,
    mailbox_id: mailbox.id,
    direction: 'outbound',
    state: 'draft',
    sender: senderAddress(mailbox.address, subaddress),
    recipient: content.addressees.to,
    recipients: storedRecipients(content.addressees),
    envelope_sender: null,
    subject: content.subject,
    body_preview: preview(content.body),
    rfc_message_id: rfcMessageId(mailbox.address, id),
    in_reply_to: thread?.inReplyTo ?? null,
    reference_ids: thread?.references ?? [],
    // A draft without a thread starts one when it's sent.
    thread_id: thread?.threadId ?? null,
    subaddress_instance_id: subaddress?.instance ?? null,
    subaddress_mode: subaddress?.mode ?? null,
    reply_to: replyTo,
    ...kept,
    removed_categories: content.removed,
    has_attachment: hasFiles,
    read_at: null,
    raw_blob_id: null,
    size_bytes: bytes,
    scan: result.scan,
    hold_context: null,
    sender_authentication: null,
    actor_type: actor.type,
    actor_id: actor.id,
    charged_on: null,
    refunded_at: null,
    answers_id: place.answersId,
    marks_read: marksRead,
  });
  await transaction.db
    .insertInto('message_bodies')
    .values({
      message_id: id,
      account_id: account.id,
      text: content.body,
      html: content.html,
      pii_spans: null,
    })
    .execute();
  const message = { id, seq, mailbox_id: mailbox.id, subject: content.subject };
  await recordScanned(transaction, message, { ...result, text: content.body });
  await addUsedBytes(transaction, account.id, bytes);
  return id;
}
