import type { Updateable } from 'kysely';
import type { AccountsTable } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { AccessContext } from '../context.ts';
import { dropRecoveryCodes, renewRecoveryCodes } from '../factors/recovery-codes.ts';
import type { Principal } from '../principal.ts';

export interface EnabledFactor {
  readonly status: 'enabled';
  readonly method: 'totp' | 'sms';
  readonly recovery_codes: string[];
}

interface EnableFactorInput {
  readonly principal: Principal;
  readonly method: 'totp' | 'sms';
  readonly columns: Updateable<AccountsTable>;
}

/** Enables a method as the second factor, replacing any other, with new recovery codes. */
export async function enableFactor(
  context: Pick<AccessContext, 'random' | 'secrets'>,
  transaction: Transaction,
  { principal, method, columns }: EnableFactorInput,
): Promise<EnabledFactor> {
  await setFactor(transaction, principal, { ...NOTHING_LEFT, ...columns, mfa_method: method });
  const codes = await renewRecoveryCodes(context, transaction, principal.account.id);
  return { status: 'enabled', method, recovery_codes: codes };
}

/** Switches the second factor off, and its recovery codes with it. */
export async function disableFactor(transaction: Transaction, principal: Principal): Promise<void> {
  await setFactor(transaction, principal, { ...NOTHING_LEFT, mfa_method: 'none' });
  await dropRecoveryCodes(transaction, principal.account.id);
}

const NOTHING_LEFT = { totp_secret: null, totp_used_steps: [] };

async function setFactor(
  transaction: Transaction,
  principal: Principal,
  columns: Updateable<AccountsTable> & { readonly mfa_method: 'none' | 'totp' | 'sms' },
): Promise<void> {
  const { id } = principal.account;
  const { mfa_method: before } = await transaction.db
    .selectFrom('accounts')
    .select('mfa_method')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (before === 'none' && columns.mfa_method === 'none') return;
  await transaction.db.updateTable('accounts').set(columns).where('id', '=', id).execute();
  await transaction.audit({
    kind: 'account.mfa_method.changed',
    accountId: id,
    actor: principal.actor,
    before,
    after: columns.mfa_method,
  });
}
