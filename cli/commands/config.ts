import { type Command, command, result } from '../command.ts';
import { CommandError, UsageError } from '../errors.ts';
import { readSecret } from '../input/asking/secrets.ts';
import { optionalWord, word, words } from '../input/options/kinds.ts';
import { configView } from '../output/views/config.ts';

export const config: readonly Command[] = [
  command({
    name: ['config', 'list'],
    summary: 'List the settings of the profile and of the daemon.',
    arguments: { names: words('SETTING', 'Setting name or prefix, such as mail.') },
    examples: [
      { command: 'agentmail config list', about: 'list all settings with their values' },
      { command: 'agentmail config list mail', about: 'show how mail leaves this machine' },
    ],
    endpoints: async () => {
      const { getSettings } = await import('../../shared/contract/settings.ts');
      return { getSettings };
    },
    run: async (context, { names }, { getSettings }) => {
      const { readConfig } = await import('../machine/configuration/configuration.ts');
      return result(await readConfig(context, names, getSettings), configView);
    },
  }),
  command({
    name: ['config', 'get'],
    summary: 'Print the value of a setting.',
    arguments: { name: word('SETTING', 'Setting name, such as mailbox or mail.transport.') },
    examples: [{ command: 'agentmail config get mail.transport', about: 'print capture, relay or direct' }],
    endpoints: async () => {
      const { getSettings } = await import('../../shared/contract/settings.ts');
      return { getSettings };
    },
    run: async (context, { name }, { getSettings }) => {
      const { assertSetting, readConfig } = await import('../machine/configuration/configuration.ts');
      assertSetting(name);
      const { settings, daemon_problem: problem } = await readConfig(context, [name], getSettings);
      const found = settings.find((row) => row.name === name);
      if (!found) {
        throw new CommandError(problem ?? "The daemon doesn't know this setting.", {
          exit: 'unreachable',
          code: 'UNREACHABLE',
          hint: 'agentmail up',
        });
      }
      if (context.jsonAsked) context.raw(`${JSON.stringify(found, null, 2)}\n`);
      else {
        const { safeText } = await import('../output/terminal/safe.ts');
        context.raw(
          `${safeText(typeof found.value === 'string' ? found.value : JSON.stringify(found.value))}\n`,
        );
      }
      return 'ok';
    },
  }),
  command({
    name: ['config', 'set'],
    summary: 'Change a setting of the profile or of the daemon.',
    description:
      'Without VALUE, or with -, the value is read from stdin. At a terminal, values that may hold a password are read without echo.\n' +
      'Also works while the daemon is stopped.',
    arguments: {
      name: word('SETTING', 'Setting name, such as mailbox or mail.transport.'),
      value: optionalWord('VALUE', 'A word, or JSON for lists and objects. Default: read from stdin.'),
    },
    examples: [
      {
        command: 'agentmail config set mailbox support',
        about: 'use this mailbox when --mailbox is omitted',
      },
      { command: 'agentmail config set mail.transport relay', about: 'send mail through mail.relay' },
      { command: 'agentmail config set mail.relay', about: 'prompt for the relay and its password as JSON' },
      { command: 'agentmail config set mail.relay - < relay.json', about: 'read the relay from a file' },
      { command: `agentmail config set http.allowed_hosts '["mail.example.com"]'`, about: 'set a list' },
    ],
    codes: ['NOT_CHANGED'],
    endpoints: async () => {
      const { updateSettings } = await import('../../shared/contract/settings.ts');
      return { updateSettings };
    },
    run: async (context, { name, value }, { updateSettings }) => {
      const { assertSetting, changeConfig } = await import('../machine/configuration/configuration.ts');
      const { isSecretSetting, secretPrompt, settingValue, warnOfSecret } = await import(
        '../machine/configuration/settings.ts'
      );
      assertSetting(name);
      const { stdin } = context.world;
      const isAsked = value === undefined || value === '-';
      if (isAsked && stdin.isTTY && !isSecretSetting(name))
        context.say('Type the value, then press Enter and Ctrl+D.');
      const read = () =>
        isSecretSetting(name) ? readSecret(context.world, secretPrompt(name)) : stdin.readAll();
      const given = (isAsked ? await read() : value).trim();
      if (!isAsked) warnOfSecret(context, name, settingValue(given));
      if (given === '')
        throw new UsageError('No value given.', `to reset it: agentmail config unset ${name}`);
      return result(await changeConfig(context, { name, value: given }, updateSettings), configView);
    },
  }),
  command({
    name: ['config', 'unset'],
    summary: 'Reset a setting to its default.',
    description: 'Also works while the daemon is stopped, for example when a setting keeps it from starting.',
    arguments: { name: word('SETTING', 'Setting name, such as mailbox or mail.transport.') },
    examples: [
      { command: 'agentmail config unset mail.transport', about: 'use the default transport again' },
    ],
    codes: ['NOT_CHANGED'],
    endpoints: async () => {
      const { updateSettings } = await import('../../shared/contract/settings.ts');
      return { updateSettings };
    },
    run: async (context, { name }, { updateSettings }) => {
      const { changeConfig } = await import('../machine/configuration/configuration.ts');
      return result(await changeConfig(context, { name, value: undefined }, updateSettings), configView);
    },
  }),
];
