import { command, result, word } from '../../command.ts';
import { configView } from '../../views/config.ts';

export const configUnset = command({
  name: ['config', 'unset'],
  summary: 'Reset a setting to its default.',
  description: 'Also works while the daemon is stopped, for example when a setting keeps it from starting.',
  flags: {},
  arguments: { name: word('SETTING', 'Setting name, such as mailbox or mail.transport.') },
  examples: [{ command: 'agentmail config unset mail.transport', about: 'use the default transport again' }],
  codes: ['NOT_CHANGED'],
  endpoints: async () => {
    const { updateSettings } = await import('../../../shared/contract/settings.ts');
    return { updateSettings };
  },
  run: async (context, { name }, { updateSettings }) => {
    const { changeConfig } = await import('../../configuration/configuration.ts');
    return result(await changeConfig(context, name, undefined, updateSettings), configView);
  },
});
