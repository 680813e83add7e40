import { attachmentArgument, attachmentIndex } from '../../attachment.ts';
import { command, flag, result, text } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage, messageArgument } from '../../message.ts';
import { downloaded } from '../../views/attachments.ts';

export const attachmentsDownload = command({
  name: ['attachments', 'download'],
  summary: 'Download an attachment to a file.',
  description:
    'Requires the pro plan and a mailbox that allows downloads of this file type. The file is saved in the current folder ' +
    'under its sanitized name. An existing file is not replaced.',
  flags: {
    mailbox: mailboxFlag,
    output: text('-o, --output <FILE>', 'Target file or folder.'),
    force: flag('--force', 'Replace an existing file.'),
  },
  arguments: { message: messageArgument, index: attachmentArgument },
  examples: [
    { command: 'agentmail attachments download 4f1c9a22 0', about: 'save it in the current folder' },
    {
      command: 'agentmail attachments download 4f1c9a22 0 -o paper.pdf',
      about: 'save it under another name',
    },
  ],
  endpoints: async () => {
    const [{ getAttachment, getAttachmentContent }, { listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/attachments.ts'),
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { getAttachment, getAttachmentContent, listMessages, listMailboxes };
  },
  run: async (context, { message, index, mailbox, output, force }, endpoints) => {
    const idx = attachmentIndex(index);
    const id = await chooseMessage(context, { typed: message, mailbox }, endpoints);
    const client = await context.client();
    const link = await client.call(endpoints.getAttachment, { params: { id, idx } });
    // Use the daemon that issued the link, whatever origin it names.
    const token = link.url.slice(link.url.lastIndexOf('/') + 1);
    const response = await client.open(endpoints.getAttachmentContent, { params: { token } });
    const { keepDownload } = await import('../../home/keep-download.ts');
    const file = await keepDownload(response, { output, force, name: link.filename, index: idx });
    const { content_type, size, av_verdict } = link;
    return result({ ...file, content_type, size, av_verdict }, downloaded);
  },
});
