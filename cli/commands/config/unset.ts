import { command, result, word } from '../../command.ts';
import { configView } from '../../views/config.ts';

export const configUnset = command({
  name: ['config', 'unset'],
  summary: 'Give a setting its default again.',
  description: 'Also where no daemon runs, as when one of its settings keeps it from starting.',
  flags: {},
  arguments: { name: word('SETTING', 'As mailbox, or mail.transport.') },
  examples: [{ command: 'agentmail config unset mail.transport', about: 'as on the first day' }],
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
