import { LIMITS } from '../../../shared/contract/limits.ts';
import { command, renamed, result } from '../../command.ts';
import { chooseDraft, loadLookup } from '../../drafting/draft.ts';
import { given } from '../../given.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { cursorFlag, limitFlag } from '../../pages.ts';
import { draftList } from '../../views/drafts.ts';

export const draftsList = command({
  name: ['drafts', 'list'],
  summary: 'List drafts, newest first.',
  flags: {
    mailbox: mailboxFlag,
    limit: limitFlag(LIMITS.messagePage),
    cursor: renamed(cursorFlag, { flags: '--before <DRAFT>' }),
  },
  arguments: { word: mailboxWord },
  examples: [{ command: 'agentmail drafts list', about: 'show each draft with its send time' }],
  endpoints: loadLookup,
  run: async (context, { mailbox, limit, cursor: typed }, endpoints) => {
    const id = await chooseMailbox(context, mailbox, endpoints.listMailboxes);
    const before = typed === undefined ? undefined : await chooseDraft(context, typed, id, endpoints);
    const client = await context.client();
    const query = given({ limit, before });
    return result(await client.call(endpoints.listDrafts, { params: { id }, query }), (shown) =>
      draftList({ ...shown, limit: limit ?? LIMITS.messagePage.default }),
    );
  },
});
