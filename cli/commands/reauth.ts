import { ACTION_SCOPES } from '../../shared/action-scopes.ts';
import { choiceWord, command, flag, result } from '../command.ts';
import { parseValues } from '../values.ts';
import { recordView } from '../views/record.ts';

export const reauth = command({
  name: ['reauth'],
  summary: 'Request a re-authentication code by text message for one action.',
  flags: { stdin: flag('--stdin', "Read the action's values from stdin, as a JSON object.") },
  arguments: { action: choiceWord('ACTION', 'Action to authorize.', ACTION_SCOPES) },
  examples: [
    { command: 'agentmail reauth mfa_change', about: 'request a code; then run the action with --challenge' },
  ],
  endpoints: async () => {
    const { sendReauthSms } = await import('../../shared/contract/reauth.ts');
    return { sendReauthSms };
  },
  run: async (context, { action, stdin }, { sendReauthSms }) => {
    const values = stdin ? parseValues(await context.world.stdin.readAll()) : {};
    const client = await context.client();
    return result(
      await client.call(sendReauthSms, {
        body: { action_scope: action, values },
      }),
      recordView,
    );
  },
});
