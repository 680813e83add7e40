import { command } from '../command.ts';
import { chooseMailbox, mailboxFlag } from '../input/lookups/mailbox.ts';
import { chooseMessage } from '../input/lookups/message.ts';
import { definedFields } from '../input/options/input.ts';
import { flag, word } from '../input/options/kinds.ts';
import { attachFlag, readFiles, stageFiles } from '../tasks/sending/attachments.ts';
import { contentFlags, readContent } from '../tasks/sending/content.ts';
import { deliver, deliveryFlags, revisesFlag } from '../tasks/sending/deliver.ts';
import { commandOfExec, revisedMessage } from '../tasks/sending/revised.ts';

export const reply = command({
  name: ['reply'],
  summary: 'Reply to a message in its thread.',
  description:
    'The message is marked as read once the reply is sent or held. In a command of wait --exec, the\n' +
    'exit code decides that, and a reply to its message after a denial is a new version of the denied\n' +
    'one.',
  flags: {
    mailbox: mailboxFlag,
    ...contentFlags,
    attach: attachFlag,
    revises: revisesFlag,
    all: flag('--all', 'Reply to everybody in To and CC, too.'),
    skipRefused: flag('--skip-refused', 'If rules refuse some of them, reply to the others.'),
    keepUnread: flag('--keep-unread', "Don't mark the message as read."),
    ...deliveryFlags,
  },
  arguments: { message: word('MESSAGE', 'Message ID, full or short.') },
  examples: [
    { command: 'agentmail reply 4f1c9a22 -b "Thank you, it works now."', about: 'reply to the sender' },
    { command: 'agentmail reply 4f1c9a22 --all -b "Noon works for me."', about: 'reply to all' },
    {
      command: 'agentmail reply 4f1c9a22 --revises 67c2472e -b "Thank you."',
      about: 'send a better version of a reply that was denied',
    },
  ],
  endpoints: async () => {
    const [
      { reply, send, probeIdempotency },
      { stageAttachment },
      { listMailboxes },
      { listMessages, waitForDecision },
    ] = await Promise.all([
      import('../../shared/contract/sending.ts'),
      import('../../shared/contract/staged-attachments.ts'),
      import('../../shared/contract/mailboxes.ts'),
      import('../../shared/contract/reading.ts'),
    ]);
    return { reply, send, probeIdempotency, waitForDecision, stageAttachment, listMailboxes, listMessages };
  },
  run: async (context, input, endpoints) => {
    const content = await readContent(context, input);
    const files = await readFiles(input.attach);
    const id = await chooseMessage(context, input.message, { mailbox: input.mailbox });
    // Uploads need a mailbox, and a message's id doesn't name it.
    const mailbox = files.length === 0 ? '' : await chooseMailbox(context, input.mailbox);
    const ids = await stageFiles(context, { files, mailbox }, endpoints.stageAttachment);
    const exec = commandOfExec(context.world, id);
    const revises = (await revisedMessage(context, input)) ?? exec?.revises;
    const request = {
      ...content,
      ...(ids.length > 0 && { attachment_ids: ids }),
      ...definedFields({ revises }),
    };
    const marks = {
      ...(!input.keepUnread && exec === undefined && { mark_read: true }),
      ...(input.all && { all: true }),
      ...(input.skipRefused && { skip_refused: true }),
    };
    return deliver(context, input, {
      revises,
      post: (client, headers) =>
        // A denied message that answers none is followed by its new version.
        revises === id
          ? client.call(endpoints.send, { body: { ...request, revises }, headers })
          : client.call(endpoints.reply, { params: { id }, body: { ...request, ...marks }, headers }),
      following: { decision: endpoints.waitForDecision, probe: endpoints.probeIdempotency },
    });
  },
});
