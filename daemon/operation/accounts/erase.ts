import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { removeStaged } from '../../mail/attachments/staging/expire.ts';
import { batches } from '../../platform/store/batches.ts';
import type { Tables } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { DAY } from '../../platform/system/clock.ts';
import { accountIsHeld } from '../../rules/legal-holds/table.ts';

export const ACCOUNT_ERASURE = 'account.erase';

const payload = z.object({ account_id: z.string() });

/** Rows that one transaction deletes. */
const BATCH = 200;

/** Tables whose rows are erased with an account, referring tables first, with a key of its rows. */
export const ERASED_TABLES = {
  webhook_attempts: 'seq',
  webhook_deliveries: 'seq',
  webhooks: 'id',
  notice_targets: 'id',
  named_addresses: 'tag',
  policy_revisions: 'id',
  trusted_sources: 'id',
  recipient_requests: 'id',
  verified_recipients: 'id',
  list_entries: 'seq',
  list_add_budget: 'hour',
  blocked_sends: 'seq',
  blocked_arrivals: 'seq',
  idempotency_keys: 'key',
  drafts: 'message_id',
  send_budget: 'day',
  events: 'seq',
  event_throttles: 'key',
  sessions: 'id',
  challenges: 'id',
  recovery_codes: 'code_hash',
  sms_log: 'id',
  api_keys: 'id',
  imap_positions: 'mailbox_id',
  mailbox_connections: 'mailbox_id',
  domains: 'id',
} as const satisfies { readonly [Table in keyof Tables]?: keyof Tables[Table] };

/**
 * Tables that keep rows of an erased account: no address is given out twice, attestations belong to a phone
 * number, the audit log is kept for good, and jobs end by themselves.
 */
export const KEPT_TABLES = [
  'mailboxes',
  'recipient_attestations',
  'legal_holds',
  'audit_log',
  'jobs',
] as const;

/** Job at the end of the restore period; a hold that began meanwhile delays it. */
export async function runErasure(context: Context, raw: unknown): Promise<void> {
  const { account_id: accountId } = payload.parse(raw);
  const held = await context.store.write({ account: accountId }, async (transaction) => {
    if (!(await accountIsHeld(transaction.db, accountId))) return false;
    await transaction.schedule({
      kind: ACCOUNT_ERASURE,
      accountId,
      dueAt: transaction.now + DAY,
      payload: { account_id: accountId },
    });
    return true;
  });
  if (!held) await eraseAccount(context, accountId);
}

/** Erases a deleted account in steps; repeating it is harmless. */
export async function eraseAccount(context: Context, accountId: string): Promise<void> {
  while (
    await context.store.write({ account: accountId }, (transaction) =>
      eraseMessages(context, transaction, accountId),
    )
  );
  while (
    await context.store.write({ account: accountId }, (transaction) =>
      eraseStaged(context, transaction, accountId),
    )
  );
  while (
    await context.store.write({ account: accountId }, (transaction) =>
      eraseOutbox(context, transaction, accountId),
    )
  );
  for (const [table, key] of Object.entries(ERASED_TABLES)) {
    await eraseRows(context, accountId, { table, key });
  }
  await context.store.write({ account: accountId }, (transaction) => closeAccount(transaction, accountId));
}

async function eraseMessages(
  context: Context,
  transaction: Transaction,
  accountId: string,
): Promise<boolean> {
  const { db } = transaction;
  const messages = await db
    .selectFrom('messages')
    .select(['id', 'seq', 'raw_blob_id'])
    .where('account_id', '=', accountId)
    .limit(BATCH)
    .execute();
  for (const { id, seq, raw_blob_id: raw } of messages) {
    transaction.search.remove(seq);
    await eraseFiles(context, transaction, id);
    await db.deleteFrom('message_bodies').where('message_id', '=', id).execute();
    await db.deleteFrom('messages').where('id', '=', id).execute();
    if (raw !== null) await context.store.blobs.remove(transaction, raw);
  }
  return messages.length > 0;
}

async function eraseFiles(context: Context, transaction: Transaction, messageId: string): Promise<void> {
  const files = await transaction.db
    .deleteFrom('attachments')
    .where('message_id', '=', messageId)
    .returning('blob_id')
    .execute();
  for (const { blob_id: blob } of files) {
    if (blob !== null) await context.store.blobs.remove(transaction, blob);
  }
}

async function eraseStaged(context: Context, transaction: Transaction, accountId: string): Promise<boolean> {
  const uploads = await transaction.db
    .selectFrom('staged_attachments')
    .select(['id', 'blob_id'])
    .where('account_id', '=', accountId)
    .limit(BATCH)
    .execute();
  for (const upload of uploads) await removeStaged(context, transaction, upload);
  return uploads.length > 0;
}

async function eraseOutbox(context: Context, transaction: Transaction, accountId: string): Promise<boolean> {
  const { db } = transaction;
  const items = await db
    .selectFrom('outbox')
    .select(['id', 'raw_blob_id'])
    .where('account_id', '=', accountId)
    .limit(BATCH)
    .execute();
  for (const { id, raw_blob_id: raw } of items) {
    await db.deleteFrom('outbox').where('id', '=', id).execute();
    if (raw !== null) await context.store.blobs.remove(transaction, raw);
  }
  return items.length > 0;
}

/** Keys that one query reads: some tables have no index of the account, and are read from the beginning. */
const KEYS_READ = 10_000;

async function eraseRows(
  { store }: Context,
  accountId: string,
  { table, key }: { readonly table: string; readonly key: string },
): Promise<void> {
  const rows = sql`${sql.table(table)} where account_id = ${accountId}`;
  const column = sql.ref(key);
  const next = async () =>
    await sql<{ key: unknown }>`select ${column} as key from ${rows} limit ${KEYS_READ}`.execute(store.read);
  for (let { rows: left } = await next(); left.length > 0; { rows: left } = await next()) {
    for (let start = 0; start < left.length; start += BATCH) {
      const keys = left.slice(start, start + BATCH).map((row) => row.key);
      await store.write({ account: accountId }, async ({ db }) => {
        for (const some of batches(keys))
          await sql`delete from ${rows} and ${column} in (${sql.join(some)})`.execute(db);
      });
    }
  }
}

/** Erases what the rows that stay say of a person. */
async function closeAccount(transaction: Transaction, accountId: string): Promise<void> {
  const { db, now } = transaction;
  await db
    .updateTable('recipient_attestations')
    .set({ email: '' })
    .where('account_id', '=', accountId)
    .execute();
  await db
    .updateTable('mailboxes')
    .set({ display_name: null, scanner_policy: null, pii_redaction_config: null, send_window: null })
    .where('account_id', '=', accountId)
    .execute();
  // The address of a connected mailbox is its owner's, with or without this account.
  await db
    .updateTable('mailboxes')
    .set({ address: sql<string>`'released:' || id` })
    .where('account_id', '=', accountId)
    .where('connection_state', 'is not', null)
    .execute();
  const result = await db
    .updateTable('accounts')
    .set({
      // Frees the email; no valid address looks like this one.
      email: `erased:${accountId}`,
      phone_number: null,
      password_hash: null,
      totp_secret: null,
      mfa_method: 'none',
      used_bytes: 0,
      erased_at: now,
    })
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return;
  await transaction.audit({
    kind: 'account.erased',
    accountId,
    actor: { type: 'system', id: 'erasure' },
  });
}
