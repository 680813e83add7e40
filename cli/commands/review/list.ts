import { command, integer, result } from '../../command.ts';
import { mailboxWord } from '../../mailbox.ts';
import { loadQueueEndpoints, queueFlags, readQueue } from '../../reviewing/queue.ts';
import { queue } from '../../views/review.ts';

const MOST = 10_000;

export const reviewList = command({
  name: ['review', 'list'],
  summary: 'List held messages of all accessible mailboxes, oldest first.',
  flags: {
    ...queueFlags,
    limit: integer('-n, --limit <N>', 'Show at most N messages. Default: all.', 1, MOST),
  },
  arguments: { word: mailboxWord },
  examples: [
    { command: 'agentmail review list', about: 'list everything that needs a decision' },
    { command: 'agentmail review list --state pending_review --json', about: 'list as JSON for a script' },
    { command: 'agentmail review list --direction inbound --sort newest', about: 'list the latest first' },
  ],
  endpoints: loadQueueEndpoints,
  run: async (context, { limit, ...scope }, endpoints) => {
    const held = await readQueue(context, scope, endpoints);
    return result({ messages: held.slice(0, limit), total: held.length }, queue);
  },
});
