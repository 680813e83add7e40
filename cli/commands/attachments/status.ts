import { command, result, word } from '../../command.ts';
import { stagedAttachmentView } from '../../views/staged-attachments.ts';

export const attachmentsStatus = command({
  name: ['attachments', 'status'],
  summary: 'Show an uploaded file: its scan result, expiry or message.',
  flags: {},
  arguments: { id: word('ID', 'Upload ID.') },
  examples: [
    {
      command: 'agentmail attachments status 0198c2f4-7a11-7e0c-9b7d-2f6d1c3b4a55',
      about: 'check one upload',
    },
  ],
  endpoints: async () => {
    const { getStagedAttachment } = await import('../../../shared/contract/staged-attachments.ts');
    return { getStagedAttachment };
  },
  run: async (context, { id }, { getStagedAttachment }) => {
    const client = await context.client();
    return result(await client.call(getStagedAttachment, { params: { id } }), stagedAttachmentView);
  },
});
