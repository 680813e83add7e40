import { command, result } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { flag } from '../input/options/kinds.ts';
import { queue, reviewed } from '../output/views/review.ts';
import { queueFlags, queueMailboxFlag } from '../tasks/reviewing/queue.ts';

const notify = flag(
  '--notify',
  'Show a notification on the desktop for each message that is held. Without a terminal, watch and print until Ctrl+C.',
);
const mouseOff = flag('--mouse-off', 'Leave the mouse to the terminal for selecting text; M turns it on.');

export const review = command({
  name: ['review'],
  summary: 'Review held messages in a full-screen view.',
  description:
    'Keys: j and k move, space reads on, a approves, e edits, d denies, r releases, b blocks, x\n' +
    'selects several, / filters, s sorts, z undoes, ? shows all keys. The list updates as messages are held or\n' +
    'decided elsewhere. A decision takes effect after ten seconds (review.undo_seconds).\n' +
    'Without a terminal, this runs review list.',
  flags: { mailbox: queueMailboxFlag, sort: queueFlags.sort, mouseOff, notify },
  examples: [
    { command: 'agentmail review', about: 'review all mailboxes' },
    { command: 'agentmail review --mailbox support', about: 'review one mailbox' },
    {
      command: 'agentmail review --notify > held.log &',
      about: 'watch in the background, with notifications on the desktop',
    },
  ],
  endpoints: async () => {
    const [{ getCaller }, { listMailboxes }, reading, { getFindings }, { streamEvents }, decisions, files] =
      await Promise.all([
        import('../../shared/contract/accounts.ts'),
        import('../../shared/contract/mailboxes.ts'),
        import('../../shared/contract/reading.ts'),
        import('../../shared/contract/findings.ts'),
        import('../../shared/contract/event-stream.ts'),
        import('../../shared/contract/review.ts'),
        import('../../shared/contract/attachments.ts'),
      ]);
    const { listMessages, getMessage } = reading;
    const { approveMessage, denyMessage, releaseMessage, blockMessage, editMessage, undoDecision } =
      decisions;
    const { getAttachment } = files;
    return {
      ...{ getCaller, listMailboxes, listMessages, getMessage, getFindings, streamEvents },
      ...{ approveMessage, denyMessage, releaseMessage, blockMessage, editMessage, undoDecision },
      getAttachment,
    };
  },
  run: async (context, { mailbox, sort, mouseOff, notify }, endpoints) => {
    if (!hasScreen(context) && notify) {
      const { watchHolds } = await import('../tasks/reviewing/notify.ts');
      await watchHolds(context, mailbox, endpoints.streamEvents);
      return 'ok';
    }
    if (!hasScreen(context)) {
      const { readQueue } = await import('../tasks/reviewing/queue.ts');
      const messages = await readQueue(context, { mailbox, sort }, endpoints);
      return result({ messages, total: messages.length }, queue);
    }
    const { watchQueue } = await import('../tui/review/watch.tsx');
    return result(
      await watchQueue(context, { mailbox, sort, mouse: !mouseOff, notify }, endpoints),
      reviewed,
    );
  },
});

/** Whether a person is at a terminal with a screen. */
function hasScreen({ json, world: { stdin, stdout, terminal, env } }: CommandContext): boolean {
  return !json && stdin.isTTY && terminal !== undefined && stdout.isTTY && env.TERM !== 'dumb';
}
