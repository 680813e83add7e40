import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { MINUTE } from '../system/clock.ts';
import { parseApiKey, secretMatches } from './api-key-format.ts';
import type { Principal } from './principal.ts';

/** `last_used_at` moves at most this often. */
const LAST_USED_STEP = MINUTE;

/** The caller of a request, from its Authorization header: one indexed read, no password hash. */
export async function authenticate(
  context: Pick<Context, 'store' | 'clock' | 'log'>,
  authorization: string | undefined,
): Promise<Principal> {
  const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
  const parts = token === undefined ? null : parseApiKey(token);
  if (!parts) throw new ServiceError('UNAUTHORIZED');
  const row = await findKey(context, parts.publicId);
  if (!row || !secretMatches(parts.secret, row.secret_hash)) throw new ServiceError('UNAUTHORIZED');
  if (row.revoked_at !== null) throw new ServiceError('API_KEY_REVOKED');
  if (row.role === null || row.status === 'deleted') throw new ServiceError('UNAUTHORIZED');
  noteUse(context, row);
  return {
    role: row.role,
    method: 'api_key',
    keyId: row.key_id,
    mailboxIds: new Set(JSON.parse(row.mailbox_ids) as string[]),
    actor: { type: row.role, id: row.key_id },
    origin: row.role === 'agent' ? 'agent' : 'human',
    account: {
      id: row.account_id,
      email: row.email,
      status: row.status,
      tier: row.tier,
      agentDeleteEnabled: row.agent_delete_messages_enabled === 1,
      emailVerified: row.email_verified_at !== null,
      phoneNumber: row.phone_number,
      phoneVerified: row.phone_verified_at !== null,
      customDailySendLimit: row.custom_daily_send_limit,
      cleanHistory: row.clean_history === 1,
    },
  };
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>;

function findKey(context: Pick<Context, 'store'>, publicId: string) {
  return context.store.read
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([
      'api_keys.id as key_id',
      'api_keys.account_id',
      'secret_hash',
      'role',
      'mailbox_ids',
      'last_used_at',
      'revoked_at',
      'email',
      'status',
      'tier',
      'agent_delete_messages_enabled',
      'email_verified_at',
      'phone_number',
      'phone_verified_at',
      'custom_daily_send_limit',
      'clean_history',
    ])
    .where('public_id', '=', publicId)
    .executeTakeFirst();
}

function noteUse(context: Pick<Context, 'store' | 'clock' | 'log'>, row: KeyRow): void {
  const now = context.clock.now();
  if (row.last_used_at !== null && now - row.last_used_at < LAST_USED_STEP) return;
  // Nobody waits for this: it is a note of use, not part of the request.
  context.store
    .write(({ db }) =>
      db
        .updateTable('api_keys')
        .set({ last_used_at: now })
        .where('id', '=', row.key_id)
        .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', now)]))
        .execute(),
    )
    .catch((error: unknown) => context.log.warn({ err: error }, 'the use of a key could not be noted'));
}
