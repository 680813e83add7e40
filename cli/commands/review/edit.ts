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
  summary: 'Edit a held outgoing message, and send it in place of the original.',
  description:
    'Opens it in $VISUAL or $EDITOR, and asks before it is sent. With flags there is no editor and no question. The\n' +
    "edited message is scanned, and the mailbox's recipient rules apply. The original is blocked, and its agent is told.",
  flags: {
    mailbox: queueMailboxFlag,
    to: text('--to <ADDRESS>', 'Send it to this address.'),
    subject: text('-s, --subject <TEXT>', 'The new subject.'),
    body: text('-b, --body <TEXT>', 'The new text.'),
    file: text('-f, --body-file <FILE>', 'Read the new text from a file; "-" is stdin.'),
    html: text('--html <FILE>', 'The new HTML; "-" is stdin. Without it a new text is sent alone.'),
    clearHtml: flag('--clear-html', 'Send the text alone.'),
    reason: text('--reason <TEXT>', 'Why, for the record and the agent; some mailboxes want it.'),
    idempotencyKey: text(
      '--idempotency-key <KEY>',
      'With the same key again nothing is sent twice. Default: a new one.',
    ),
  },
  arguments: { message: heldArgument },
  examples: [
    { command: 'agentmail review edit 4f1c9a22', about: 'in your editor' },
    {
      command: "agentmail review edit 4f1c9a22 --subject 'Your order' --reason 'wrong order'",
      about: 'only the subject',
    },
    { command: 'agentmail review edit 4f1c9a22 --body-file new.txt', about: 'another text' },
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
    const id = await chooseHeld(context, message, { mailbox }, endpoints);
    const send = (changes: BodyInputOf<typeof editMessage>) =>
      deliver(context, { idempotencyKey, strict: false, wait: undefined }, (client, headers) =>
        client.call(endpoints.editMessage, {
          params: { id },
          body: { ...given({ reason }), ...changes },
          headers,
        }),
      );
    const content = await readChangedContent(context.world, {
      ...input,
      subaddress: undefined,
      subaddressMode: undefined,
      clearSubaddress: false,
    });
    const changes = { ...content, ...given({ to, subject }) };
    if (Object.keys(changes).length === 0) return editInEditor(context, id, endpoints, send);
    const dropsHtml = 'body' in changes && !('html' in changes);
    return send({ ...changes, ...(dropsHtml && { html: null }) });
  },
});
