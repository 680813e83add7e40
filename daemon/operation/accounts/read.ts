import type * as contract from '../../../shared/contract/accounts.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { planField } from '../../access/plan.ts';
import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { chargedToday, nextMidnight, utcDay } from '../../rules/budgets/budget.ts';
import { capsOf } from '../../rules/budgets/caps.ts';

export function getAccount({ account }: Principal): ReplyOf<typeof contract.getAccount> {
  return {
    account_id: account.id,
    email: account.email,
    status: account.status,
    tier: account.tier,
    ...planField(account),
    agent_delete_messages_enabled: account.agentDeleteEnabled,
  };
}

export async function getQuota(
  context: Pick<Context, 'store' | 'clock'>,
  principal: Principal,
): Promise<ReplyOf<typeof contract.getQuota>> {
  const now = context.clock.now();
  const caps = await capsOf(context.store.read, principal.account.id, now);
  const limit = caps.dailyLimit;
  const count = await chargedToday(context.store.read, principal.account.id, now);
  return {
    today: { count, limit, day: utcDay(now) },
    sends_remaining: Math.max(0, limit - count),
    reset_at: isoTime(nextMidnight(now)),
    scope: principal.role,
    bound_mailbox_ids: [...principal.mailboxIds],
    ...(caps.warmup && { warmup: caps.warmup }),
  };
}
