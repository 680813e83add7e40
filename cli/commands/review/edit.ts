import type { BodyInputOf } from '../../../shared/contract/endpoint.ts';
import type { editMessage } from '../../../shared/contract/review.ts';
import { command, flag, text } from '../../command.ts';
import { given } from '../../given.ts';
import { heldArgument } from '../../reviewing/decide.ts';
import { editInEditor } from '../../reviewing/edit.ts';
import { chooseHeld, loadQueueEndpoints, queueMailboxFlag } from '../../reviewing/queue.ts';
import { readChangedContent } from '../../sending/content.ts';
import { deliver, SEND_EXITS } from '../../sending/deliver.ts';

export const reviewEdit = command({
  name: ['review', 'edit'],
  summary: 'Edit a held outgoing message and send it instead of the original.',
  description:
    "Opens $VISUAL or $EDITOR and asks before sending. With flags, it uses no editor and doesn't ask.\n" +
    "The edited message is scanned, and the mailbox's recipient policy applies. The original is\n" +
    'blocked, and its agent is notified.',
  flags: {
    mailbox: queueMailboxFlag,
    to: text('--to <ADDRESS>', 'Change the recipient.'),
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
  run: async (context, { message, mailbox, to, subject, reason, idempotencyKey, ...input }, endpoints) => {
    const id = await chooseHeld(context, { typed: message, mailbox }, endpoints);
    const send = (changes: BodyInputOf<typeof editMessage>) =>
      deliver(
        context,
        { idempotencyKey, strict: false, wait: undefined },
        {
          post: (client, headers) =>
            client.call(endpoints.editMessage, {
              params: { id },
              body: { ...given({ reason }), ...changes },
              headers,
            }),
        },
      );
    const content = await readChangedContent(context.world, {
      ...input,
      subaddress: undefined,
      subaddressMode: undefined,
      clearSubaddress: false,
    });
    const changes = { ...content, ...given({ to, subject }) };
    if (Object.keys(changes).length === 0) return editInEditor(context, { id, send }, endpoints);
    const dropsHtml = 'body' in changes && !('html' in changes);
    return send({ ...changes, ...(dropsHtml && { html: null }) });
  },
});
