import { POLICY_MODES } from '../../../../shared/contract/values.ts';
import { choice, command, flag, integer, result } from '../../../command.ts';
import { UsageError } from '../../../errors.ts';
import { assertExclusive } from '../../../exclusive.ts';
import { given } from '../../../given.ts';
import { challengeFlag, withProof } from '../../../prove.ts';
import { secretsOf } from '../../../secrets.ts';
import { recordView } from '../../../views/record.ts';

export const accountPolicySet = command({
  name: ['account', 'policy', 'set'],
  summary: 'Change the account policy; only a signed-in person can loosen it.',
  flags: {
    limit: integer('--daily-limit <N>', 'Sends per day, up to the limit of the plan.', 1, 2_147_483_647),
    clearLimit: flag('--clear-daily-limit', "Remove the account's own limit."),
    mode: choice('--default-mode <MODE>', 'Policy mode of new mailboxes.', [...POLICY_MODES, 'none']),
    challenge: challengeFlag,
  },
  arguments: {},
  examples: [
    { command: 'agentmail account policy set --daily-limit 50', about: 'allow at most 50 sends a day' },
  ],
  endpoints: async () => {
    const { updateAccountPolicy } = await import('../../../../shared/contract/account-policy.ts');
    return { updateAccountPolicy };
  },
  run: async (context, input, { updateAccountPolicy }) => {
    assertExclusive({ '--daily-limit': input.limit !== undefined, '--clear-daily-limit': input.clearLimit });
    const changes = given({
      custom_daily_send_limit: input.clearLimit ? null : input.limit,
      default_policy_mode: input.mode === 'none' ? null : input.mode,
    });
    if (Object.keys(changes).length === 0) throw new UsageError('No changes given.');
    const values = { ...changes, ...(input.limit !== undefined && { require_effect: true }) };
    const client = await context.client();
    const action = {
      scope: 'account_policy_loosen' as const,
      values,
      challenge: input.challenge,
      secrets: secretsOf(context),
    };
    const reply = await withProof(context, action, (proof, as) =>
      client.call(updateAccountPolicy, { ...as, body: { ...values, ...proof } }),
    );
    return result(reply, recordView);
  },
});
