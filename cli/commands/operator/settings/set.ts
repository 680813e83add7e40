import { command, flag, result, words } from '../../../command.ts';
import { settingsView } from '../../../views/operator.ts';

export const operatorSettingsSet = command({
  name: ['operator', 'settings', 'set'],
  summary: 'Change settings: NAME=VALUE, where VALUE is JSON or a word.',
  flags: {
    stdin: flag('--stdin', 'Read more changes from stdin, one per line, such as those with a password.'),
  },
  arguments: { changes: words('CHANGE', 'Change, such as access.signup=closed. null resets a setting.') },
  examples: [{ command: 'agentmail operator settings set access.signup=closed', about: 'close sign-up' }],
  endpoints: async () => {
    const { updateSettings } = await import('../../../../shared/contract/settings.ts');
    return { updateSettings };
  },
  run: async (context, input, { updateSettings }) => {
    const { settingsOf, warnOfSecret } = await import('../../../settings.ts');
    const lines = input.stdin ? (await context.world.stdin.readAll()).split('\n').filter(Boolean) : [];
    const typed = input.changes.length > 0 ? settingsOf(input.changes) : {};
    for (const [name, value] of Object.entries(typed)) warnOfSecret(context, name, value);
    const client = await context.client();
    const reply = await client.call(updateSettings, { body: settingsOf([...input.changes, ...lines]) });
    return result(reply, settingsView);
  },
});
