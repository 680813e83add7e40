import type { Plan } from '../../shared/contract/limits.ts';
import type { operatorCreateAccount, operatorListAccounts } from '../../shared/contract/operator.ts';
import type { CommandContext } from '../context.ts';
import { storeKey } from '../home/store-key.ts';

const DEFAULT_OWNER = 'owner@agentmail.localhost';

interface OwnerEndpoints {
  readonly operatorListAccounts: typeof operatorListAccounts;
  readonly operatorCreateAccount: typeof operatorCreateAccount;
}

export interface StartedOwner {
  readonly account: string | null;
  /** True when this start created the account. */
  readonly created: boolean;
}

/** Creates the owner's account on a daemon without accounts, and stores its admin key in the profile. */
export async function ensureOwner(
  context: CommandContext,
  { email, plan }: { readonly email: string | undefined; readonly plan: Plan },
  endpoints: OwnerEndpoints,
): Promise<StartedOwner> {
  const client = await context.client();
  const { accounts } = await client.call(endpoints.operatorListAccounts, { query: { limit: 1 } });
  if (accounts.length > 0) {
    const hasKey =
      (await context.credentials.get(context.profileName)) !== undefined || !!context.world.env.AGENTMAIL_KEY;
    if (!hasKey) {
      context.notice(
        `Profile "${context.profileName}" has no key: agentmail operator accounts key EMAIL --save-as ${context.profileName}`,
      );
    }
    return { account: context.profile.account ?? null, created: false };
  }
  const account = await client.call(endpoints.operatorCreateAccount, {
    body: { email: email ?? DEFAULT_OWNER, plan },
  });
  await storeKey(context, { profile: context.profileName, key: account.api_key }, { account: account.email });
  return { account: account.email, created: true };
}
