import { CALLER_HEADER } from '../../shared/caller-header.ts';
import { ServiceError } from '../platform/errors/service-error.ts';
import { prepareQuery } from '../platform/store/prepared.ts';
import { MINUTE } from '../platform/system/clock.ts';
import { parseApiKey, secretMatches } from './api-key-format.ts';
import { CALLER_COLUMNS, callerAccount } from './caller-account.ts';
import type { AccessContext } from './context.ts';
import type { Principal } from './principal.ts';
import { authenticateSession, type SessionCredential } from './sessions/authenticate.ts';

/** `last_used_at` moves at most this often. */
const LAST_USED_STEP = MINUTE;

type AuthenticationContext = Pick<AccessContext, 'store' | 'clock' | 'log' | 'guards'>;

/** Credentials of a request. */
export interface Credentials {
  /** The Authorization header. */
  readonly authorization: string | undefined;
  readonly session: SessionCredential | undefined;
  /** Network address of the caller. */
  readonly address: string;
}

/**
 * Authenticates a request by its key if it has one, else by its session. A wrong key never falls back to the
 * session, which would hide the mistake.
 */
export function authenticate(context: AuthenticationContext, credentials: Credentials): Promise<Principal> {
  if (credentials.authorization === undefined && credentials.session !== undefined) {
    return authenticateSession(context, credentials.session);
  }
  return authenticateKey(context, credentials.authorization, credentials.address);
}

/** One indexed read, no password hash. */
export async function authenticateKey(
  context: AuthenticationContext,
  authorization: string | undefined,
  address: string,
): Promise<Principal> {
  const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
  const parts = token === undefined ? null : parseApiKey(token);
  if (!parts) throw new ServiceError('UNAUTHORIZED');
  const { failedAuthentication } = context.guards;
  const now = context.clock.now();
  failedAuthentication.assertBelowCeiling(address, now);
  const [row] = (await findKey(context.store.read, { public_id: parts.publicId })).rows;
  if (!row) throw await failedAuthentication.unknownKey(address, now);
  if (!secretMatches(parts.secret, row.secret_hash)) {
    throw await failedAuthentication.wrongSecret(row.key_id, address, now);
  }
  if (row.revoked_at !== null) throw endedKey('API_KEY_REVOKED', row);
  if (row.role === null || row.status === 'deleted') throw endedKey('UNAUTHORIZED', row);
  noteUse(context, row);
  return {
    role: row.role,
    method: 'api_key',
    keyId: row.key_id,
    sessionId: null,
    mailboxIds: new Set(row.mailbox_ids),
    actor: { type: row.role, id: row.key_id },
    origin: row.role === 'agent' ? 'agent' : 'human',
    account: callerAccount(row.account_id, row),
  };
}

/** The refusal of a key whose secret is right; its role decides whom the command line advises. */
function endedKey(code: 'API_KEY_REVOKED' | 'UNAUTHORIZED', { role }: Pick<KeyRow, 'role'>): ServiceError {
  return new ServiceError(code, undefined, { headers: role === null ? {} : { [CALLER_HEADER]: role } });
}

type KeyRow = Awaited<ReturnType<typeof findKey>>['rows'][number];

const findKey = prepareQuery<{ public_id: string }>()((db, param) =>
  db
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
      ...CALLER_COLUMNS,
    ])
    .where('public_id', '=', param('public_id')),
);

function noteUse(context: AuthenticationContext, row: KeyRow): void {
  const now = context.clock.now();
  if (row.last_used_at !== null && now - row.last_used_at < LAST_USED_STEP) return;
  // Runs in the background: no request should wait for a note of use.
  context.store
    .write('none', ({ db }) =>
      db
        .updateTable('api_keys')
        .set({ last_used_at: now })
        .where('id', '=', row.key_id)
        .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', now)]))
        .execute(),
    )
    .catch((error: unknown) => context.log.warn({ err: error }, 'last use of a key not recorded'));
}
