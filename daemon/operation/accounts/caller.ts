import type { getCaller as contract } from '../../../shared/contract/accounts.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { maskPhone } from '../../access/phone.ts';
import { planField } from '../../access/plan.ts';
import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import { remainingAttestations } from '../../rules/recipients/verified/attestations.ts';
import { projectUrlReputation } from './url-reputation.ts';

/** `GET /v1/auth/me`. */
export async function getCaller(context: Context, principal: Principal): Promise<ReplyOf<typeof contract>> {
  const { account } = principal;
  const row = await context.store.read
    .selectFrom('accounts')
    .select(['url_reputation_active', 'url_reputation_version', 'password_hash', 'mfa_method'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  return {
    account_id: account.id,
    email: account.email,
    status: account.status,
    tier: account.tier,
    ...planField(account),
    auth_method: principal.method,
    role: principal.role,
    key_id: principal.keyId,
    bound_mailbox_ids: [...principal.mailboxIds],
    email_verified: account.emailVerified,
    phone_verification_required:
      account.signupPending &&
      !account.phoneVerified &&
      context.settings.get('access.phone_verification') === 'on',
    phone_verified: account.phoneVerified,
    phone_number_masked: account.phoneNumber === null ? null : maskPhone(account.phoneNumber),
    url_reputation: projectUrlReputation(row),
    ...(account.tier === 'sandbox' && { limits: await sandboxLimits(context, principal) }),
    ...(principal.method === 'session' && {
      has_password: row.password_hash !== null,
      mfa_method: row.mfa_method,
    }),
  };
}

async function sandboxLimits(context: Context, { account }: Principal) {
  const now = context.clock.now();
  return {
    sandbox_attestations_remaining: await remainingAttestations(context, context.store.read, {
      account,
      now,
    }),
  };
}
