import type { listDrafts } from '../../shared/contract/drafts.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import type { listMailboxes } from '../../shared/contract/mailboxes.ts';
import { word } from '../command.ts';
import type { Context } from '../context.ts';
import { chooseId } from '../ids.ts';
import { searchedMailboxes } from '../mailbox.ts';

export const draftArgument = word('DRAFT', 'Draft ID, full or short.');

type Lookup = {
  readonly listMailboxes: typeof listMailboxes;
  readonly listDrafts: typeof listDrafts;
};

/** Turns what a person typed into an id: short ids are looked up in the mailboxes. */
export async function chooseDraft(
  context: Context,
  typed: string,
  mailbox: string | undefined,
  endpoints: Lookup,
): Promise<string> {
  return chooseId(typed, DRAFT, async () => {
    const mailboxes = await searchedMailboxes(context, mailbox, endpoints.listMailboxes);
    const client = await context.client();
    const query = { limit: LIMITS.messagePage.max };
    const pages = await Promise.all(
      mailboxes.map((id) => client.call(endpoints.listDrafts, { params: { id }, query })),
    );
    return pages.flatMap(({ drafts }) =>
      drafts.map(({ id, recipient, subject }) => ({ id, about: `${recipient}: ${subject}` })),
    );
  });
}

const DRAFT = {
  noun: 'draft',
  list: 'agentmail drafts list',
  among: ` of the latest ${LIMITS.messagePage.max}`,
};

export async function loadLookup(): Promise<Lookup> {
  const [{ listDrafts }, { listMailboxes }] = await Promise.all([
    import('../../shared/contract/drafts.ts'),
    import('../../shared/contract/mailboxes.ts'),
  ]);
  return { listDrafts, listMailboxes };
}
