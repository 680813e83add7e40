import { sql } from 'kysely';
import type { Actor } from '../../platform/store/actor.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import type { AccessContext } from '../context.ts';

/** Sign-up factors that an account has verified. */
export interface SignupState {
  readonly id: string;
  readonly email: string;
  readonly signup_pending: boolean;
  readonly email_verified_at: number | null;
  readonly phone_number: string | null;
  readonly phone_verified_at: number | null;
}

export function signupState(db: Queries, accountId: string): Promise<SignupState> {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'signup_pending', 'email_verified_at', 'phone_number', 'phone_verified_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Whether the account still has to verify a phone. */
export function phoneIsPending(context: Pick<AccessContext, 'settings'>, state: SignupState): boolean {
  return (
    state.signup_pending &&
    state.phone_verified_at === null &&
    context.settings.get('access.phone_verification') === 'on'
  );
}

interface ConfirmFactorInput {
  readonly accountId: string;
  readonly factor: 'email' | 'phone';
  readonly actor: Actor;
}

/** Records a confirmed factor. */
export async function confirmFactor(
  transaction: Transaction,
  { accountId, factor, actor }: ConfirmFactorInput,
): Promise<void> {
  const change =
    factor === 'email' ? { email_verified_at: transaction.now } : { phone_verified_at: transaction.now };
  await transaction.db.updateTable('accounts').set(change).where('id', '=', accountId).execute();
  await transaction.audit({ kind: `account.${factor}.verified`, accountId, actor });
}

/** Unlocks an account without pending factors. Must not unlock a suspended one. */
export async function unlockWhenComplete(
  context: Pick<AccessContext, 'settings'>,
  transaction: Transaction,
  accountId: string,
): Promise<void> {
  const state = await signupState(transaction.db, accountId);
  if (state.email_verified_at === null || phoneIsPending(context, state)) return;
  await transaction.db
    .updateTable('accounts')
    .set({
      signup_pending: false,
      status: sql`case status when 'pending_verification' then 'active' else status end`,
    })
    .where('id', '=', accountId)
    .where('signup_pending', '=', true)
    .execute();
}

/** Accounts that only wait for their phone. */
export async function accountsWithoutPhone(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('status', '=', 'pending_verification')
    .where('email_verified_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Unlocks those of the accounts that still wait for their phone. */
export async function unlockWithoutPhone({ db }: Transaction, accounts: readonly string[]): Promise<void> {
  for (const id of accounts) {
    await db
      .updateTable('accounts')
      .set({ status: 'active' })
      .where('id', '=', id)
      .where('status', '=', 'pending_verification')
      .execute();
  }
}
