import { LIMITS } from '../../../shared/contract/limits.ts';
import { command, flag, renamed, result } from '../../command.ts';
import { given } from '../../given.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { CURSOR_ABOUT, limitFlag } from '../../pages.ts';
import { pastTime } from '../../time.ts';
import { threadList } from '../../views/threads.ts';

export const threadsList = command({
  name: ['threads', 'list'],
  summary: "List a mailbox's threads, latest first. * marks unread messages.",
  flags: {
    mailbox: mailboxFlag,
    limit: limitFlag(LIMITS.threadPage),
    cursor: renamed(pastTime('--cursor <CURSOR>', CURSOR_ABOUT), { flags: '--before <TIME>' }),
    since: pastTime('--since <TIME>', 'Only threads with messages since this time.'),
    starred: flag('--starred', 'Only threads with a starred message.'),
    inbound: flag('--inbound', 'Only threads with an inbound message.'),
    firewall: flag('--include-firewall-blocked', 'Include messages that the sender policy blocked.'),
  },
  arguments: { word: mailboxWord },
  examples: [{ command: 'agentmail threads list --inbound', about: 'list who wrote, and the subjects' }],
  endpoints: async () => {
    const [{ listThreads }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/threads.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { listThreads, listMailboxes };
  },
  run: async (context, input, { listThreads, listMailboxes }) => {
    const { limit, cursor, since } = input;
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const query = {
      ...given({ limit, before_ts: cursor, since_ts: since }),
      ...(input.starred ? { starred: true } : {}),
      ...(input.inbound ? { has_inbound: true } : {}),
      ...(input.firewall ? { include_firewall_blocked: true as const } : {}),
    };
    return result(await client.call(listThreads, { params: { id }, query }), (shown) =>
      threadList({ ...shown, limit: limit ?? LIMITS.threadPage.default }),
    );
  },
});
