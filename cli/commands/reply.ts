import { command } from '../command.ts';
import { chooseMailbox, mailboxFlag } from '../lookups/mailbox.ts';
import { chooseMessage } from '../lookups/message.ts';
import { word } from '../options/kinds.ts';
import { attachFlag, readFiles, stageFiles } from '../sending/attachments.ts';
import { contentFlags, readContent } from '../sending/content.ts';
import { deliver, deliveryFlags } from '../sending/deliver.ts';

export const reply = command({
  name: ['reply'],
  summary: 'Reply to a message in its thread.',
  flags: { mailbox: mailboxFlag, ...contentFlags, attach: attachFlag, ...deliveryFlags },
  arguments: { message: word('MESSAGE', 'Message ID, full or short.') },
  examples: [
    { command: 'agentmail reply 4f1c9a22 -b "Thank you, it works now."', about: 'reply to the sender' },
  ],
  endpoints: async () => {
    const [
      { reply, probeIdempotency },
      { stageAttachment },
      { listMailboxes },
      { listMessages, waitForDecision },
    ] = await Promise.all([
      import('../../shared/contract/sending.ts'),
      import('../../shared/contract/staged-attachments.ts'),
      import('../../shared/contract/mailboxes.ts'),
      import('../../shared/contract/reading.ts'),
    ]);
    return { reply, probeIdempotency, waitForDecision, stageAttachment, listMailboxes, listMessages };
  },
  run: async (context, input, endpoints) => {
    const content = await readContent(context.world, input);
    const files = await readFiles(input.attach);
    const id = await chooseMessage(context, input.message, { mailbox: input.mailbox });
    // Uploads need a mailbox, and a message's id doesn't name it.
    const mailbox = files.length === 0 ? '' : await chooseMailbox(context, input.mailbox);
    const ids = await stageFiles(context, { files, mailbox }, endpoints.stageAttachment);
    const request = { ...content, ...(ids.length > 0 && { attachment_ids: ids }) };
    return deliver(context, input, {
      post: (client, headers) => client.call(endpoints.reply, { params: { id }, body: request, headers }),
      following: { decision: endpoints.waitForDecision, probe: endpoints.probeIdempotency },
    });
  },
});
