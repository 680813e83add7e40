import { type Command, command } from '../command.ts';
import { sessionWord } from '../input/lookups/known-ids.ts';
import { sessionList } from '../output/views/access.ts';
import { recordView } from '../output/views/record.ts';

export const sessions: readonly Command[] = [
  command({
    name: ['sessions', 'list'],
    summary: "List the account's sessions.",
    examples: [{ command: 'agentmail sessions list', about: 'list them, newest first' }],
    endpoint: async () => (await import('../../shared/contract/sessions.ts')).listSessions,
    view: sessionList,
  }),
  command({
    name: ['sessions', 'end'],
    summary: 'End a session of the account.',
    arguments: { id: sessionWord },
    examples: [
      {
        command: 'agentmail sessions end 1f0a4c11',
        about: 'sign out a device remotely',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/sessions.ts')).endSession,
    request: ({ id }) => ({ params: { id } }),
    view: recordView,
  }),
];
