import { command } from '../command.ts';
import { UnreachableError, UsageError } from '../errors.ts';
import { flag } from '../input/options/kinds.ts';
import { modelFlags } from '../tasks/mcp/flags.ts';

export const mcp = command({
  name: ['mcp'],
  summary: 'Serve mail to a model over MCP on stdin and stdout.',
  description:
    'Gives a model the same actions as an agent: list, search, read, wait, send, reply, drafts,\n' +
    'threads, quota and policy. The key decides which mailboxes it can access and which sends need\n' +
    'approval; the model can never approve. For inbound messages that are quarantined, blocked or not\n' +
    'scanned yet, the model sees the sender and the reason but no text, unless you pass\n' +
    '--show-quarantined. An MCP client starts this command; agentmail mcp install adds it to one.',
  flags: {
    ...modelFlags,
    config: flag('--config', "Print the entry for an MCP client's settings, then exit."),
  },
  arguments: {},
  examples: [
    {
      command: 'agentmail mcp --profile helper --config',
      about: "print the entry for a client's settings",
    },
    { command: 'AGENTMAIL_KEY=am_live_… agentmail mcp', about: 'serve, as a client starts it' },
  ],
  codes: ['ADMIN_KEY', 'CONTENT_WITHHELD'],
  endpoints: async () => (await import('../../shared/mcp/endpoints.ts')).ENDPOINTS,
  run: async (context, input) => {
    if (input.config) {
      const { assertStarts, serverCommand } = await import('../tasks/mcp/entry.ts');
      await assertStarts(context, input);
      const mcpServers = { agentmail: await serverCommand(context, input) };
      context.raw(`${JSON.stringify({ mcpServers }, null, 2)}\n`);
      return 'ok';
    }
    const { world } = context;
    if (world.stdin.isTTY || !world.pipes) {
      throw new UsageError('An MCP client must start this command.', 'agentmail mcp --config');
    }
    const [{ serve }, { connectModel }] = await Promise.all([
      import('../tasks/mcp/serve.ts'),
      import('../tasks/mcp/session.ts'),
    ]);
    const { check, session } = connectModel(context, input);
    await check().catch((error: unknown) => {
      if (!(error instanceof UnreachableError)) throw error;
      context.notice(`${error.message} Tools report this until the daemon is reachable.`);
    });
    const { tools } = input;
    await serve({ version: world.machine.version, session, tools }, world.pipes(), world.interrupted);
    return 'ok';
  },
});
