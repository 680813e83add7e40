import { type Command, command, result } from '../../command.ts';
import { confirm, yesFlag } from '../../input/asking/confirm.ts';
import { choiceWord, flag, text } from '../../input/options/kinds.ts';
import { modelFlags } from '../../tasks/mcp/flags.ts';
import { HOST_NAMES } from '../../tasks/mcp/host-names.ts';
import { clientList, installedClient, uninstalledClient } from '../../tasks/mcp/view.ts';

const clientWord = choiceWord('CLIENT', 'Program that starts the server.', HOST_NAMES);
const loadClients = () => import('../../tasks/mcp/clients.ts');

/** Adds the server to programs that start it. */
export const mcpClients: readonly Command[] = [
  command({
    name: ['mcp', 'install'],
    summary: "Add the server to a client's configuration.",
    description:
      'Writes an entry that names the profile; the key stays where the profile has it. It shows the change\n' +
      'and asks first, keeps a copy of the file beside it, and leaves the rest of the file as it is. If the\n' +
      'profile has an admin key, it creates an agent key for the mailbox and stores it in another profile.',
    flags: {
      ...modelFlags,
      save: text('--save-as <PROFILE>', 'Profile for a new agent key. Default at a terminal: the client.'),
      open: flag('--open', 'Accept that agents of the mailbox write to anyone, unreviewed.'),
      print: flag('--print', 'Print the entry without writing anything.'),
      yes: yesFlag,
    },
    arguments: { client: clientWord },
    examples: [
      { command: 'agentmail mcp install cursor --profile helper', about: 'add it with the key of a profile' },
      {
        command: 'agentmail mcp install codex -m helper --save-as helper',
        about: 'create the agent key too',
      },
      { command: 'agentmail mcp install zed --profile helper --print', about: 'show the entry only' },
    ],
    codes: ['CLIENT_NOT_CHANGED', 'ADMIN_KEY'],
    endpoints: async () => {
      const [{ getCaller }, { createApiKey }, { listMailboxes }] = await Promise.all([
        import('../../../shared/contract/accounts.ts'),
        import('../../../shared/contract/keys.ts'),
        import('../../../shared/contract/mailboxes.ts'),
      ]);
      return { getCaller, createApiKey, listMailboxes };
    },
    run: async (context, input) => {
      const { servedProfile } = await import('./served-profile.ts');
      const { planInstall, printedEntry, showEdit, apply } = await loadClients();
      const { profile, keyFor } = await servedProfile(context, input);
      const served = { ...context, profileName: profile };
      if (input.print) {
        context.raw(await printedEntry(served, input));
        return 'ok';
      }
      const edit = await planInstall(served, input);
      const { client } = input;
      const changed = edit.before !== edit.after;
      if (changed) {
        await showEdit(context, edit);
        const key = keyFor && `Create an agent key for ${keyFor} in profile "${profile}", and change`;
        await confirm(context, input.yes, () => `${key ?? 'Change'} ${edit.file}?`);
      }
      if (keyFor !== undefined) {
        const { createKey } = await import('../keys/create.ts');
        const label = `MCP: ${client}`;
        await createKey(context, { ...input, role: 'agent', mailboxes: [keyFor], label, save: profile });
      }
      const backup = changed ? await apply(context, edit) : null;
      return result({ client, file: edit.file, profile, changed, backup }, installedClient);
    },
  }),
  command({
    name: ['mcp', 'uninstall'],
    summary: "Remove the server from a client's configuration.",
    description: 'Removes the entry that install wrote. Profile and key stay.',
    flags: { yes: yesFlag },
    arguments: { client: clientWord },
    examples: [
      { command: 'agentmail mcp uninstall cursor', about: 'show the change, then remove the entry' },
    ],
    codes: ['CLIENT_NOT_CHANGED'],
    run: async (context, { client, yes }) => {
      const { planUninstall, showEdit, apply } = await loadClients();
      const edit = await planUninstall(context, client);
      const changed = edit.before !== undefined && edit.before !== edit.after;
      if (changed) {
        await showEdit(context, edit);
        await confirm(context, yes, () => `Change ${edit.file}?`);
      }
      const backup = changed ? await apply(context, edit) : null;
      return result({ client, file: edit.file, changed, backup }, uninstalledClient);
    },
  }),
  command({
    name: ['mcp', 'list'],
    summary: 'List the clients, and which of them start the server.',
    examples: [{ command: 'agentmail mcp list', about: 'see which clients are on this machine' }],
    run: async (context) => {
      const { clientStates } = await loadClients();
      return result({ clients: await clientStates(context) }, clientList);
    },
  }),
];
