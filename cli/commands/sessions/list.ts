import { command, result } from '../../command.ts';
import { sessionList } from '../../views/access.ts';

export const sessionsList = command({
  name: ['sessions', 'list'],
  summary: 'List where the account is signed in.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail sessions list', about: 'the newest first' }],
  endpoints: async () => {
    const { listSessions } = await import('../../../shared/contract/sessions.ts');
    return { listSessions };
  },
  run: async (context, _input, { listSessions }) => {
    const client = await context.client();
    return result(await client.call(listSessions, {}), sessionList);
  },
});
