import type { Selectable } from 'kysely';
import type { BodyOf, QueryOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import { UUID_SHAPE } from '../../shared/contract/fields.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import type * as contract from '../../shared/contract/operator.ts';
import { insertApiKey } from '../access/create-key.ts';
import { newPasswordHash, storePassword } from '../access/password.ts';
import { endSessions } from '../access/sessions/end.ts';
import type { Context } from '../context.ts';
import { invalidField, notFound, ServiceError } from '../errors.ts';
import { writeAudit } from '../events/audit.ts';
import { parseAddress } from '../recipients/address.ts';
import { readCursor, writeCursor } from '../store/cursor.ts';
import type { AccountsTable } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { OPERATOR } from './actor.ts';

/** Makes an account that needs no sign-up, with its first admin key. */
export async function createAccount(
  context: Context,
  body: BodyOf<typeof contract.operatorCreateAccount>,
): Promise<ReplyOf<typeof contract.operatorCreateAccount>> {
  const email = body.email.trim().toLowerCase();
  if (!parseAddress(email)) throw invalidField('email', 'must be a mail address');
  const tier = body.tier ?? 'pro';
  const passwordHash = body.password === undefined ? null : await newPasswordHash(body.password, email);
  return context.store.write(async (transaction) => {
    const { db, now } = transaction;
    const taken = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
    if (taken)
      throw new ServiceError('CONFLICT', { reason: 'email_in_use' }, { message: 'The email is in use.' });
    const id = context.random.id(now);
    await db
      .insertInto('accounts')
      .values({
        id,
        email,
        status: 'active',
        tier,
        email_verified_at: now,
        phone_number: null,
        phone_verified_at: null,
        custom_daily_send_limit: null,
        storage_limit_bytes: null,
        password_hash: passwordHash,
        trial_started_at: tier === 'sandbox' ? now : null,
        created_at: now,
      })
      .execute();
    await writeAudit(context.random, transaction, {
      kind: 'account.created',
      accountId: id,
      actor: OPERATOR,
      after: { email, tier },
    });
    const key = { accountId: id, role: 'admin' as const, label: null, mailboxIds: [] };
    const { apiKey } = await insertApiKey(context, transaction, key, OPERATOR);
    return { account_id: id, email, tier, api_key: apiKey };
  });
}

/** Replaces the password of an account; whoever was signed in has to do so again. */
export async function setPassword(
  context: Context,
  reference: string,
  password: string,
): Promise<{ status: 'changed' }> {
  const account = await findAccount(context.store.read, reference);
  const passwordHash = await newPasswordHash(password, account.email);
  return context.store.write(async (transaction) => {
    await storePassword(context, transaction, { accountId: account.id, passwordHash, actor: OPERATOR });
    await endSessions(transaction, account.id);
    return { status: 'changed' };
  });
}

const LIST = { list: 'operator.accounts', accountId: null, filters: {} };

export async function listAccounts(
  context: Context,
  query: QueryOf<typeof contract.operatorListAccounts>,
): Promise<ReplyOf<typeof contract.operatorListAccounts>> {
  const limit = query.limit ?? LIMITS.listPage.default;
  let rows = context.store.read.selectFrom('accounts').selectAll();
  if (query.cursor !== undefined) {
    // Ids are made in the order of time.
    rows = rows.where('id', '<', readCursor(context.secrets, LIST, query.cursor));
  }
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    accounts: page.map(projectAccount),
    next_cursor: found.length > limit && last ? writeCursor(context.secrets, LIST, last.id) : null,
  };
}

export async function getAccount(
  context: Context,
  reference: string,
): Promise<ReplyOf<typeof contract.operatorGetAccount>> {
  return projectAccount(await findAccount(context.store.read, reference));
}

/** An account by id or email. */
export async function findAccount(db: Queries, reference: string): Promise<Selectable<AccountsTable>> {
  const token = reference.trim().toLowerCase();
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where(UUID_SHAPE.test(token) ? 'id' : 'email', '=', token)
    .executeTakeFirst();
  if (!row) throw notFound('Account not found.');
  return row;
}

function projectAccount(row: Selectable<AccountsTable>): ReplyOf<typeof contract.operatorGetAccount> {
  return {
    account_id: row.id,
    email: row.email,
    status: row.status,
    tier: row.tier,
    email_verified: row.email_verified_at !== null,
    phone_verified: row.phone_verified_at !== null,
    storage_limit_bytes: row.storage_limit_bytes,
    created_at: new Date(row.created_at).toISOString(),
  };
}
