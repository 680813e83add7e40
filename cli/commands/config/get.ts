import { command, word } from '../../command.ts';
import { CommandError } from '../../errors.ts';

export const configGet = command({
  name: ['config', 'get'],
  summary: 'Print the value of a setting.',
  flags: {},
  arguments: { name: word('SETTING', 'Setting name, such as mailbox or mail.transport.') },
  examples: [{ command: 'agentmail config get mail.transport', about: 'print capture, relay or direct' }],
  endpoints: async () => {
    const { getSettings } = await import('../../../shared/contract/settings.ts');
    return { getSettings };
  },
  run: async (context, { name }, { getSettings }) => {
    const { assertSetting, readConfig } = await import('../../configuration/configuration.ts');
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
      const { safeText } = await import('../../terminal/safe.ts');
      context.raw(
        `${safeText(typeof found.value === 'string' ? found.value : JSON.stringify(found.value))}\n`,
      );
    }
    return 'ok';
  },
});
