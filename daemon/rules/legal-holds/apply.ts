import type { Actor } from '../../platform/store/actor.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { type LegalHold, type LegalHoldRow, projectHold } from './table.ts';

export interface NewHold {
  readonly accountId: string;
  readonly mailboxId: string | null;
  readonly reason: string;
  readonly caseReference: string | null;
  readonly by: 'admin' | 'customer';
  readonly actor: Actor;
}

/** Writes a hold and its audit row; it holds from this transaction on. */
export async function applyHold(transaction: Transaction, hold: NewHold): Promise<LegalHold> {
  const { db, now } = transaction;
  const row: LegalHoldRow = {
    id: transaction.newId(),
    account_id: hold.accountId,
    scope: hold.mailboxId === null ? 'account' : 'mailbox',
    mailbox_id: hold.mailboxId,
    case_reference: hold.caseReference,
    reason: hold.reason,
    applied_at: now,
    applied_by_type: hold.by,
    applied_by_id: hold.actor.id,
    released_at: null,
    released_by_type: null,
    release_reason: null,
  };
  await db.insertInto('legal_holds').values(row).execute();
  await transaction.audit({
    kind: 'legal_hold.applied',
    accountId: hold.accountId,
    ...(hold.mailboxId !== null && { mailboxId: hold.mailboxId }),
    actor: hold.actor,
    target: row.id,
    after: { scope: row.scope, case_reference: hold.caseReference },
    reason: hold.reason,
  });
  return projectHold(row);
}

/** Ends an active hold. Callers check who may. */
export async function endHold(
  transaction: Transaction,
  hold: LegalHoldRow,
  by: { readonly type: 'admin' | 'customer'; readonly actor: Actor; readonly reason: string | null },
): Promise<LegalHold> {
  const released = {
    released_at: transaction.now,
    released_by_type: by.type,
    release_reason: by.reason,
  };
  await transaction.db.updateTable('legal_holds').set(released).where('id', '=', hold.id).execute();
  await transaction.audit({
    kind: 'legal_hold.released',
    accountId: hold.account_id,
    ...(hold.mailbox_id !== null && { mailboxId: hold.mailbox_id }),
    actor: by.actor,
    target: hold.id,
    ...(by.reason !== null && { reason: by.reason }),
  });
  return projectHold({ ...hold, ...released });
}
