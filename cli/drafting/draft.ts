import type { listDrafts } from '../../shared/contract/drafts.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import type { listMailboxes } from '../../shared/contract/mailboxes.ts';
import { word } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { chooseMailbox } from '../mailbox.ts';
import { isShortId } from '../message.ts';

export const draftArgument = word('DRAFT', 'Id of the draft, or the short id that lists show.');

type Lookup = {
  readonly listMailboxes: typeof listMailboxes;
  readonly listDrafts: typeof listDrafts;
};

/** Turns what a person typed into an id: short ids are looked up among the drafts of the mailbox. */
export async function chooseDraft(
  context: Context,
  typed: string,
  mailbox: string | undefined,
  endpoints: Lookup,
): Promise<string> {
  const { UUID_SHAPE } = await import('../../shared/contract/fields.ts');
  if (UUID_SHAPE.test(typed)) return typed;
  if (!isShortId(typed)) {
    throw new UsageError(`"${typed}" is no draft id.`, 'agentmail drafts list shows the ids');
  }
  const id = await chooseMailbox(context, mailbox, endpoints.listMailboxes);
  const client = await context.client();
  const query = { limit: LIMITS.messagePage.max };
  const { drafts } = await client.call(endpoints.listDrafts, { params: { id }, query });
  const matching = drafts.filter((draft) => draft.id.endsWith(typed.toLowerCase()));
  const [found] = matching;
  if (found && matching.length === 1) return found.id;
  throw new UsageError(
    found ? `Several drafts end with ${typed}.` : `No draft that waits to be sent ends with ${typed}.`,
    'use the whole id: agentmail drafts list --json',
  );
}

export async function loadLookup(): Promise<Lookup> {
  const [{ listDrafts }, { listMailboxes }] = await Promise.all([
    import('../../shared/contract/drafts.ts'),
    import('../../shared/contract/mailboxes.ts'),
  ]);
  return { listDrafts, listMailboxes };
}
