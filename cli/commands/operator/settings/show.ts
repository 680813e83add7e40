import { command, result } from '../../../command.ts';
import { settingsView } from '../../../views/operator.ts';

export const operatorSettingsShow = command({
  name: ['operator', 'settings', 'show'],
  summary: "Show the daemon's settings.",
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail operator settings show', about: 'show all settings, secrets hidden' }],
  endpoints: async () => {
    const { getSettings } = await import('../../../../shared/contract/settings.ts');
    return { getSettings };
  },
  run: async (context, _input, { getSettings }) => {
    const client = await context.client();
    return result(await client.call(getSettings, {}), settingsView);
  },
});
