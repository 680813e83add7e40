import { command, result, words } from '../../command.ts';
import { configView } from '../../views/config.ts';

export const configList = command({
  name: ['config', 'list'],
  summary: 'List the settings of the profile and of the daemon.',
  flags: {},
  arguments: { names: words('SETTING', 'Setting name or prefix, such as mail.') },
  examples: [
    { command: 'agentmail config list', about: 'list all settings with their values' },
    { command: 'agentmail config list mail', about: 'show how mail leaves this machine' },
  ],
  endpoints: async () => {
    const { getSettings } = await import('../../../shared/contract/settings.ts');
    return { getSettings };
  },
  run: async (context, { names }, { getSettings }) => {
    const { readConfig } = await import('../../configuration/configuration.ts');
    return result(await readConfig(context, names, getSettings), configView);
  },
});
