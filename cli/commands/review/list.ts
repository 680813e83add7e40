import { choice, command, integer, result } from '../../command.ts';
import { HELD_STATES, loadQueueEndpoints, queueMailboxFlag, readQueue } from '../../reviewing/queue.ts';
import { queue } from '../../views/review.ts';

const MOST = 10_000;

export const reviewList = command({
  name: ['review', 'list'],
  summary: 'List what is held, in every mailbox that the key reaches, oldest first.',
  flags: {
    mailbox: queueMailboxFlag,
    state: choice('--state <STATE>', 'Only what waits for approval, or only quarantine.', HELD_STATES),
    limit: integer('-n, --limit <N>', 'How many of the oldest, at most. Default: all.', 1, MOST),
  },
  arguments: {},
  examples: [
    { command: 'agentmail review list', about: 'what needs a decision' },
    { command: 'agentmail review list --state pending_review --json', about: 'for a script' },
  ],
  endpoints: loadQueueEndpoints,
  run: async (context, { mailbox, state, limit }, endpoints) => {
    const held = await readQueue(context, { mailbox, state }, endpoints);
    return result({ messages: held.slice(0, limit), total: held.length }, queue);
  },
});
