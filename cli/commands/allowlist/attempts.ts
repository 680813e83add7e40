import { LIMITS } from '../../../shared/contract/limits.ts';
import { pageFlags, pageQuery } from '../../addresses.ts';
import { command, flag, integer, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { attemptsView } from '../../views/addresses.ts';

export const allowlistAttempts = command({
  name: ['allowlist', 'attempts'],
  summary: 'Show sends that the allowlist or the containment of a mailbox refused.',
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
  examples: [
    { command: 'agentmail allowlist attempts --within-days 7', about: 'who is missing on the list?' },
  ],
  endpoints: async () => {
    const [{ listBlockedSends }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/recipient-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { listBlockedSends, listMailboxes };
  },
  run: async (context, input, { listBlockedSends, listMailboxes }) => {
    const mailboxId = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const query = {
      ...pageQuery(input),
      ...(input.each ? { aggregate: false } : {}),
      ...(input.days === undefined ? {} : { within_days: input.days }),
    };
    return result(await client.call(listBlockedSends, { params: { mailboxId }, query }), attemptsView);
  },
});
