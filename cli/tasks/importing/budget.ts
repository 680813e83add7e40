import type { getCaller } from '../../../shared/contract/accounts.ts';
import type { renewListBudget } from '../../../shared/contract/operator-accounts.ts';
import { isOwnHome } from '../../client/connection.ts';
import type { CommandContext } from '../../context.ts';

export interface BudgetEndpoints {
  readonly getCaller: typeof getCaller;
  readonly renewListBudget: typeof renewListBudget;
}

/** The endpoints with which the owner of the machine goes past the hourly budget. */
export async function loadBudget(): Promise<BudgetEndpoints> {
  const [{ getCaller }, { renewListBudget }] = await Promise.all([
    import('../../../shared/contract/accounts.ts'),
    import('../../../shared/contract/operator-accounts.ts'),
  ]);
  return { getCaller, renewListBudget };
}

/** Renews the hourly budget of the caller's account; undefined for callers who don't own the daemon. */
export async function renewalFor(
  context: CommandContext,
  { getCaller, renewListBudget }: BudgetEndpoints,
): Promise<(() => Promise<void>) | undefined> {
  if (!(await isOwnHome(context))) return undefined;
  return async () => {
    const client = await context.client();
    const { account_id: id } = await client.call(getCaller, {});
    await client.call(renewListBudget, { params: { id } });
  };
}
