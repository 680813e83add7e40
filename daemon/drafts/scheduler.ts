import { CALLER_COLUMNS, callerAccount } from '../access/caller-account.ts';
import type { Principal } from '../access/principal.ts';
import { ServiceError } from '../errors.ts';
import type { DraftRow } from '../messages/drafts/table.ts';
import type { Queries } from '../store/store.ts';

/** The principal of a scheduled send. An agent key must still be allowed to send. */
export async function schedulerOf(db: Queries, row: DraftRow): Promise<Principal> {
  const { scheduled_by_type: type, scheduled_by_id: id } = row;
  if (type === null || id === null) throw new Error(`draft ${row.id} has no scheduler`);
  const account = await db
    .selectFrom('accounts')
    .select(CALLER_COLUMNS)
    .where('id', '=', row.account_id)
    .executeTakeFirstOrThrow();
  const mailboxIds = type === 'agent' ? await boundTo(db, row, id) : new Set<string>();
  return {
    role: type === 'agent' ? 'agent' : 'admin',
    method: type === 'user' ? 'session' : 'api_key',
    keyId: type === 'user' ? null : id,
    sessionId: null,
    mailboxIds,
    actor: { type, id },
    origin: type === 'agent' ? 'agent' : 'human',
    account: callerAccount(row.account_id, account),
  };
}

async function boundTo(db: Queries, row: DraftRow, keyId: string): Promise<Set<string>> {
  const key = await db
    .selectFrom('api_keys')
    .select(['revoked_at', 'mailbox_ids'])
    .where('id', '=', keyId)
    .executeTakeFirst();
  if (!key || key.revoked_at !== null) throw new ServiceError('API_KEY_REVOKED');
  const mailboxIds = new Set(key.mailbox_ids);
  if (!mailboxIds.has(row.mailbox_id)) throw new ServiceError('MAILBOX_ACCESS_DENIED');
  return mailboxIds;
}
