import { command, result, words } from '../../../command.ts';
import { settingsView } from '../../../views/operator.ts';

export const operatorSettingsReset = command({
  name: ['operator', 'settings', 'reset'],
  summary: 'Give settings their defaults again.',
  flags: {},
  arguments: { names: words('SETTING', 'As access.signup.') },
  examples: [{ command: 'agentmail operator settings reset access.signup', about: 'as on the first day' }],
  endpoints: async () => {
    const { updateSettings } = await import('../../../../shared/contract/settings.ts');
    return { updateSettings };
  },
  run: async (context, { names }, { updateSettings }) => {
    const { settingsOf } = await import('../../../settings.ts');
    const client = await context.client();
    const body = settingsOf(names.map((name) => `${name}=null`));
    return result(await client.call(updateSettings, { body }), settingsView);
  },
});
