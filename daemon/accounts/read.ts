import type * as contract from '../../shared/contract/accounts.ts';
import type { ReplyOf } from '../../shared/contract/endpoint.ts';
import { maskPhone } from '../access/phone.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { chargedToday, nextMidnight, utcDay } from './budget.ts';
import { capsOf } from './caps.ts';

export function getAccount({ account }: Principal): ReplyOf<typeof contract.getAccount> {
  return {
    account_id: account.id,
    email: account.email,
    status: account.status,
    tier: account.tier,
    agent_delete_messages_enabled: account.agentDeleteEnabled,
  };
}

export function getCaller(principal: Principal): ReplyOf<typeof contract.getCaller> {
  const { account } = principal;
  return {
    account_id: account.id,
    email: account.email,
    status: account.status,
    tier: account.tier,
    auth_method: principal.method,
    role: principal.role,
    key_id: principal.keyId,
    bound_mailbox_ids: [...principal.mailboxIds],
    email_verified: account.emailVerified,
    phone_verification_required: account.status === 'pending_verification' && !account.phoneVerified,
    phone_verified: account.phoneVerified,
    phone_number_masked: account.phoneNumber === null ? null : maskPhone(account.phoneNumber),
  };
}

export async function getQuota(
  context: Pick<Context, 'store' | 'clock' | 'config'>,
  principal: Principal,
): Promise<ReplyOf<typeof contract.getQuota>> {
  const now = context.clock.now();
  const caps = await capsOf(context, context.store.read, principal.account.id, now);
  const limit = caps.dailyLimit;
  const count = await chargedToday(context.store.read, principal.account.id, now);
  return {
    today: { count, limit, day: utcDay(now) },
    sends_remaining: Math.max(0, limit - count),
    reset_at: new Date(nextMidnight(now)).toISOString(),
    scope: principal.role,
    bound_mailbox_ids: [...principal.mailboxIds],
    ...(caps.warmup && { warmup: caps.warmup }),
  };
}
