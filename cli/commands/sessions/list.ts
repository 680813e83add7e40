import { command, result } from '../../command.ts';
import { sessionList } from '../../views/access.ts';

export const sessionsList = command({
  name: ['sessions', 'list'],
  summary: "List the account's sessions.",
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail sessions list', about: 'list them, newest first' }],
  endpoints: async () => {
    const { listSessions } = await import('../../../shared/contract/sessions.ts');
    return { listSessions };
  },
  run: async (context, _input, { listSessions }) => {
    const client = await context.client();
    return result(await client.call(listSessions, {}), sessionList);
  },
});
