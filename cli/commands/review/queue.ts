import type { BodyInputOf } from '../../../shared/contract/endpoint.ts';
import type {
  approveMessage,
  blockMessage,
  denyMessage,
  editMessage,
  releaseMessage,
} from '../../../shared/contract/review.ts';
import { type Command, command, type Example, result } from '../../command.ts';
import { mailboxWord } from '../../input/lookups/mailbox.ts';
import { definedFields } from '../../input/options/input.ts';
import { flag, integer, text } from '../../input/options/kinds.ts';
import { recipientFields, recipientFlags } from '../../input/options/recipients.ts';
import { decided, heldView, queue, undone } from '../../output/views/review.ts';
import { actOnEach } from '../../tasks/lists/each.ts';
import { decide, decisionFlags, heldArgument, heldArguments } from '../../tasks/reviewing/decide.ts';
import { editInEditor } from '../../tasks/reviewing/edit.ts';
import { readFindings } from '../../tasks/reviewing/findings.ts';
import { fromDisplay } from '../../tasks/reviewing/from.ts';
import {
  chooseHeld,
  type HeldState,
  loadQueueEndpoints,
  queueFlags,
  queueMailboxFlag,
  readQueue,
} from '../../tasks/reviewing/queue.ts';
import { readChangedContent } from '../../tasks/sending/content.ts';
import { deliver, SEND_EXITS, STRICT_KEY } from '../../tasks/sending/deliver.ts';

const MOST = 10_000;

export const reviewQueue: readonly Command[] = [
  command({
    name: ['review', 'list'],
    summary: 'List held messages of all accessible mailboxes, oldest first.',
    flags: {
      ...queueFlags,
      limit: integer('-n, --limit <N>', 'Show at most N messages. Default: all.', { min: 1, max: MOST }),
    },
    arguments: { word: mailboxWord },
    examples: [
      { command: 'agentmail review list', about: 'list everything that needs a decision' },
      { command: 'agentmail review list --state pending_review --json', about: 'list as JSON for a script' },
      { command: 'agentmail review list --direction inbound --sort newest', about: 'list the latest first' },
    ],
    endpoints: loadQueueEndpoints,
    run: async (context, { limit, ...scope }, endpoints) => {
      const held = await readQueue(context, scope, endpoints);
      return result({ messages: held.slice(0, limit), total: held.length }, queue);
    },
  }),
  command({
    name: ['review', 'show'],
    summary: 'Show a held message with its text, HTML and hold reasons.',
    description: "On the daemon's machine, the operator also sees scan findings marked in the text.",
    flags: { mailbox: queueMailboxFlag },
    arguments: { message: heldArgument },
    examples: [{ command: 'agentmail review show 4f1c9a22', about: 'read it before you decide' }],
    endpoints: async () => {
      const [{ getMessage }, { getFindings }, queue] = await Promise.all([
        import('../../../shared/contract/reading.ts'),
        import('../../../shared/contract/findings.ts'),
        loadQueueEndpoints(),
      ]);
      return { getMessage, getFindings, ...queue };
    },
    run: async (context, { message: typed, mailbox }, endpoints) => {
      const id = await chooseHeld(context, { typed, mailbox }, endpoints);
      const client = await context.client();
      const message = await client.call(endpoints.getMessage, { params: { id }, query: {} });
      const found = await readFindings(context, { id }, endpoints.getFindings);
      const { mailboxes } = await client.call(endpoints.listMailboxes, {});
      const from = fromDisplay(
        message,
        mailboxes.find((each) => each.id === message.mailbox_id),
      );
      const shown = { ...message, from_display: from, marked_findings: found?.findings ?? null };
      return result(shown, heldView);
    },
  }),
  decision({
    verb: 'approve',
    summary: 'Approve messages that wait for review, and send them.',
    examples: [
      { command: 'agentmail review approve 4f1c9a22', about: 'send it now' },
      {
        command: 'agentmail review approve 4f1c9a22 8b03d7e1',
        about: "approve both; a failure doesn't stop the others",
      },
    ],
    state: 'pending_review',
    endpoint: async () => (await import('../../../shared/contract/review.ts')).approveMessage,
  }),
  command({
    name: ['review', 'edit'],
    summary: 'Edit a held outgoing message and send it instead of the original.',
    description:
      "Opens $VISUAL or $EDITOR and asks before sending. With flags, it uses no editor and doesn't ask.\n" +
      "The edited message is scanned, and the mailbox's recipient policy applies. The original is\n" +
      'blocked, and its agent is notified.',
    flags: {
      mailbox: queueMailboxFlag,
      ...recipientFlags('Change the recipients in To. An empty text in --cc or --bcc removes those.'),
      subject: text('-s, --subject <TEXT>', 'Change the subject.'),
      body: text('-b, --body <TEXT>', 'Change the text.'),
      file: text('-f, --body-file <FILE>', 'Read the new text from a file; "-" is stdin.'),
      html: text(
        '--html <FILE>',
        'Read new HTML from a file; "-" is stdin. Without it, new text is sent without HTML.',
      ),
      clearHtml: flag('--clear-html', 'Send only the text.'),
      reason: text('--reason <TEXT>', 'Reason for the record and for the agent. Some mailboxes require it.'),
      idempotencyKey: text(
        '--idempotency-key <KEY>',
        'Never send twice with the same key. Default: a new key.',
      ),
      strict: flag('--strict', 'Return an error if the key was used with other content.'),
    },
    arguments: { message: heldArgument },
    examples: [
      { command: 'agentmail review edit 4f1c9a22', about: 'edit in your editor' },
      {
        command: "agentmail review edit 4f1c9a22 --subject 'Your order' --reason 'wrong order'",
        about: 'change only the subject',
      },
      { command: 'agentmail review edit 4f1c9a22 --body-file new.txt', about: 'replace the text' },
    ],
    codes: ['NOT_SENT'],
    exits: SEND_EXITS,
    endpoints: async () => {
      const [{ editMessage }, { getMessage }, queue] = await Promise.all([
        import('../../../shared/contract/review.ts'),
        import('../../../shared/contract/reading.ts'),
        loadQueueEndpoints(),
      ]);
      return { editMessage, getMessage, ...queue };
    },
    run: async (context, { message, mailbox, subject, reason, ...input }, endpoints) => {
      const { idempotencyKey, strict } = input;
      const id = await chooseHeld(context, { typed: message, mailbox }, endpoints);
      const send = (changes: BodyInputOf<typeof editMessage>) =>
        deliver(
          context,
          { idempotencyKey, strict: false, wait: undefined },
          {
            post: (client, headers) =>
              client.call(endpoints.editMessage, {
                params: { id },
                body: { ...definedFields({ reason }), ...changes },
                headers: { ...headers, ...(strict && { prefer: STRICT_KEY }) },
              }),
          },
        );
      const content = await readChangedContent(context, {
        ...input,
        subaddress: undefined,
        subaddressMode: undefined,
        replyTo: undefined,
        labels: [],
        metadata: [],
        clearSubaddress: false,
        clearReplyTo: false,
      });
      const changes = { ...content, ...recipientFields(input), ...definedFields({ subject }) };
      if (Object.keys(changes).length === 0) return editInEditor(context, { id, send }, endpoints);
      const dropsHtml = 'body' in changes && !('html' in changes);
      return send({ ...changes, ...(dropsHtml && { html: null }) });
    },
  }),
  decision({
    verb: 'deny',
    summary: 'Deny messages that wait for review; they are never sent.',
    examples: [
      {
        command: "agentmail review deny 4f1c9a22 --reason 'wrong customer'",
        about: 'deny it and refund its charge',
      },
    ],
    state: 'pending_review',
    endpoint: async () => (await import('../../../shared/contract/review.ts')).denyMessage,
  }),
  command({
    name: ['review', 'undo'],
    summary: "Take back decisions that haven't taken effect.",
    description:
      'Decisions of the review screens and of --undo wait a few seconds (review.undo_seconds).\n' +
      'Agent keys take back only their own.',
    flags: { mailbox: queueMailboxFlag },
    arguments: { messages: heldArguments },
    examples: [{ command: 'agentmail review undo 4f1c9a22', about: 'keep holding it' }],
    endpoints: async () => {
      const [{ undoDecision }, queue] = await Promise.all([
        import('../../../shared/contract/review.ts'),
        loadQueueEndpoints(),
      ]);
      return { undoDecision, ...queue };
    },
    run: async (context, { messages, mailbox }, endpoints) =>
      actOnEach(
        messages,
        async (typed) => {
          const id = await chooseHeld(context, { typed, mailbox }, endpoints);
          const client = await context.client();
          return client.call(endpoints.undoDecision, { params: { id } });
        },
        undone,
      ),
  }),
  decision({
    verb: 'release',
    summary: 'Release quarantined messages: inbound becomes readable, outbound is sent.',
    examples: [{ command: 'agentmail review release 4f1c9a22', about: 'release a false positive' }],
    state: 'quarantined',
    endpoint: async () => (await import('../../../shared/contract/review.ts')).releaseMessage,
  }),
  decision({
    verb: 'block',
    summary: 'Block quarantined messages permanently.',
    examples: [
      {
        command: 'agentmail review block 4f1c9a22 --reason phishing',
        about: 'keep it from ever being read or sent',
      },
    ],
    state: 'quarantined',
    endpoint: async () => (await import('../../../shared/contract/review.ts')).blockMessage,
  }),
];

interface DecisionCommand {
  readonly verb: string;
  readonly summary: string;
  readonly examples: readonly Example[];
  /** State of the messages that it's for. */
  readonly state: HeldState;
  readonly endpoint: () => Promise<
    typeof approveMessage | typeof denyMessage | typeof releaseMessage | typeof blockMessage
  >;
}

function decision({ verb, state, endpoint, ...words }: DecisionCommand): Command {
  return command({
    name: ['review', verb],
    ...words,
    flags: decisionFlags,
    arguments: { messages: heldArguments },
    endpoints: async () => {
      const [decide, lookup] = await Promise.all([endpoint(), loadQueueEndpoints()]);
      return { decide, ...lookup };
    },
    run: async (context, input, { decide: endpoint, ...lookup }) =>
      decide(context, input, { state, endpoint, view: decided, lookup }),
  });
}
