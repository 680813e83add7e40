import { command, result } from '../../command.ts';
import { sessionWord } from '../../known-ids.ts';
import { recordView } from '../../views/record.ts';

export const sessionsEnd = command({
  name: ['sessions', 'end'],
  summary: 'End a session of the account.',
  flags: {},
  arguments: { id: sessionWord },
  examples: [
    {
      command: 'agentmail sessions end 1f0a4c11',
      about: 'sign out a device remotely',
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
