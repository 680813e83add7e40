import type { operatorListAccounts } from '../../shared/contract/operator.ts';
import type { Context } from '../context.ts';

/** As many accounts, newest first, as are looked through for deleted ones. */
const LOOKED_THROUGH = 100;

/** Says which deleted accounts can still be taken back. */
export async function noticeDeleted(context: Context, endpoint: typeof operatorListAccounts): Promise<void> {
  const client = await context.client();
  const { accounts } = await client.call(endpoint, { query: { limit: LOOKED_THROUGH } });
  for (const { email, restorable_until: until } of accounts) {
    if (until === undefined) continue;
    context.notice(
      `The account ${email} is deleted. Until ${until.slice(0, 10)} this takes it back: agentmail operator accounts restore ${email}`,
    );
  }
}
