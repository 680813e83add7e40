import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { legalHold } from '../../../shared/contract/legal-holds.ts';
import type { LegalHoldsTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../platform/system/iso-time.ts';

export type LegalHoldRow = Selectable<LegalHoldsTable>;
export type LegalHold = z.output<typeof legalHold>;

export function projectHold(row: LegalHoldRow): LegalHold {
  return {
    id: row.id,
    scope: row.scope,
    mailbox_id: row.mailbox_id,
    case_reference: row.case_reference,
    reason: row.reason,
    applied_at: isoTime(row.applied_at),
    applied_by_type: row.applied_by_type,
    released_at: isoTimeOrNull(row.released_at),
    released_by_type: row.released_by_type,
    release_reason: row.release_reason,
  };
}

/** Whether the account has an active hold. */
export async function accountIsHeld(db: Queries, accountId: string): Promise<boolean> {
  const hold = await db
    .selectFrom('legal_holds')
    .select('id')
    .where('account_id', '=', accountId)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return hold !== undefined;
}

/** Whether an active hold of the account or of the mailbox protects a mailbox's content. */
export async function mailboxIsHeld(db: Queries, accountId: string, mailboxId: string): Promise<boolean> {
  const hold = await db
    .selectFrom('legal_holds')
    .select('id')
    .where('account_id', '=', accountId)
    .where('released_at', 'is', null)
    .where((where) => where.or([where('scope', '=', 'account'), where('mailbox_id', '=', mailboxId)]))
    .executeTakeFirst();
  return hold !== undefined;
}
