import { command } from '../command.ts';
import { mailboxFlag } from '../mailbox.ts';
import { chooseMessage, messageArgument } from '../message.ts';
import { contentFlags, readContent } from '../sending/content.ts';
import { deliver, deliveryFlags } from '../sending/deliver.ts';

export const reply = command({
  name: ['reply'],
  summary: 'Answer a message in its thread.',
  flags: { mailbox: mailboxFlag, ...contentFlags, ...deliveryFlags },
  arguments: { message: messageArgument },
  examples: [{ command: 'agentmail reply 4f1c9a22 -b "Thank you, it works now."', about: 'to who wrote it' }],
  endpoints: async () => {
    const [{ reply, probeIdempotency }, { listMailboxes }, { listMessages }] = await Promise.all([
      import('../../shared/contract/sending.ts'),
      import('../../shared/contract/mailboxes.ts'),
      import('../../shared/contract/reading.ts'),
    ]);
    return { reply, probeIdempotency, listMailboxes, listMessages };
  },
  run: async (context, input, endpoints) => {
    const body = await readContent(context.world, input);
    const id = await chooseMessage(context, input.message, input.mailbox, endpoints);
    return deliver(
      context,
      input,
      (client, headers) => client.call(endpoints.reply, { params: { id }, body, headers }),
      endpoints.probeIdempotency,
    );
  },
});
