import { LIMITS } from '../../shared/contract/limits.ts';
import { type Command, command } from '../command.ts';
import { inMailbox, mailboxFlag, mailboxWord } from '../input/lookups/mailbox.ts';
import { threadArgument } from '../input/lookups/thread.ts';
import { definedFields } from '../input/options/input.ts';
import { flag, renamed } from '../input/options/kinds.ts';
import { CURSOR_ABOUT, limitFlag } from '../input/options/pages.ts';
import { pastTime } from '../input/options/time.ts';
import { threadList, threadMarked, threadStarred, threadView } from '../output/views/threads.ts';
import { blocksFlag, bodyFormatFlag } from '../tasks/extract/extract.ts';
import { labelThread } from './label.ts';

export const threads: readonly Command[] = [
  command({
    name: ['threads', 'list'],
    summary: "List a mailbox's threads, latest first. * marks unread messages.",
    flags: {
      mailbox: inMailbox,
      limit: limitFlag(LIMITS.threadPage),
      cursor: renamed(pastTime('--cursor <CURSOR>', CURSOR_ABOUT), { flags: '--before <TIME>' }),
      since: pastTime('--since <TIME>', 'Only threads with messages since this time.'),
      starred: flag('--starred', 'Only threads with a starred message.'),
      inbound: flag('--inbound', 'Only threads with an inbound message.'),
      firewall: flag('--include-firewall-blocked', 'Include messages that the sender policy blocked.'),
    },
    arguments: { word: mailboxWord },
    examples: [{ command: 'agentmail threads list --inbound', about: 'list who wrote, and the subjects' }],
    endpoint: async () => (await import('../../shared/contract/threads.ts')).listThreads,
    request: (input) => ({
      params: { id: input.mailbox },
      query: {
        ...definedFields({ limit: input.limit, before_ts: input.cursor, since_ts: input.since }),
        ...(input.starred ? { starred: true } : {}),
        ...(input.inbound ? { has_inbound: true } : {}),
        ...(input.firewall ? { include_firewall_blocked: true as const } : {}),
      },
    }),
    view: (threads, { limit = LIMITS.threadPage.default }) => threadList({ ...threads, limit }),
  }),
  command({
    name: ['threads', 'show'],
    summary: 'Show a thread, oldest message first; its messages stay unread.',
    flags: {
      mailbox: mailboxFlag,
      format: bodyFormatFlag,
      blocks: blocksFlag,
      verbose: flag('--verbose', 'Include scan findings that changed nothing (JSON only).'),
    },
    arguments: { thread: threadArgument },
    examples: [{ command: 'agentmail threads show t3fa91c2', about: 'show a thread by its short ID' }],
    endpoint: async () => (await import('../../shared/contract/threads.ts')).getThread,
    request: ({ thread: { mailbox, thread }, format, blocks, verbose }) => ({
      params: { thread_id: thread },
      query: {
        mailbox,
        ...definedFields({ body_format: format }),
        ...(blocks ? { blocks: true as const } : {}),
        ...(verbose ? { view: 'verbose' as const } : {}),
      },
    }),
    view: threadView,
    long: true,
  }),
  command({
    name: ['threads', 'read'],
    summary: 'Mark all messages in a thread as read.',
    flags: { mailbox: mailboxFlag },
    arguments: { thread: threadArgument },
    examples: [{ command: 'agentmail threads read t3fa91c2', about: 'mark them without showing them' }],
    endpoint: async () => (await import('../../shared/contract/threads.ts')).markThreadRead,
    request: ({ thread: { mailbox, thread } }) => ({ params: { id: mailbox, thread_id: thread } }),
    view: threadMarked,
  }),
  command({
    name: ['threads', 'star'],
    summary: 'Star all messages in a thread.',
    flags: { mailbox: mailboxFlag, remove: flag('--remove', 'Remove the stars.') },
    arguments: { thread: threadArgument },
    examples: [
      { command: 'agentmail threads star t3fa91c2 --remove', about: 'remove all stars in the thread' },
    ],
    endpoint: async () => (await import('../../shared/contract/threads.ts')).starThread,
    request: ({ thread: { mailbox, thread }, remove }) => ({
      params: { id: mailbox, thread_id: thread },
      body: { starred: !remove },
    }),
    view: threadStarred,
  }),
  labelThread,
];
