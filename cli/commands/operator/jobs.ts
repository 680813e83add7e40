import { LIMITS } from '../../../shared/contract/limits.ts';
import { command, integer, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { jobList } from '../../views/operator-records.ts';

const { default: USUAL, max } = LIMITS.outboxPage;

export const operatorJobs = command({
  name: ['operator', 'jobs'],
  summary: 'Show what happens later, the next first.',
  flags: {
    kind: text('--kind <KIND>', 'Only this kind.'),
    limit: integer('-n, --limit <N>', `How many, at most. Default: ${USUAL}.`, 1, max),
    cursor: text('--cursor <CURSOR>', 'Go on after an earlier page.'),
  },
  arguments: {},
  examples: [{ command: 'agentmail operator jobs', about: 'what waits, and what failed before' }],
  endpoints: async () => {
    const { listJobs } = await import('../../../shared/contract/operator-records.ts');
    return { listJobs };
  },
  run: async (context, { kind, limit, cursor }, { listJobs }) => {
    const client = await context.client();
    return result(await client.call(listJobs, { query: given({ kind, limit, cursor }) }), jobList);
  },
});
