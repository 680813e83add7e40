import { isDeepStrictEqual } from 'node:util';
import type { updateDraft as contract, Draft } from '../../../shared/contract/drafts.ts';
import type { BodyOf, CallOf } from '../../../shared/contract/endpoint.ts';
import type { Origin, Principal } from '../../access/principal.ts';
import type { ScanResult } from '../../content/analysis/tasks.ts';
import { preview } from '../../content/stored-text/text.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { assertRoomFor } from '../../rules/budgets/storage.ts';
import { type MailboxRow, mailboxById } from '../../rules/mailboxes/table.ts';
import { holdFiles } from '../attachments/staging/take.ts';
import { usableFiles } from '../attachments/staging/usable.ts';
import type { MailContext } from '../context.ts';
import {
  assertSchedulable,
  freshSchedule,
  planDispatch,
  type ScheduleColumns,
} from '../messages/drafts/schedule.ts';
import {
  assertRevision,
  assertUnsent,
  changedMeanwhile,
  type DraftRow,
  draftById,
  resolveDraft,
} from '../messages/drafts/table.ts';
import { addUsedBytes } from '../messages/insert.ts';
import { recordScanned } from '../messages/scanned.ts';
import { namedKept } from '../outbound/kept.ts';
import type { MailAuthor } from '../outbound/kind-in-thread.ts';
import { changedRecipients, storedRecipients } from '../outbound/recipients.ts';
import { chooseReplyTo } from '../outbound/reply-to.ts';
import { chooseSubaddress, type Subaddress, senderAddress } from '../outbound/subaddress.ts';
import type { KeptFields, ThreadPlace } from '../outbound/submission.ts';
import { submittedHtml } from '../outbound/submitted-html.ts';
import { bytesOfContent, type DraftContent, scanDraft } from './content.ts';
import { assertLive, assertMayWrite } from './permission.ts';
import { projectDraft } from './project.ts';
import { readSendAt } from './send-at.ts';
import { storedContent, storedDraftThread } from './stored.ts';
import { placeFor } from './thread.ts';

type UpdateDraftBody = BodyOf<typeof contract>;

/** A stored draft, and the fields that change. */
interface Patch {
  readonly row: DraftRow;
  readonly body: UpdateDraftBody;
}

/**
 * `PATCH /v1/drafts/:id`: changes the named fields and scans the draft again. Of two parallel changes one is
 * refused.
 */
export async function updateDraft(
  context: MailContext,
  principal: Principal,
  { params: { id }, body: { revision: seen, ...body } }: CallOf<typeof contract>,
): Promise<Draft> {
  const db = context.store.read;
  const row = await resolveDraft(db, principal, { id, unbound: 'denied_403' });
  const mailbox = assertLive(await mailboxById(db, row.mailbox_id));
  assertUnsent(row);
  assertRevision(row, seen);
  assertMayWrite(principal, mailbox, typeof body.send_at === 'string');
  if (Object.keys(body).length > 0) {
    const change = await prepare(context, { principal, mailbox }, { row, body });
    const changesContent = await hasOtherContent(context, row, change);
    if (changesContent || !changesNothing(row, change)) {
      const changed_by_agent = changedByAgent(row, {
        by: principal.origin,
        changesContent,
        isSeen: seen !== undefined,
      });
      await context.store.write(accountScope(row), (transaction) =>
        apply(transaction, row, { ...change, changed_by_agent }),
      );
    }
  }
  return projectDraft(context, principal, {
    row: await resolveDraft(db, principal, { id, unbound: 'denied_403' }),
  });
}

/** The draft after the change. */
interface ChangedDraft {
  readonly mailbox: MailboxRow;
  readonly content: DraftContent;
  readonly thread: ThreadPlace | null;
  readonly subaddress: Subaddress | null;
  readonly replyTo: string | null;
  /** Those that the request names: labels are also set without a revision. */
  readonly kept: KeptFields;
  readonly fileIds: readonly string[];
  readonly tier: Principal['account']['tier'];
  readonly result: ScanResult;
  /** Null leaves the schedule as it is. */
  readonly schedule: Partial<ScheduleColumns> | null;
}

async function prepare(
  context: MailContext,
  author: MailAuthor,
  { row, body }: Patch,
): Promise<ChangedDraft> {
  const { principal, mailbox } = author;
  const db = context.store.read;
  const now = context.clock.now();
  const fileIds =
    body.attachment_ids === undefined ? await heldIds(context, row.id) : (body.attachment_ids ?? []);
  const schedule = scheduleAfter(principal, { row, body }, now);
  assertSchedulable(schedule?.send_at === undefined ? row.send_at : schedule.send_at, fileIds.length);
  const content = await contentAfter(context, row, body);
  const thread = await placeFor(context, author, { stored: storedDraftThread(row), content });
  const instance = named(body.subaddress_instance_id, row.subaddress_instance_id);
  // Removing the instance also removes its mode.
  const gone = instance === null && row.subaddress_instance_id !== null;
  const mode = named(body.subaddress_mode, gone ? null : row.subaddress_mode);
  const request = { subaddress_instance_id: instance, subaddress_mode: mode };
  const subaddress = chooseSubaddress(mailbox, request);
  const reference = named(body.reply_to, row.reply_to);
  const replyTo = await chooseReplyTo(db, principal, { mailbox, subaddress, reference });
  const { tier } = principal.account;
  const files = await usableFiles(db, { account: { tier }, mailbox, ids: fileIds, draftId: row.id, now });
  const result = await scanDraft(context, mailbox, { content, files });
  const kept = namedKept(body);
  return { mailbox, content, thread, subaddress, replyTo, kept, fileIds, tier, result, schedule };
}

/** The caller's value, null included, else the stored one. */
function named<T>(said: T | undefined, stored: T): T {
  return said === undefined ? stored : said;
}

async function contentAfter(
  context: MailContext,
  row: DraftRow,
  body: UpdateDraftBody,
): Promise<DraftContent> {
  const stored = await storedContent(context.store.read, row);
  const html = await submittedHtml(body.html)?.sanitized(context);
  return {
    addressees: changedRecipients(context, stored.addressees, body),
    subject: body.subject ?? stored.subject,
    body: body.body ?? stored.body,
    html: body.html === undefined ? stored.html : (html?.html ?? null),
    removed: body.html === undefined ? stored.removed : (html?.removed ?? null),
  };
}

/**
 * A new time resets the attempts. An agent that changes a scheduled draft becomes its sender, so that it
 * can't have a person's schedule send its text.
 */
function scheduleAfter(
  principal: Principal,
  { row, body }: Patch,
  now: number,
): Partial<ScheduleColumns> | null {
  if (body.send_at !== undefined) {
    const sendAt = body.send_at === null ? null : readSendAt(body.send_at, now);
    return freshSchedule(sendAt, principal.actor);
  }
  if (row.send_at === null || principal.origin !== 'agent') return null;
  return { scheduled_by_type: 'agent', scheduled_by_id: principal.actor.id };
}

/** Whether the recipient would get something else. */
async function hasOtherContent(context: MailContext, row: DraftRow, change: ChangedDraft): Promise<boolean> {
  const { subaddress, replyTo, content, fileIds } = change;
  return !(
    row.subaddress_instance_id === (subaddress?.instance ?? null) &&
    row.subaddress_mode === (subaddress?.mode ?? null) &&
    row.reply_to === replyTo &&
    isDeepStrictEqual(content, await storedContent(context.store.read, row)) &&
    isDeepStrictEqual(fileIds, await heldIds(context, row.id))
  );
}

/** Whether schedule, labels, metadata and scan equal the stored ones, so that there is nothing to write. */
function changesNothing(row: DraftRow, { result, schedule, kept }: ChangedDraft): boolean {
  return isDeepStrictEqual({ ...row, scan: result.scan, ...schedule, ...kept }, row);
}

/**
 * An agent's change counts until a person names the revision that they saw: changing the subject doesn't
 * vouch for a body that the person may not have read (docs/decisions/review.md).
 */
function changedByAgent({ changed_by_agent }: DraftRow, { by, changesContent, isSeen }: DraftEdit): boolean {
  if (by === 'agent') return changesContent || changed_by_agent;
  return !isSeen && changed_by_agent;
}

interface DraftEdit {
  readonly by: Origin;
  readonly changesContent: boolean;
  readonly isSeen: boolean;
}

async function heldIds({ store }: Pick<MailContext, 'store'>, draftId: string): Promise<string[]> {
  const rows = await store.read
    .selectFrom('attachments')
    .select('upload_id')
    .where('message_id', '=', draftId)
    .orderBy('position')
    .execute();
  return rows.flatMap(({ upload_id: id }) => id ?? []);
}

async function apply(
  transaction: Transaction,
  row: DraftRow,
  change: ChangedDraft & { readonly changed_by_agent: boolean },
): Promise<void> {
  const { db, now } = transaction;
  const { content, result, schedule, changed_by_agent } = change;
  const claimed = await db
    .updateTable('drafts')
    .set({ revision: row.revision + 1, updated_at: now, changed_by_agent, ...schedule })
    .where('message_id', '=', row.id)
    .where('revision', '=', row.revision)
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) throw changedMeanwhile((await draftById(db, row.id))?.revision ?? null);
  const files = await usableFiles(db, {
    account: { tier: change.tier },
    mailbox: change.mailbox,
    ids: change.fileIds,
    draftId: row.id,
    now,
  });
  const bytes = bytesOfContent(content);
  const growth = bytes - row.size_bytes;
  // Changes that need no space are allowed even when storage is full.
  if (growth > 0) await assertRoomFor(db, row.account_id, growth);
  await db
    .updateTable('messages')
    .set(columnsOf(change, files.length > 0, bytes))
    .where('id', '=', row.id)
    .where('state', '=', 'draft')
    .execute();
  await db
    .updateTable('message_bodies')
    .set({ text: content.body, html: content.html })
    .where('message_id', '=', row.id)
    .execute();
  transaction.search.remove(row.seq);
  await recordScanned(transaction, { ...row, subject: content.subject }, { ...result, text: content.body });
  await addUsedBytes(transaction, row.account_id, growth);
  await holdFiles(transaction, { draftId: row.id, files, html: content.html });
  if (schedule?.send_at) await planDispatch(transaction, row, schedule.send_at);
  transaction.publish({ kind: 'mailbox', id: row.mailbox_id });
}

function columnsOf(
  { mailbox, content, thread, subaddress, replyTo, kept, result }: ChangedDraft,
  hasFiles: boolean,
  bytes: number,
) {
  return {
    sender: senderAddress(mailbox.address, subaddress),
    recipient: content.addressees.to,
    recipients: storedRecipients(content.addressees),
    subject: content.subject,
    body_preview: preview(content.body),
    in_reply_to: thread?.inReplyTo ?? null,
    reference_ids: thread?.references ?? [],
    subaddress_instance_id: subaddress?.instance ?? null,
    subaddress_mode: subaddress?.mode ?? null,
    reply_to: replyTo,
    ...kept,
    removed_categories: content.removed,
    has_attachment: hasFiles,
    size_bytes: bytes,
    scan: result.scan,
  };
}
