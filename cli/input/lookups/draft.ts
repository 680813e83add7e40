import { LIMITS } from '../../../shared/contract/limits.ts';
import type { CommandContext } from '../../context.ts';
import type { Argument, Flag } from '../options/flag.ts';
import { word } from '../options/kinds.ts';
import { cursorFlag } from '../options/pages.ts';
import { chooseId } from './ids.ts';
import { searchedMailboxes } from './mailbox.ts';

async function loadDraftLookup() {
  const [{ listDrafts }, { listMailboxes }] = await Promise.all([
    import('../../../shared/contract/drafts.ts'),
    import('../../../shared/contract/mailboxes.ts'),
  ]);
  return { listDrafts, listMailboxes };
}

const draft: Pick<Argument<string>, 'resolve' | 'lookup' | 'declares'> = {
  lookup: loadDraftLookup,
  declares: true,
  resolve: (context, typed, { mailbox }) =>
    chooseDraft(context, typed, typeof mailbox === 'string' ? mailbox : undefined),
};

const DRAFT_WORD = word('DRAFT', 'Draft ID, full or short.');
/** A draft of the mailbox that the command names, if it names one. */
export const draftArgument: Argument<string> = { ...DRAFT_WORD, ...draft };
/** As typed, for commands that find the draft after they have read their files. */
export const typedDraft: Argument<string> = { ...DRAFT_WORD, lookup: loadDraftLookup, declares: true };
export const draftCursor: Flag<string | undefined> = { ...cursorFlag, ...draft };

/** Turns the typed text into an id: short ids are looked up in the mailboxes. */
export async function chooseDraft(
  context: CommandContext,
  typed: string,
  mailbox: string | undefined,
): Promise<string> {
  return chooseId(typed, DRAFT, async () => {
    const { listDrafts } = await loadDraftLookup();
    const mailboxes = await searchedMailboxes(context, mailbox);
    const client = await context.client();
    const query = { limit: LIMITS.messagePage.max };
    const pages = await Promise.all(
      mailboxes.map((id) => client.call(listDrafts, { params: { id }, query })),
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
