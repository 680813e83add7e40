import { BODY_FORMATS, DIRECTIONS, MESSAGE_STATES } from '../../shared/contract/values.ts';
import { type Command, command, longResult, result } from '../command.ts';
import { confirm, yesFlag } from '../input/asking/confirm.ts';
import { mailboxFlag, mailboxWord } from '../input/lookups/mailbox.ts';
import {
  blockedMessageArgument,
  chooseMessage,
  messageArgument,
  messageArguments,
} from '../input/lookups/message.ts';
import { anyMessageWord } from '../input/lookups/operator-ids.ts';
import { definedFields } from '../input/options/input.ts';
import { choice, flag, text } from '../input/options/kinds.ts';
import { exportedAccount } from '../output/views/account.ts';
import { markedRead, messageList, messageView, newWordsView } from '../output/views/messages.ts';
import { counted } from '../output/views/numbers.ts';
import { rawView } from '../output/views/outbox.ts';
import { reported, stateView } from '../output/views/policies.ts';
import { messageDeleted } from '../output/views/review.ts';
import { messageFindingsView } from '../output/views/scan.ts';
import { blocksFlag, extractAndPrint, extractFlag, newFlag, readQuery } from '../tasks/extract/extract.ts';
import { actOnEach } from '../tasks/lists/each.ts';
import { listingFlags, loadListMessages, pageOf, pageRequest } from '../tasks/lists/messages.ts';
import { decision } from './decision.ts';
import { wait } from './wait.ts';

export const messages: readonly Command[] = [
  command({
    name: ['messages', 'list'],
    summary: "List a mailbox's messages in both directions, newest first.",
    flags: {
      ...listingFlags,
      direction: choice('--direction <DIRECTION>', 'Only messages in this direction.', DIRECTIONS),
      state: choice(
        '--state <STATE>',
        'Only messages in this state. pending_review messages appear only with this flag.',
        MESSAGE_STATES,
      ),
      denied: flag('--denied', 'Only denied messages that are neither revised nor marked as read.'),
      firewall: flag('--include-firewall-blocked', 'Include messages that the sender policy blocked.'),
      verbose: flag('--verbose', 'Include scan findings that changed nothing (JSON only).'),
    },
    arguments: { word: mailboxWord },
    examples: [
      {
        command: 'agentmail messages list --state pending_review',
        about: 'list the messages that wait for a decision',
      },
    ],
    endpoint: loadListMessages,
    request: (input, context) => {
      const { direction, state, denied, firewall, verbose } = input;
      return pageRequest(context, input, {
        ...definedFields({ direction, status: state }),
        ...(denied ? { denied: true as const } : {}),
        ...(firewall ? { include_firewall_blocked: true as const } : {}),
        ...(verbose ? { view: 'verbose' as const } : {}),
      });
    },
    view: pageOf(messageList),
  }),
  command({
    name: ['messages', 'show'],
    summary: 'Show a message with its text, attachments and scan; it stays unread.',
    flags: {
      mailbox: mailboxFlag,
      format: choice(
        '--body-format <FORMAT>',
        'Format of the text. markdown keeps headings, lists, tables and links of HTML; html only with a signed-in session.',
        BODY_FORMATS,
      ),
      extract: extractFlag,
      onlyNew: newFlag,
      blocks: blocksFlag,
      verbose: flag('--verbose', 'Include scan findings that changed nothing (JSON only).'),
    },
    arguments: { message: messageArgument },
    examples: [
      { command: 'agentmail messages show 4f1c9a22', about: 'show a message by its short ID' },
      { command: 'agentmail messages show 4f1c9a22 --extract links', about: 'print only its links' },
    ],
    codes: ['NOTHING_FOUND'],
    endpoints: async () => {
      const { getMessage } = await import('../../shared/contract/reading.ts');
      return { getMessage };
    },
    run: async (context, { message: id, format, extract, onlyNew, blocks, verbose }, { getMessage }) => {
      const client = await context.client();
      const query = {
        ...definedFields({ body_format: format }),
        ...readQuery({ extract, onlyNew }),
        ...(blocks ? { blocks: true as const } : {}),
        ...(verbose ? { view: 'verbose' as const } : {}),
      };
      const shown = await client.call(getMessage, { params: { id }, query });
      if (extract) return extractAndPrint(context, shown, extract);
      return longResult(shown, onlyNew ? newWordsView : messageView);
    },
  }),
  command({
    name: ['messages', 'read'],
    summary: 'Mark messages as read.',
    flags: { mailbox: mailboxFlag },
    arguments: { messages: messageArguments },
    examples: [{ command: 'agentmail messages read 4f1c9a22', about: 'mark it without showing it' }],
    endpoints: async () => {
      const { markMessageRead } = await import('../../shared/contract/reading.ts');
      return { markMessageRead };
    },
    run: async (context, { messages, mailbox }, { markMessageRead }) => {
      const act = async (message: string) => {
        const id = await chooseMessage(context, message, { mailbox });
        const client = await context.client();
        return client.call(markMessageRead, { params: { id } });
      };
      return actOnEach(messages, act, markedRead);
    },
  }),
  command({
    name: ['messages', 'findings'],
    summary: 'Show the scan findings of a message, marked in its text. Needs a signed-in person.',
    arguments: { message: anyMessageWord },
    examples: [
      { command: 'agentmail messages findings 4f1c9a22', about: 'find out why it was held, from elsewhere' },
    ],
    endpoint: async () => (await import('../../shared/contract/findings.ts')).getMessageFindings,
    request: ({ message }) => ({ params: { id: message } }),
    view: messageFindingsView,
  }),
  decision,
  command({
    name: ['messages', 'raw'],
    summary: 'Print the RFC 5322 source of a message. Operator only.',
    description:
      'A received message is printed as it arrived. A sent one is rebuilt from its parts, without a\n' +
      'DKIM signature. Needs the operator token of this machine: API keys never see the source, because\n' +
      'it shows text that redaction and quarantine hide.',
    flags: {
      mailbox: mailboxFlag,
      output: text('-o, --output <FILE>', 'Write to this file, readable only by you; - is stdout.'),
    },
    arguments: { message: messageArgument },
    examples: [
      { command: 'agentmail messages raw 4f1c9a22 > mail.eml', about: 'save it for another mail program' },
      { command: 'agentmail messages raw 4f1c9a22 | agentmail scan', about: 'find out why it was held' },
    ],
    endpoints: async () => {
      const { getRawMessage } = await import('../../shared/contract/raw-mail.ts');
      return { getRawMessage };
    },
    run: async (context, { message: id, output }, { getRawMessage }) => {
      const client = await context.client();
      const response = await client.open(getRawMessage, { params: { id } });
      const { writeStream, writeToStdout } = await import('../machine/home/write-stream.ts');
      if (output !== undefined && output !== '-')
        return result({ file: output, bytes: await writeStream(output, response) }, exportedAccount);
      if (context.jsonAsked || !context.json) return result({ id, raw: await response.text() }, rawView);
      await writeToStdout(context, response);
      return 'ok';
    },
  }),
  // `wait` under the noun where its help lists it.
  {
    ...wait,
    name: ['messages', 'wait'],
    examples: [
      {
        command: 'agentmail messages wait --timeout 300',
        about: 'wait up to 5 minutes for the next message',
      },
    ],
  },
  command({
    name: ['messages', 'report'],
    summary: 'Report a message as unwanted; blocks its sender, and the message if quarantined.',
    flags: { mailbox: mailboxFlag, reason: text('--reason <TEXT>', 'Reason to record.') },
    arguments: { message: messageArgument },
    examples: [
      {
        command: 'agentmail messages report 4f1c9a22 --reason phishing',
        about: 'block everything from that sender',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/sender-lists.ts')).reportMessage,
    request: ({ message, reason }) => ({ params: { id: message }, body: definedFields({ reason }) }),
    view: reported,
  }),
  command({
    name: ['messages', 'let-in'],
    summary: 'Accept one message that the sender policy blocked; it is then scanned as usual.',
    flags: { mailbox: mailboxFlag },
    arguments: {
      message: blockedMessageArgument,
    },
    examples: [{ command: 'agentmail messages let-in 4f1c9a22', about: 'accept only this message' }],
    endpoint: async () => (await import('../../shared/contract/sender-lists.ts')).releaseFromFirewall,
    request: ({ message }) => ({ params: { id: message } }),
    view: stateView,
  }),
  command({
    name: ['messages', 'delete'],
    summary: 'Delete messages and their attachments permanently.',
    flags: { mailbox: mailboxFlag, yes: yesFlag },
    arguments: { messages: messageArguments },
    examples: [
      { command: 'agentmail messages delete 4f1c9a22', about: 'delete one message; there is no undo' },
    ],
    endpoints: async () => {
      const { deleteMessage } = await import('../../shared/contract/review.ts');
      return { deleteMessage };
    },
    run: async (context, { messages, mailbox, yes }, { deleteMessage }) => {
      await confirm(context, yes, () => `Permanently delete ${counted(messages.length, 'message')}?`);
      const act = async (message: string) => {
        const id = await chooseMessage(context, message, { mailbox });
        const client = await context.client();
        return client.call(deleteMessage, { params: { id } });
      };
      return actOnEach(messages, act, messageDeleted);
    },
  }),
];
