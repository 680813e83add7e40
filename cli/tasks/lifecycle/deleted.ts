import type { operatorListAccounts } from '../../../shared/contract/operator.ts';
import type { CommandContext } from '../../context.ts';

/** Newest accounts to check. */
const LOOKED_THROUGH = 100;

/** Names the deleted accounts that can still be restored. */
export async function noticeDeleted(
  context: CommandContext,
  endpoint: typeof operatorListAccounts,
): Promise<void> {
  const client = await context.client();
  const { accounts } = await client.call(endpoint, { query: { limit: LOOKED_THROUGH } });
  for (const { email, restorable_until: until } of accounts) {
    if (until === undefined) continue;
    context.notice(
      `The account ${email} is deleted. To restore it until ${until.slice(0, 10)}: agentmail operator accounts restore ${email}`,
    );
  }
}
