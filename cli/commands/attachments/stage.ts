import { command, result, word } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { readUpload } from '../../sending/attachments.ts';
import { stagedAttachmentView } from '../../views/staged-attachments.ts';

export const attachmentsStage = command({
  name: ['attachments', 'stage'],
  summary: 'Upload a file for one later message; it expires after a day.',
  flags: { mailbox: mailboxFlag },
  arguments: { file: word('FILE', 'File to upload.') },
  examples: [
    { command: 'agentmail attachments stage report.pdf -m support', about: 'upload a file and print its ID' },
  ],
  endpoints: async () => {
    const [{ stageAttachment }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/staged-attachments.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { stageAttachment, listMailboxes };
  },
  run: async (context, { file: path, mailbox }, { stageAttachment, listMailboxes }) => {
    const file = await readUpload(path);
    const body = { mailbox_id: await chooseMailbox(context, mailbox, listMailboxes), file };
    const client = await context.client();
    return result(await client.call(stageAttachment, { body }), stagedAttachmentView);
  },
});
