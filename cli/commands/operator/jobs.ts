import { LIMITS } from '../../../shared/contract/limits.ts';
import { command, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { cursorFlag, limitFlag } from '../../pages.ts';
import { jobList } from '../../views/operator-records.ts';

export const operatorJobs = command({
  name: ['operator', 'jobs'],
  summary: 'List scheduled jobs, next first.',
  flags: {
    kind: text('--kind <KIND>', 'Only jobs of this kind.'),
    limit: limitFlag(LIMITS.outboxPage),
    cursor: cursorFlag,
  },
  arguments: {},
  examples: [{ command: 'agentmail operator jobs', about: 'list waiting jobs and their failures' }],
  endpoints: async () => {
    const { listJobs } = await import('../../../shared/contract/operator-records.ts');
    return { listJobs };
  },
  run: async (context, { kind, limit, cursor }, { listJobs }) => {
    const client = await context.client();
    return result(await client.call(listJobs, { query: given({ kind, limit, cursor }) }), jobList);
  },
});
