import { URL_REPUTATION_VERSION } from '../../../shared/contract/accounts.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Actor } from '../../platform/store/actor.ts';
import type { AccountsTable } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { AccessContext } from '../context.ts';
import { insertApiKey } from '../create-key.ts';
import { sendEmailCode } from './email-code.ts';

export interface NewAccount {
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly passwordHash: string | null;
  readonly tier: AccountsTable['tier'];
  /** The ceilings of the tier don't apply. */
  readonly unlimited: boolean;
  /** Needs no codes; otherwise the account is locked and its email gets one. */
  readonly verified: boolean;
  readonly actor: Actor;
}

/** Inserts an account and its first admin key. Callers check the fields. */
export async function insertAccount(
  context: AccessContext,
  transaction: Transaction,
  account: NewAccount,
): Promise<{ accountId: string; apiKey: string }> {
  const { db, now } = transaction;
  const { email, tier, unlimited, phoneNumber } = account;
  const taken = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
  if (taken) {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'email_in_use' },
      { message: 'This email address is already in use.' },
    );
  }
  const id = transaction.newId();
  await db
    .insertInto('accounts')
    .values({
      id,
      email,
      status: account.verified ? 'active' : 'pending_verification',
      tier,
      unlimited,
      signup_pending: !account.verified,
      email_verified_at: account.verified ? now : null,
      phone_number: phoneNumber,
      phone_verified_at: account.verified && phoneNumber !== null ? now : null,
      custom_daily_send_limit: null,
      storage_limit_bytes: null,
      password_hash: account.passwordHash,
      trial_started_at: tier === 'sandbox' ? now : null,
      // The link check is on from the start, under the terms that are current then.
      url_reputation_version: URL_REPUTATION_VERSION,
      created_at: now,
    })
    .execute();
  await transaction.audit({
    kind: 'account.created',
    accountId: id,
    actor: account.actor,
    after: { email, tier },
  });
  const key = { accountId: id, role: 'admin' as const, label: null, mailboxIds: [] };
  const { apiKey } = await insertApiKey(context, transaction, { key, actor: account.actor });
  if (!account.verified) await sendEmailCode(context, transaction, { accountId: id, email });
  return { accountId: id, apiKey };
}
