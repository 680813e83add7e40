import { LIMITS } from '../../../shared/contract/limits.ts';
import { command, flag, renamed, result } from '../../command.ts';
import { given } from '../../given.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { CURSOR_ABOUT, limitFlag } from '../../pages.ts';
import { pastTime } from '../../time.ts';
import { threadList } from '../../views/threads.ts';

export const threadsList = command({
  name: ['threads', 'list'],
  summary: 'List the conversations of a mailbox, the latest first; * has unread mail.',
  flags: {
    mailbox: mailboxFlag,
    limit: limitFlag(LIMITS.threadPage),
    cursor: renamed(pastTime('--cursor <CURSOR>', CURSOR_ABOUT), { flags: '--before <TIME>' }),
    since: pastTime('--since <TIME>', 'Only what was written to from this moment on.'),
    starred: flag('--starred', 'Only those with a starred message.'),
    inbound: flag('--inbound', 'Only those in which somebody wrote to the mailbox.'),
    firewall: flag('--include-firewall-blocked', 'Also what the sender policy kept out.'),
  },
  arguments: { word: mailboxWord },
  examples: [{ command: 'agentmail threads list --inbound', about: 'who wrote, and what about' }],
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
