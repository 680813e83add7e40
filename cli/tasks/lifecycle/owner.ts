import { join } from 'node:path';
import type { Plan } from '../../../shared/contract/limits.ts';
import type { operatorCreateAccount, operatorListAccounts } from '../../../shared/contract/operator.ts';
import type { CommandContext } from '../../context.ts';
import { storeKey } from '../../input/asking/store-key.ts';
import { readProfiles } from '../../machine/home/profiles.ts';

export const DEFAULT_OWNER = 'owner@agentmail.localhost';

interface OwnerEndpoints {
  readonly operatorListAccounts: typeof operatorListAccounts;
  readonly operatorCreateAccount: typeof operatorCreateAccount;
}

export interface StartedOwner {
  readonly account: string | null;
  /** True when this start created the account. */
  readonly created: boolean;
}

interface OwnerInput {
  readonly email: string | undefined;
  readonly plan: Plan;
}

/**
 * Creates the owner's account on a daemon without accounts, and stores its admin key in the profile. Of two
 * commands at the same moment one waits, and finds both.
 */
export async function ensureOwner(
  context: CommandContext,
  input: OwnerInput,
  endpoints: OwnerEndpoints,
): Promise<StartedOwner> {
  const { withLock } = await import('../../machine/home/lock.ts');
  return withLock(join(context.home.path, 'owner'), () => ensured(context, input, endpoints));
}

async function ensured(
  context: CommandContext,
  { email, plan }: OwnerInput,
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
    const { [context.profileName]: profile } = await readProfiles(context.home);
    return { account: profile?.account ?? null, created: false };
  }
  const account = await client.call(endpoints.operatorCreateAccount, {
    body: { email: email ?? DEFAULT_OWNER, plan },
  });
  await storeKey(context, { profile: context.profileName, key: account.api_key }, { account: account.email });
  return { account: account.email, created: true };
}
