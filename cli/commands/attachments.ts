import { type Command, command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { attachmentArgument, attachmentIndex } from '../input/lookups/attachment.ts';
import { chooseMailbox, mailboxFlag, typedMailbox } from '../input/lookups/mailbox.ts';
import { chooseMessage, messageArgument, typedMessage } from '../input/lookups/message.ts';
import { flag, text, word } from '../input/options/kinds.ts';
import { attachmentList, attachmentPreview, downloaded } from '../output/views/attachments.ts';
import { stagedAttachmentView } from '../output/views/staged-attachments.ts';
import { readUpload } from '../tasks/sending/attachments.ts';

export const attachments: readonly Command[] = [
  command({
    name: ['attachments', 'list'],
    summary: 'List the attachments of a message with scan and preview status.',
    flags: { mailbox: mailboxFlag },
    arguments: { message: messageArgument },
    examples: [
      { command: 'agentmail attachments list 4f1c9a22', about: 'list them by the short message ID' },
    ],
    endpoints: async () => {
      const { getMessage } = await import('../../shared/contract/reading.ts');
      return { getMessage };
    },
    run: async (context, { message: id }, { getMessage }) => {
      const client = await context.client();
      const { attachments } = await client.call(getMessage, { params: { id } });
      const indexed = attachments.map((attachment, index) => ({ index, ...attachment }));
      return result({ message_id: id, attachments: indexed }, attachmentList);
    },
  }),
  command({
    name: ['attachments', 'preview'],
    summary: 'Show the extracted text of an attachment.',
    description: 'Reads text, HTML, PDF, Word, Excel, PowerPoint, messages and archives.',
    flags: { mailbox: mailboxFlag },
    arguments: { message: typedMessage, index: attachmentArgument },
    examples: [{ command: 'agentmail attachments preview 4f1c9a22 0', about: 'show the first attachment' }],
    endpoint: async () => (await import('../../shared/contract/attachments.ts')).getAttachmentPreview,
    request: async ({ message, index, mailbox }, context) => ({
      params: { idx: attachmentIndex(index), id: await chooseMessage(context, message, { mailbox }) },
    }),
    view: attachmentPreview,
  }),
  command({
    name: ['attachments', 'download'],
    summary: 'Download an attachment to a file.',
    description:
      'Requires the pro plan and a mailbox that allows downloads of this file type. The file is saved in the current folder ' +
      'under its sanitized name. An existing file is not replaced.',
    flags: {
      mailbox: mailboxFlag,
      output: text('-o, --output <FILE>', 'Target file or folder; - is stdout.'),
      force: flag('--force', 'Replace an existing file.'),
    },
    arguments: { message: typedMessage, index: attachmentArgument },
    examples: [
      { command: 'agentmail attachments download 4f1c9a22 0', about: 'save it in the current folder' },
      {
        command: 'agentmail attachments download 4f1c9a22 0 -o paper.pdf',
        about: 'save it under another name',
      },
    ],
    endpoints: async () => {
      const { getAttachment, getAttachmentContent } = await import('../../shared/contract/attachments.ts');
      return { getAttachment, getAttachmentContent };
    },
    run: async (context, { message, index, mailbox, output, force }, endpoints) => {
      if (output === '-' && context.world.stdout.isTTY)
        throw new UsageError(
          "A file can't be written to a terminal.",
          'choose a file or folder with --output',
        );
      const idx = attachmentIndex(index);
      const id = await chooseMessage(context, message, { mailbox });
      const client = await context.client();
      const link = await client.call(endpoints.getAttachment, { params: { id, idx } });
      // Use the daemon that issued the link, whatever origin it names.
      const token = link.url.slice(link.url.lastIndexOf('/') + 1);
      const response = await client.open(endpoints.getAttachmentContent, { params: { token } });
      if (output === '-') {
        const { writeToStdout } = await import('../machine/home/write-stream.ts');
        await writeToStdout(context, response);
        return 'ok';
      }
      const { keepDownload } = await import('../machine/home/keep-download.ts');
      const file = await keepDownload(response, { output, force, name: link.filename, index: idx });
      const { content_type, size, av_verdict } = link;
      return result({ ...file, content_type, size, av_verdict }, downloaded);
    },
  }),
  command({
    name: ['attachments', 'stage'],
    summary: 'Upload a file for one later message; it expires after a day.',
    flags: { mailbox: typedMailbox },
    arguments: { file: word('FILE', 'File to upload.') },
    examples: [
      {
        command: 'agentmail attachments stage report.pdf -m support',
        about: 'upload a file and print its ID',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/staged-attachments.ts')).stageAttachment,
    request: async ({ file: path, mailbox }, context) => {
      const file = await readUpload(path);
      return { body: { mailbox_id: await chooseMailbox(context, mailbox), file } };
    },
    view: stagedAttachmentView,
  }),
  command({
    name: ['attachments', 'status'],
    summary: 'Show an uploaded file: its scan result, expiry or message.',
    arguments: { id: word('ID', 'Upload ID.') },
    examples: [
      {
        command: 'agentmail attachments status 0198c2f4-7a11-7e0c-9b7d-2f6d1c3b4a55',
        about: 'check one upload',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/staged-attachments.ts')).getStagedAttachment,
    request: ({ id }) => ({ params: { id } }),
    view: stagedAttachmentView,
  }),
];
