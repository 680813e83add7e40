import { command, result, words } from '../../../command.ts';
import { settingsView } from '../../../views/operator.ts';

export const operatorSettingsReset = command({
  name: ['operator', 'settings', 'reset'],
  summary: 'Reset settings to their defaults.',
  flags: {},
  arguments: { names: words('SETTING', 'Setting, such as access.signup.') },
  examples: [{ command: 'agentmail operator settings reset access.signup', about: 'reset who may sign up' }],
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
