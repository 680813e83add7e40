import { command, result } from '../../command.ts';
import { chooseDraft, draftArgument, loadLookup } from '../../drafting/draft.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { deletedDraft } from '../../views/drafts.ts';

export const draftsDelete = command({
  name: ['drafts', 'delete'],
  summary: 'Delete an unsent draft and cancel its schedule.',
  flags: { mailbox: mailboxFlag },
  arguments: { draft: draftArgument },
  examples: [{ command: 'agentmail drafts delete 4f1c9a22', about: 'delete a draft by its short ID' }],
  endpoints: async () => {
    const { deleteDraft } = await import('../../../shared/contract/drafts.ts');
    return { deleteDraft, ...(await loadLookup()) };
  },
  run: async (context, { draft, mailbox }, endpoints) => {
    const id = await chooseDraft(context, draft, mailbox, endpoints);
    const client = await context.client();
    return result(await client.call(endpoints.deleteDraft, { params: { id } }), deletedDraft);
  },
});
