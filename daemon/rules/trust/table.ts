import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { trustedSource } from '../../../shared/contract/trust.ts';
import type { Actor } from '../../platform/store/actor.ts';
import type { TrustedSourcesTable } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../platform/system/iso-time.ts';

export type TrustedSourceRow = Selectable<TrustedSourcesTable>;
export type TrustedSourceView = z.output<typeof trustedSource>;
export type Eligibility = TrustedSourceView['eligibility_snapshot'];

/** `revoked` has precedence over `expired`: a person did it. */
export function statusOf(
  row: Pick<TrustedSourceRow, 'revoked_at' | 'expires_at'>,
  now: number,
): TrustedSourceView['status'] {
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at <= now ? 'expired' : 'active';
}

export function projectSource(row: TrustedSourceRow, now: number): TrustedSourceView {
  return {
    id: row.id,
    grain: 'address',
    value: row.value,
    value_ascii: row.value_ascii,
    status: statusOf(row, now),
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
    revoked_at: isoTimeOrNull(row.revoked_at),
    eligibility_snapshot: row.eligibility,
  };
}

interface TellTrustInput {
  readonly type: 'trusted_source.granted' | 'trusted_source.revoked';
  readonly row: TrustedSourceRow;
  readonly actor: Actor;
}

export function tellTrust(transaction: Transaction, { type, row, actor }: TellTrustInput): Promise<void> {
  return transaction.emit({
    type,
    accountId: row.account_id,
    mailboxId: row.mailbox_id,
    data: {
      mailbox_id: row.mailbox_id,
      source_id: row.id,
      grain: 'address',
      value: row.value,
      value_ascii: row.value_ascii,
      expires_at: isoTime(row.expires_at),
      revoked_at: isoTimeOrNull(row.revoked_at),
      actor_type: actor.type,
      actor_id: actor.id,
    },
  });
}
