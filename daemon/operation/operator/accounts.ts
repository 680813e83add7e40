import type { Selectable } from 'kysely';
import type { BodyOf, QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { UUID_SHAPE } from '../../../shared/contract/fields.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type * as contract from '../../../shared/contract/operator.ts';
import { normaliseEmail } from '../../access/email.ts';
import { newPasswordHash, storePassword } from '../../access/password.ts';
import { assertPhoneNumber } from '../../access/phone.ts';
import { columnsOfPlan, planField, planOf } from '../../access/plan.ts';
import { endSessions } from '../../access/sessions/end.ts';
import { insertAccount } from '../../access/signup/insert-account.ts';
import type { Context } from '../../context.ts';
import { invalidField, notFound, ServiceError } from '../../platform/errors/service-error.ts';
import { OPERATOR } from '../../platform/store/actor.ts';
import { readCursor, writeCursor } from '../../platform/store/cursor.ts';
import { SERVICE_ACCOUNT } from '../../platform/store/lock-scope.ts';
import { cutPage } from '../../platform/store/page.ts';
import type { AccountsTable } from '../../platform/store/schema.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../platform/system/iso-time.ts';
import { parseAddress } from '../../platform/system/mail-address.ts';
import { hasCleanHistory } from '../../rules/budgets/history.ts';
import { accountIsHeld } from '../../rules/legal-holds/table.ts';
import { restorableUntil } from '../accounts/restore.ts';

/** Creates an account with its first admin key, verified or waiting for its codes. */
export async function createAccount(
  context: Context,
  body: BodyOf<typeof contract.operatorCreateAccount>,
): Promise<ReplyOf<typeof contract.operatorCreateAccount>> {
  const email = normaliseEmail(body.email);
  if (!parseAddress(email)) throw invalidField('email', 'must be an email address');
  const plan = columnsOfPlan(body.plan ?? body.tier ?? 'pro');
  const account = {
    email,
    phoneNumber: body.phone_number === undefined ? null : assertPhoneNumber(context, body.phone_number),
    passwordHash: body.password === undefined ? null : await newPasswordHash(body.password, email),
    ...plan,
    verified: body.verified ?? true,
    actor: OPERATOR,
  };
  const { accountId, apiKey } = await context.store.write('service', (transaction) =>
    insertAccount(context, transaction, account),
  );
  return { account_id: accountId, email, tier: plan.tier, ...planField(plan), api_key: apiKey };
}

/** Replaces the password of an account and ends its sessions. */
export async function setPassword(
  context: Context,
  reference: string,
  password: string,
): Promise<{ status: 'changed' }> {
  const account = await findAccount(context.store.read, reference);
  assertNotDeleted(account);
  const passwordHash = await newPasswordHash(password, account.email);
  // Its failed log-ins are rows of the service.
  const accounts = [SERVICE_ACCOUNT, account.id];
  return context.store.write({ accounts }, async (transaction) => {
    assertNotDeleted(await findAccount(transaction.db, account.id));
    await storePassword(context, transaction, { accountId: account.id, passwordHash, actor: OPERATOR });
    await endSessions(transaction, account.id);
    return { status: 'changed' };
  });
}

export type AccountRow = Selectable<AccountsTable>;
export type AccountView = ReplyOf<typeof contract.operatorGetAccount>;

const LIST = { list: 'operator.accounts', accountId: null, filters: {} };

export async function listAccounts(
  context: Context,
  query: QueryOf<typeof contract.operatorListAccounts>,
): Promise<ReplyOf<typeof contract.operatorListAccounts>> {
  const limit = query.limit ?? LIMITS.listPage.default;
  let rows = context.store.read.selectFrom('accounts').selectAll();
  if (query.cursor !== undefined) {
    // Ids are in order of time.
    rows = rows.where('id', '<', readCursor(context.secrets, LIST, query.cursor));
  }
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows: page, next_cursor } = cutPage(found, limit, (last) =>
    writeCursor(context.secrets, LIST, last.id),
  );
  const held = await heldAccounts(
    context.store.read,
    page.map((row) => row.id),
  );
  return {
    accounts: await Promise.all(
      page.map(async (row) => {
        const clean = await hasCleanHistory(context.store.read, row, context.clock.now());
        return projectAccount(row, { clean, held: held.has(row.id) });
      }),
    ),
    next_cursor,
  };
}

export async function getAccount(
  context: Context,
  reference: string,
): Promise<ReplyOf<typeof contract.operatorGetAccount>> {
  const { read } = context.store;
  return viewAccount(read, await findAccount(read, reference), context.clock.now());
}

/** Runs `work` in a transaction on an account, named by id or email. */
export async function writeAccount<T>(
  { store }: Pick<Context, 'store'>,
  reference: string,
  work: (transaction: Transaction, account: AccountRow) => Promise<T>,
): Promise<T> {
  const { id } = await findAccount(store.read, reference);
  return store.write({ account: id }, async (transaction) =>
    work(transaction, await findAccount(transaction.db, id)),
  );
}

/** Finds an account by id or email. */
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

/** Refuses to change a deleted account. */
export function assertNotDeleted({ status }: Pick<AccountRow, 'status'>): void {
  if (status !== 'deleted') return;
  throw new ServiceError('CONFLICT', { reason: 'account_deleted' }, { message: 'The account is deleted.' });
}

/** An account's record with its holds and delivery rates. */
export async function viewAccount(db: Queries, row: AccountRow, now: number): Promise<AccountView> {
  const [clean, held] = await Promise.all([hasCleanHistory(db, row, now), accountIsHeld(db, row.id)]);
  return projectAccount(row, { clean, held });
}

async function heldAccounts(db: Queries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('legal_holds')
    .select('account_id')
    .where('account_id', 'in', ids)
    .where('released_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

interface FoundInbound {
  readonly clean: boolean;
  readonly held: boolean;
}

function restorable(row: AccountRow): Pick<AccountView, 'restorable_until'> {
  const until = restorableUntil(row);
  return until === null ? {} : { restorable_until: isoTime(until) };
}

function projectAccount(row: AccountRow, { clean, held }: FoundInbound): AccountView {
  return {
    account_id: row.id,
    email: row.email,
    status: row.status,
    tier: row.tier,
    plan: planOf(row),
    email_verified: row.email_verified_at !== null,
    phone_verified: row.phone_verified_at !== null,
    trial_started_at: isoTimeOrNull(row.trial_started_at),
    trial_sends_used: row.trial_sends_used,
    clean_history: clean,
    billing_exempt: row.billing_exempt,
    warmup: row.warmup,
    storage_limit_bytes: row.storage_limit_bytes,
    platform_domain: { status: row.platform_domain_status, health: row.platform_domain_health },
    legal_hold: held,
    created_at: isoTime(row.created_at),
    ...restorable(row),
  };
}
