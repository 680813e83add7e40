import { LIMITS } from '../../../shared/contract/limits.ts';
import { OUTBOX_KINDS, OUTBOX_PURPOSES } from '../../../shared/contract/values.ts';
import { choice, command, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { accountFlag } from '../../operator-ids.ts';
import { cursorFlag, limitFlag } from '../../pages.ts';
import { addressed } from '../../recipient.ts';
import { pastTime } from '../../time.ts';
import { outboxList as view } from '../../views/outbox.ts';

export const outboxList = command({
  name: ['outbox', 'list'],
  summary: 'List captured mail and text messages, newest first.',
  flags: {
    to: addressed(text('--to <ADDRESS>', 'Only items for this address.')),
    kind: choice('--kind <KIND>', 'Only mail, or only text messages.', OUTBOX_KINDS),
    purpose: choice('--purpose <PURPOSE>', 'Only this purpose.', OUTBOX_PURPOSES),
    since: pastTime('--since <TIME>', 'Only items captured since this time.'),
    account: accountFlag,
    limit: limitFlag(LIMITS.outboxPage),
    cursor: cursorFlag,
  },
  arguments: {},
  examples: [
    { command: 'agentmail outbox list --to ann@example.com', about: 'list what Ann would have received' },
  ],
  endpoints: async () => {
    const { listOutbox } = await import('../../../shared/contract/operator.ts');
    return { listOutbox };
  },
  run: async (context, input, { listOutbox }) => {
    const client = await context.client();
    const { to, kind, purpose, since, account, limit, cursor } = input;
    const query = given({ to, kind, purpose, since, account, limit, cursor });
    return result(await client.call(listOutbox, { query }), view);
  },
});
