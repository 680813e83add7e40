import { command, result, word } from '../../command.ts';
import { recordView } from '../../views/record.ts';

export const sessionsEnd = command({
  name: ['sessions', 'end'],
  summary: 'End one session of the account.',
  flags: {},
  arguments: { id: word('SESSION_ID', 'Id of the session.') },
  examples: [
    {
      command: 'agentmail sessions end 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11',
      about: 'somebody forgot to sign out',
    },
  ],
  endpoints: async () => {
    const { endSession } = await import('../../../shared/contract/sessions.ts');
    return { endSession };
  },
  run: async (context, { id }, { endSession }) => {
    const client = await context.client();
    return result(await client.call(endSession, { params: { id } }), recordView);
  },
});
