import { command, optionalWord, result, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { readSecret } from '../../secrets.ts';
import { configView } from '../../views/config.ts';

export const configSet = command({
  name: ['config', 'set'],
  summary: 'Change one setting, of the profile or of the daemon.',
  description:
    'Without VALUE, or with -, reads the value from stdin. At a terminal, values that may hold a password are typed without echo.',
  flags: {},
  arguments: {
    name: word('SETTING', 'As mailbox, or mail.transport.'),
    value: optionalWord(
      'VALUE',
      'A word, or JSON for lists and objects. Default: read from stdin, as with -.',
    ),
  },
  examples: [
    { command: 'agentmail config set mailbox support', about: 'no more --mailbox' },
    { command: 'agentmail config set mail.transport relay', about: 'mail leaves through mail.relay' },
    { command: 'agentmail config set mail.relay', about: 'asks for a relay and its password, as JSON' },
    { command: 'agentmail config set mail.relay - < relay.json', about: 'the same from a file' },
    { command: `agentmail config set http.allowed_hosts '["mail.example.com"]'`, about: 'a list' },
  ],
  endpoints: async () => {
    const { updateSettings } = await import('../../../shared/contract/settings.ts');
    return { updateSettings };
  },
  run: async (context, { name, value }, { updateSettings }) => {
    const { assertSetting, changeConfig } = await import('../../configuration/configuration.ts');
    const { isSecretSetting, settingValue, warnOfSecret } = await import('../../settings.ts');
    assertSetting(name);
    const { stdin } = context.world;
    const isAsked = value === undefined || value === '-';
    if (isAsked && stdin.isTTY && !isSecretSetting(name))
      context.say('Type the value, then press Enter and Ctrl-D.');
    const read = () => (isSecretSetting(name) ? readSecret(context, `${name}, as JSON`) : stdin.readAll());
    const given = (isAsked ? await read() : value).trim();
    if (!isAsked) warnOfSecret(context, name, settingValue(given));
    if (given === '')
      throw new UsageError('There is no value.', `its default again: agentmail config unset ${name}`);
    return result(await changeConfig(context, name, given, updateSettings), configView);
  },
});
