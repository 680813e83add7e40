import { createHash } from 'node:crypto';
import type { BodyOf } from '../../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { stageAttachment as contract } from '../../../../shared/contract/staged-attachments.ts';
import type { Principal } from '../../../access/principal.ts';
import { sniffType } from '../../../content/scanning/attachments/sniff.ts';
import { notFound, ServiceError } from '../../../platform/errors/service-error.ts';
import type { PreparedBlob } from '../../../platform/store/blobs/blobs.ts';
import { accountScope } from '../../../platform/store/lock-scope.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { HOUR, SECOND } from '../../../platform/system/clock.ts';
import { assertRoomFor } from '../../../rules/budgets/storage.ts';
import { type MailboxRow, resolveMailbox } from '../../../rules/mailboxes/table.ts';
import type { MailContext } from '../../context.ts';
import { addUsedBytes } from '../../messages/insert.ts';
import { assertMaySendFiles } from './entitlement.ts';
import { STAGED_EXPIRY } from './expire.ts';
import { assertFilename } from './filename.ts';
import { scanUnattended } from './scan-unattended.ts';
import { projectStaged, type StagedAttachment, stagedById } from './table.ts';

/** Time that the answer waits for the scan, which continues afterwards. */
const SCAN_TIMEOUT = 10 * SECOND;

/** `POST /v1/attachments`: stores a file for one later message of the mailbox. */
export async function stageAttachment(
  context: MailContext,
  principal: Principal,
  { mailbox_id: reference, file }: BodyOf<typeof contract>,
): Promise<StagedAttachment> {
  const { store } = context;
  const { account } = principal;
  assertFilename(file.filename);
  const mailbox = await resolveMailbox(store.read, principal, { reference, unbound: 'denied_403' });
  if (account.status === 'suspended') throw new ServiceError('ACCOUNT_SUSPENDED');
  assertMaySendFiles(account, mailbox);
  const id = await storeUpload(context, mailbox, { ...file, content: Buffer.from(file.content) });
  await scannedOrLate(context, id);
  const row = await stagedById(store.read, id);
  if (!row) throw notFound('Attachment not found.');
  return projectStaged(row);
}

/** A file to store. */
interface Upload {
  readonly filename: string;
  readonly declaredType: string | null;
  readonly content: Buffer;
  /** Where it's known; by default its bytes say it. */
  readonly contentType?: string | undefined;
}

/** Stores a file for one later message of a mailbox, unscanned; returns its id. */
export async function storeUpload(context: MailContext, mailbox: MailboxRow, file: Upload): Promise<string> {
  const { store } = context;
  const { content, filename } = file;
  const facts = {
    filename,
    content_type: file.contentType ?? (await sniffType(file)),
    declared_mime_type: file.declaredType,
    size: content.length,
    hash: createHash('sha256').update(content).digest('hex'),
  };
  // Before the bytes are written; the transaction asks again.
  await context.room.assertDiskFor(content.length);
  await assertRoomFor(store.read, mailbox.account_id, content.length);
  const blob = await store.blobs.prepare(content);
  return store
    .write(accountScope(mailbox), (transaction) =>
      insertStaged(context, transaction, { mailbox, facts, blob }),
    )
    .catch(async (error: unknown) => {
      await store.blobs.discard(blob);
      throw error;
    });
}

interface FileFacts {
  readonly filename: string;
  readonly content_type: string;
  readonly declared_mime_type: string | null;
  readonly size: number;
  readonly hash: string;
}

interface InsertStagedInput {
  readonly mailbox: MailboxRow;
  readonly facts: FileFacts;
  readonly blob: PreparedBlob;
}

async function insertStaged(
  context: MailContext,
  transaction: Transaction,
  { mailbox, facts, blob }: InsertStagedInput,
): Promise<string> {
  const { db, now } = transaction;
  const { account_id } = mailbox;
  await assertRoomFor(db, account_id, facts.size);
  const id = transaction.newId();
  const expires_at = now + LIMITS.stagedFileHours * HOUR;
  await context.store.blobs.record(transaction, blob, account_id);
  await db
    .insertInto('staged_attachments')
    .values({
      id,
      account_id,
      mailbox_id: mailbox.id,
      ...facts,
      blob_id: blob.id,
      content_scan_status: 'pending',
      worker: transaction.worker,
      scan: null,
      scan_scope: null,
      policy_action: 'metadata_only',
      av_verdict: 'skipped',
      av_signature: null,
      av_scanned_at: null,
      draft_id: null,
      created_at: now,
      expires_at,
      consumed_at: null,
      consumed_message_id: null,
    })
    .execute();
  await addUsedBytes(transaction, account_id, facts.size);
  await transaction.schedule({
    kind: STAGED_EXPIRY,
    accountId: account_id,
    dueAt: expires_at,
    payload: { attachment_id: id },
  });
  return id;
}

/** Resolves when the scan ends, or when the caller has waited long enough. */
async function scannedOrLate(context: MailContext, id: string): Promise<void> {
  let cancel = () => {};
  const late = new Promise<void>((resolve) => {
    cancel = context.clock.callAfter(SCAN_TIMEOUT, resolve);
  });
  await Promise.race([scanUnattended(context, id), late]);
  cancel();
}
