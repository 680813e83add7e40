import { command, optionalWord, result, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { readSecret } from '../../secrets.ts';
import { configView } from '../../views/config.ts';

export const configSet = command({
  name: ['config', 'set'],
  summary: 'Change a setting of the profile or of the daemon.',
  description:
    'Without VALUE, or with -, the value is read from stdin. At a terminal, values that may hold a password are read without echo.',
  flags: {},
  arguments: {
    name: word('SETTING', 'Setting name, such as mailbox or mail.transport.'),
    value: optionalWord('VALUE', 'A word, or JSON for lists and objects. Default: read from stdin.'),
  },
  examples: [
    { command: 'agentmail config set mailbox support', about: 'use this mailbox when --mailbox is omitted' },
    { command: 'agentmail config set mail.transport relay', about: 'send mail through mail.relay' },
    { command: 'agentmail config set mail.relay', about: 'prompt for the relay and its password as JSON' },
    { command: 'agentmail config set mail.relay - < relay.json', about: 'read the relay from a file' },
    { command: `agentmail config set http.allowed_hosts '["mail.example.com"]'`, about: 'set a list' },
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
      context.say('Type the value, then press Enter and Ctrl+D.');
    const read = () => (isSecretSetting(name) ? readSecret(context, `${name}, as JSON`) : stdin.readAll());
    const given = (isAsked ? await read() : value).trim();
    if (!isAsked) warnOfSecret(context, name, settingValue(given));
    if (given === '') throw new UsageError('No value given.', `to reset it: agentmail config unset ${name}`);
    return result(await changeConfig(context, name, given, updateSettings), configView);
  },
});
