import { LIMITS } from '../../../shared/contract/limits.ts';
import { pageFlags, pageQuery } from '../../addresses.ts';
import { command, flag, integer, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { attemptsView } from '../../views/addresses.ts';

export const sendersAttempts = command({
  name: ['senders', 'attempts'],
  summary: 'Show mail that the sender policy of a mailbox kept out.',
  flags: {
    mailbox: mailboxFlag,
    days: integer(
      '--within-days <N>',
      'Only of the last N days.',
      LIMITS.attemptDays.min,
      LIMITS.attemptDays.max,
    ),
    each: flag('--each', 'One by one instead of grouped; needed for --cursor and --all.'),
    ...pageFlags,
  },
  arguments: {},
  examples: [{ command: 'agentmail senders attempts', about: 'who tried to write?' }],
  endpoints: async () => {
    const [{ listBlockedArrivals }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/sender-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { listBlockedArrivals, listMailboxes };
  },
  run: async (context, input, { listBlockedArrivals, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const query = {
      ...pageQuery(input),
      ...(input.each ? { aggregate: false } : {}),
      ...(input.days === undefined ? {} : { within_days: input.days }),
    };
    return result(await client.call(listBlockedArrivals, { params: { id }, query }), attemptsView);
  },
});
