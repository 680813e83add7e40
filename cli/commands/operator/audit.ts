import { LIMITS } from '../../../shared/contract/limits.ts';
import { command, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { accountFlag } from '../../operator-ids.ts';
import { cursorFlag, limitFlag } from '../../pages.ts';
import { pastTime } from '../../time.ts';
import { auditList } from '../../views/operator-records.ts';

export const operatorAudit = command({
  name: ['operator', 'audit'],
  summary: 'List who did what on this daemon, newest first.',
  flags: {
    account: accountFlag,
    kind: text('--kind <KIND>', 'Only this kind, such as mailbox.status.updated.'),
    since: pastTime('--since <TIME>', 'Only entries since this time.'),
    limit: limitFlag(LIMITS.outboxPage),
    cursor: cursorFlag,
  },
  arguments: {},
  examples: [
    { command: 'agentmail operator audit --since 1d', about: 'list the last 24 hours' },
    { command: 'agentmail operator audit --json', about: 'show each change, before and after' },
  ],
  endpoints: async () => {
    const { listAudit } = await import('../../../shared/contract/operator-records.ts');
    return { listAudit };
  },
  run: async (context, { account, kind, since, limit, cursor }, { listAudit }) => {
    const client = await context.client();
    const query = given({ account, kind, since, limit, cursor });
    return result(await client.call(listAudit, { query }), auditList);
  },
});
