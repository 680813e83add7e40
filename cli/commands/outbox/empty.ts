import { command, result } from '../../command.ts';
import { confirm, yesFlag } from '../../confirm.ts';
import { emptied } from '../../views/outbox.ts';

export const outboxEmpty = command({
  name: ['outbox', 'empty'],
  summary: 'Delete everything in the outbox.',
  flags: { yes: yesFlag },
  arguments: {},
  examples: [{ command: 'agentmail outbox empty', about: 'start a test with an empty outbox' }],
  endpoints: async () => {
    const { emptyOutbox } = await import('../../../shared/contract/operator.ts');
    return { emptyOutbox };
  },
  run: async (context, { yes }, { emptyOutbox }) => {
    await confirm(context, yes, () => 'Delete everything in the outbox?');
    const client = await context.client();
    return result(await client.call(emptyOutbox, {}), emptied);
  },
});
