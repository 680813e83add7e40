import { command, optionalWord, result, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { configView } from '../../views/config.ts';

export const configSet = command({
  name: ['config', 'set'],
  summary: 'Change one setting, of the profile or of the daemon.',
  description: 'Without a value it is read from stdin, so that a password need not be part of the command.',
  flags: {},
  arguments: {
    name: word('SETTING', 'As mailbox, or mail.transport.'),
    value: optionalWord('VALUE', 'A word, or JSON for lists and objects. Default: from stdin.'),
  },
  examples: [
    { command: 'agentmail config set mailbox support', about: 'no more --mailbox' },
    { command: 'agentmail config set mail.transport relay', about: 'mail leaves through mail.relay' },
    { command: 'agentmail config set mail.relay < relay.json', about: 'a relay with its password' },
    { command: `agentmail config set http.allowed_hosts '["mail.example.com"]'`, about: 'a list' },
  ],
  endpoints: async () => {
    const { updateSettings } = await import('../../../shared/contract/settings.ts');
    return { updateSettings };
  },
  run: async (context, { name, value }, { updateSettings }) => {
    const { assertSetting, changeConfig } = await import('../../configuration/configuration.ts');
    assertSetting(name);
    const { stdin } = context.world;
    if (value === undefined && stdin.isTTY) context.say('Type the value, then press Enter and Ctrl-D.');
    const given = value ?? (await stdin.readAll()).trim();
    if (given === '')
      throw new UsageError('There is no value.', `its default again: agentmail config unset ${name}`);
    return result(await changeConfig(context, name, given, updateSettings), configView);
  },
});
