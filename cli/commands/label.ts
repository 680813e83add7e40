import { type Command, command } from '../command.ts';
import { UsageError } from '../errors.ts';
import { inMailbox, mailboxFlag, mailboxWord } from '../input/lookups/mailbox.ts';
import { chooseMessage, messageArguments } from '../input/lookups/message.ts';
import { threadArgument } from '../input/lookups/thread.ts';
import { texts } from '../input/options/kinds.ts';
import { labelList, messageLabelled, threadLabelled } from '../output/views/labels.ts';
import { actOnEach } from '../tasks/lists/each.ts';

const flags = {
  mailbox: mailboxFlag,
  add: texts('--add <LABEL>', 'Add this label. May be repeated.'),
  remove: texts('--remove <LABEL>', 'Remove this label. May be repeated.'),
  set: texts('--set <LABEL>', 'Replace all labels with this one. May be repeated; --set "" removes all.'),
};

interface LabelInput {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly set: readonly string[];
}

function changeOf({ add, remove, set }: LabelInput) {
  const given = add.length + remove.length > 0;
  if (!given && set.length === 0) throw new UsageError('Name labels with --add, --remove or --set.');
  if (given && set.length > 0) throw new UsageError("--set can't be combined with --add or --remove.");
  if (!given) return { set: set.filter((label) => label !== '') };
  return { ...(add.length > 0 && { add: [...add] }), ...(remove.length > 0 && { remove: [...remove] }) };
}

export const label = command({
  name: ['label'],
  summary: 'Add, remove or set labels of messages.',
  description:
    'Labels are words of up to 64 characters, at most 50 for a message. Case is ignored. Agents use\n' +
    'them to mark what they have done; inbox, search and wait find messages by them.',
  flags,
  arguments: { messages: messageArguments },
  examples: [
    { command: 'agentmail label 4f1c9a22 --add done --remove todo', about: 'mark it as done' },
    { command: 'agentmail inbox --without-label done', about: 'list what is left to do' },
  ],
  endpoints: async () => {
    const { labelMessage } = await import('../../shared/contract/labels.ts');
    return { labelMessage };
  },
  run: async (context, { messages, mailbox, ...input }, { labelMessage }) => {
    const body = changeOf(input);
    const act = async (message: string) => {
      const id = await chooseMessage(context, message, { mailbox });
      const client = await context.client();
      return client.call(labelMessage, { params: { id }, body });
    };
    return actOnEach(messages, act, messageLabelled);
  },
});

export const labelsOfMailbox: readonly Command[] = [
  command({
    name: ['labels'],
    summary: 'List the labels of a mailbox and how many messages have each.',
    flags: { mailbox: inMailbox },
    arguments: { word: mailboxWord },
    examples: [{ command: 'agentmail labels support', about: 'list the labels of one mailbox' }],
    endpoint: async () => (await import('../../shared/contract/labels.ts')).listLabels,
    request: ({ mailbox }) => ({ params: { id: mailbox } }),
    view: labelList,
  }),
];

export const labelThread = command({
  name: ['threads', 'label'],
  summary: 'Add, remove or set labels of all messages in a thread.',
  flags,
  arguments: { thread: threadArgument },
  examples: [{ command: 'agentmail threads label t3fa91c2 --add done', about: 'mark the thread as done' }],
  endpoint: async () => (await import('../../shared/contract/labels.ts')).labelThread,
  request: ({ thread: { mailbox, thread }, ...input }) => ({
    params: { id: mailbox, thread_id: thread },
    body: changeOf(input),
  }),
  view: threadLabelled,
});
