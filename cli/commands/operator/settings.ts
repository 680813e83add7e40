import { type Command, command, result } from '../../command.ts';
import { definedFields } from '../../input/options/input.ts';
import { flag, text, words } from '../../input/options/kinds.ts';
import { settingsView } from '../../output/views/operator.ts';

const node = text('--node <NAME>', 'Node whose machine settings are meant. Default: the one that answers.');

export const operatorSettings: readonly Command[] = [
  command({
    name: ['operator', 'settings', 'show'],
    summary: "Show the daemon's settings.",
    flags: { node },
    examples: [{ command: 'agentmail operator settings show', about: 'show all settings, secrets hidden' }],
    endpoint: async () => (await import('../../../shared/contract/settings.ts')).getSettings,
    request: (input) => ({ query: definedFields({ node: input.node }) }),
    view: settingsView,
  }),
  command({
    name: ['operator', 'settings', 'set'],
    summary: 'Change settings: NAME=VALUE, where VALUE is JSON or a word.',
    flags: {
      stdin: flag('--stdin', 'Read more changes from stdin, one per line, such as those with a password.'),
      node,
    },
    arguments: { changes: words('CHANGE', 'Change, such as access.signup=closed. null resets a setting.') },
    examples: [
      { command: 'agentmail operator settings set access.signup=closed', about: 'close sign-up' },
      {
        command: 'agentmail operator settings set mail.hostname=mx2.example.com --node mx2',
        about: 'name another node of the service',
      },
    ],
    endpoints: async () => {
      const { updateSettings } = await import('../../../shared/contract/settings.ts');
      return { updateSettings };
    },
    run: async (context, input, { updateSettings }) => {
      const { noticeOverruled, settingsOf, warnOfSecret } = await import(
        '../../machine/configuration/settings.ts'
      );
      const lines = input.stdin ? (await context.world.stdin.readAll()).split('\n').filter(Boolean) : [];
      const typed = input.changes.length > 0 ? settingsOf(input.changes) : {};
      for (const [name, value] of Object.entries(typed)) warnOfSecret(context, name, value);
      const changes = settingsOf([...input.changes, ...lines]);
      const client = await context.client();
      const reply = await client.call(updateSettings, {
        body: { ...changes, ...definedFields({ node: input.node }) },
      });
      noticeOverruled(context, changes, reply.settings);
      return result(reply, settingsView);
    },
  }),
  command({
    name: ['operator', 'settings', 'reset'],
    summary: 'Reset settings to their defaults.',
    flags: { node },
    arguments: { names: words('SETTING', 'Setting, such as access.signup.') },
    examples: [
      { command: 'agentmail operator settings reset access.signup', about: 'reset who may sign up' },
    ],
    endpoint: async () => (await import('../../../shared/contract/settings.ts')).updateSettings,
    request: async (input) => {
      const { settingsOf } = await import('../../machine/configuration/settings.ts');
      const body = settingsOf(input.names.map((name) => `${name}=null`));
      return { body: { ...body, ...definedFields({ node: input.node }) } };
    },
    view: settingsView,
  }),
];
