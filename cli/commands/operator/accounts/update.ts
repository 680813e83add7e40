import { PLANS, TIERS } from '../../../../shared/contract/limits.ts';
import {
  DOMAIN_HEALTHS,
  DOMAIN_STATUSES,
  SETTABLE_ACCOUNT_STATUSES,
  VELOCITY_MODES,
} from '../../../../shared/contract/values.ts';
import { warmupOf } from '../../../account-changes.ts';
import { choice, command, flag, integer, onOff, result } from '../../../command.ts';
import { UsageError } from '../../../errors.ts';
import { assertExclusive } from '../../../exclusive.ts';
import { given } from '../../../given.ts';
import { accountWord } from '../../../operator-ids.ts';
import { futureTime, pastTime } from '../../../time.ts';
import { operatorAccountView } from '../../../views/operator.ts';

export const operatorAccountsUpdate = command({
  name: ['operator', 'accounts', 'update'],
  summary: "Change an account's plan, state and limits.",
  flags: {
    plan: choice('--plan <PLAN>', 'Plan of the account; unlimited has no limits.', PLANS),
    tier: choice('--tier <TIER>', 'Same as --plan, but without unlimited.', TIERS),
    status: choice('--status <STATUS>', 'Whether the account may send.', SETTABLE_ACCOUNT_STATUSES),
    cleanHistory: onOff(
      '--clean-history <on|off>',
      'Whether its sending history is clean, which raises pay-as-you-go to its ceiling.',
    ),
    exempt: onOff('--billing-exempt <on|off>', 'Whether to treat the account as paying.'),
    trialStart: pastTime('--trial-start <TIME>', 'When its trial began.'),
    trialUsed: integer('--trial-used <N>', 'Number of trial sends already used.', 0, 2_147_483_647),
    storage: integer('--storage <BYTES>', 'Storage limit of this account.', 0, 1_000_000_000_000),
    noStorageLimit: flag('--plan-storage', 'Use the storage limit of its plan again.'),
    warmup: futureTime('--warmup-until <TIME>', 'Apply the warm-up limit until this time.'),
    warmupLimit: integer('--warmup-limit <N>', 'Sends a day during the warm-up.', 1, 2_147_483_647),
    warmupMode: choice('--warmup-mode <MODE>', 'What happens at the hourly limit.', VELOCITY_MODES),
    clearWarmup: flag('--clear-warmup', 'End the warm-up.'),
    domainStatus: choice(
      '--domain-status <STATUS>',
      'Status of its mailboxes on the platform domain.',
      DOMAIN_STATUSES,
    ),
    domainHealth: choice(
      '--domain-health <HEALTH>',
      'Health of its mailboxes on the platform domain.',
      DOMAIN_HEALTHS,
    ),
  },
  arguments: { account: accountWord },
  examples: [
    {
      command: 'agentmail operator accounts update bob@example.com --tier starter',
      about: 'change the plan from the next request on',
    },
    {
      command: 'agentmail operator accounts update owner@agentmail.localhost --plan unlimited',
      about: 'remove the limits on sends, mailboxes, domains, webhooks and storage',
    },
  ],
  endpoints: async () => {
    const { operatorUpdateAccount } = await import('../../../../shared/contract/operator-accounts.ts');
    return { operatorUpdateAccount };
  },
  run: async (context, input, { operatorUpdateAccount }) => {
    assertExclusive({ '--plan': input.plan !== undefined, '--tier': input.tier !== undefined });
    assertExclusive({ '--storage': input.storage !== undefined, '--plan-storage': input.noStorageLimit });
    assertExclusive({ '--warmup-until': input.warmup !== undefined, '--clear-warmup': input.clearWarmup });
    const warmup = warmupOf(input.warmup, input.warmupLimit, input.warmupMode);
    const body = {
      ...given({
        plan: input.plan,
        tier: input.tier,
        status: input.status,
        clean_history: input.cleanHistory,
        billing_exempt: input.exempt,
        trial_started_at: input.trialStart,
        trial_sends_used: input.trialUsed,
        storage_limit_bytes: input.noStorageLimit ? null : input.storage,
        warmup: input.clearWarmup ? null : warmup,
      }),
      ...(input.domainStatus || input.domainHealth
        ? { platform_domain: given({ status: input.domainStatus, health: input.domainHealth }) }
        : {}),
    };
    if (Object.keys(body).length === 0) throw new UsageError('No changes given.');
    const client = await context.client();
    const reply = await client.call(operatorUpdateAccount, { params: { id: input.account }, body });
    return result(reply, operatorAccountView);
  },
});
