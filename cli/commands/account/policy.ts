import { POLICY_MODES } from '../../../shared/contract/values.ts';
import { type Command, command } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { challengeFlag } from '../../input/asking/prove.ts';
import { assertExclusive, definedFields } from '../../input/options/input.ts';
import { choice, flag, integer } from '../../input/options/kinds.ts';
import { recordView } from '../../output/views/record.ts';

export const accountPolicy: readonly Command[] = [
  command({
    name: ['account', 'policy', 'show'],
    summary: 'Show the account policy.',
    examples: [
      {
        command: 'agentmail account policy show',
        about: 'show its send limit and the mode of new mailboxes',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/account-policy.ts')).getAccountPolicy,
    view: recordView,
  }),
  command({
    name: ['account', 'policy', 'set'],
    summary: 'Change the account policy; only a signed-in person can loosen it.',
    flags: {
      limit: integer('--daily-limit <N>', 'Sends per day, up to the limit of the plan.', {
        min: 1,
        max: 2_147_483_647,
      }),
      clearLimit: flag('--clear-daily-limit', "Remove the account's own limit."),
      mode: choice('--default-mode <MODE>', 'Policy mode of new mailboxes.', [...POLICY_MODES, 'none']),
      challenge: challengeFlag,
    },
    examples: [
      { command: 'agentmail account policy set --daily-limit 50', about: 'allow at most 50 sends a day' },
    ],
    endpoint: async () => (await import('../../../shared/contract/account-policy.ts')).updateAccountPolicy,
    request: ({ limit, clearLimit, mode }) => {
      assertExclusive({ '--daily-limit': limit !== undefined, '--clear-daily-limit': clearLimit });
      const changes = definedFields({
        custom_daily_send_limit: clearLimit ? null : limit,
        default_policy_mode: mode === 'none' ? null : mode,
      });
      if (Object.keys(changes).length === 0) throw new UsageError('No changes given.');
      return { body: { ...changes, ...(limit !== undefined && { require_effect: true }) } };
    },
    proof: { scope: 'account_policy_loosen' },
    view: recordView,
  }),
];
