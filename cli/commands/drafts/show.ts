import { command, result } from '../../command.ts';
import { chooseDraft, draftArgument, loadLookup } from '../../drafting/draft.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { draftView } from '../../views/drafts.ts';

export const draftsShow = command({
  name: ['drafts', 'show'],
  summary: 'Show a draft with its text, attachments and schedule, even after sending.',
  flags: { mailbox: mailboxFlag },
  arguments: { draft: draftArgument },
  examples: [{ command: 'agentmail drafts show 4f1c9a22', about: 'show a draft by its short ID' }],
  endpoints: async () => {
    const { getDraft } = await import('../../../shared/contract/drafts.ts');
    return { getDraft, ...(await loadLookup()) };
  },
  run: async (context, { draft, mailbox }, endpoints) => {
    const id = await chooseDraft(context, draft, mailbox, endpoints);
    const client = await context.client();
    return result(await client.call(endpoints.getDraft, { params: { id } }), draftView);
  },
});
