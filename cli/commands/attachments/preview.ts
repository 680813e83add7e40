import { attachmentArgument, attachmentIndex } from '../../attachment.ts';
import { command, result } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArgument } from '../../message.ts';
import { attachmentPreview } from '../../views/attachments.ts';

export const attachmentsPreview = command({
  name: ['attachments', 'preview'],
  summary: 'Show the extracted text of an attachment.',
  description: 'Reads text, HTML, PDF, Word, Excel, PowerPoint, messages and archives.',
  flags: { mailbox: mailboxFlag },
  arguments: { message: messageArgument, index: attachmentArgument },
  examples: [{ command: 'agentmail attachments preview 4f1c9a22 0', about: 'show the first attachment' }],
  endpoints: async () => {
    const [{ getAttachmentPreview }, { listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/attachments.ts'),
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { getAttachmentPreview, listMessages, listMailboxes };
  },
  run: async (context, { message, index, mailbox }, endpoints) => {
    const idx = attachmentIndex(index);
    const id = await chooseMessage(context, { typed: message, mailbox }, endpoints);
    const client = await context.client();
    const found = await client.call(endpoints.getAttachmentPreview, { params: { id, idx } });
    return result(found, attachmentPreview);
  },
});
