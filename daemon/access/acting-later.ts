import { ServiceError } from '../platform/errors/service-error.ts';
import type { Actor } from '../platform/store/actor.ts';
import type { Queries } from '../platform/store/store.ts';
import { CALLER_COLUMNS, callerAccount } from './caller-account.ts';
import type { Principal } from './principal.ts';

/** Who scheduled something for a mailbox. */
export interface Scheduled {
  readonly account_id: string;
  readonly mailbox_id: string;
  readonly actor: Actor;
}

/**
 * The principal of an actor whose request takes effect now. An agent key must still be bound to the mailbox.
 */
export async function principalOf(db: Queries, { actor, ...place }: Scheduled): Promise<Principal> {
  const { type, id } = actor;
  const account = await db
    .selectFrom('accounts')
    .select(CALLER_COLUMNS)
    .where('id', '=', place.account_id)
    .executeTakeFirstOrThrow();
  return {
    role: type === 'agent' ? 'agent' : 'admin',
    method: type === 'user' ? 'session' : 'api_key',
    keyId: type === 'user' ? null : id,
    sessionId: null,
    mailboxIds: type === 'agent' ? await boundTo(db, place.mailbox_id, id) : new Set<string>(),
    actor,
    origin: type === 'agent' ? 'agent' : 'human',
    account: callerAccount(place.account_id, account),
  };
}

async function boundTo(db: Queries, mailboxId: string, keyId: string): Promise<Set<string>> {
  const key = await db
    .selectFrom('api_keys')
    .select(['revoked_at', 'mailbox_ids'])
    .where('id', '=', keyId)
    .executeTakeFirst();
  if (!key || key.revoked_at !== null) throw new ServiceError('API_KEY_REVOKED');
  const mailboxIds = new Set(key.mailbox_ids);
  if (!mailboxIds.has(mailboxId)) throw new ServiceError('MAILBOX_ACCESS_DENIED');
  return mailboxIds;
}
