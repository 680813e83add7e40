import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { apiKeyEntry } from '../../shared/contract/keys.ts';
import type { ApiKeysTable } from '../platform/store/schema.ts';
import { isoTime, isoTimeOrNull } from '../platform/system/iso-time.ts';
import { maskPublicId } from './api-key-format.ts';
import type { AccessContext } from './context.ts';
import type { Principal } from './principal.ts';

/** Lists the keys of an account, newest first, without secrets. */
export async function listApiKeys(
  context: Pick<AccessContext, 'store'>,
  principal: Principal,
  includeRevoked: boolean,
): Promise<{ keys: z.output<typeof apiKeyEntry>[] }> {
  let query = context.store.read
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', principal.account.id);
  if (!includeRevoked) query = query.where('revoked_at', 'is', null);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
  return { keys: rows.map(projectKey) };
}

/** A key as lists show it. */
export function projectKey(row: Selectable<ApiKeysTable>): z.output<typeof apiKeyEntry> {
  return {
    id: row.id,
    prefix: maskPublicId(row.public_id),
    status: row.revoked_at === null ? 'active' : 'revoked',
    created_at: isoTime(row.created_at),
    role: row.role,
    label: row.label,
    mailbox_ids: [...row.mailbox_ids],
    instruction_trust_enabled: row.instruction_trust_enabled,
    last_used_at: isoTimeOrNull(row.last_used_at),
    revoked_at: isoTimeOrNull(row.revoked_at),
    revoked_by: row.revoked_by,
  };
}
