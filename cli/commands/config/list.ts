import { command, result, words } from '../../command.ts';
import { configView } from '../../views/config.ts';

export const configList = command({
  name: ['config', 'list'],
  summary: 'Show all settings: those of the profile, then those of the daemon of this machine.',
  flags: {},
  arguments: { names: words('SETTING', 'Only this one, or all that begin with it, as mail.') },
  examples: [
    { command: 'agentmail config list', about: 'what can be set, and what it is' },
    { command: 'agentmail config list mail', about: 'how mail leaves this machine' },
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
