import type { Origin } from '../../access/principal.ts';
import type { Queries } from '../../platform/store/store.ts';

/** Who sent a message, and whether an agent changed the draft that it was. */
interface Authorship {
  readonly actor_type: string | null;
  readonly draft_changed_by_agent: boolean | null;
}

/**
 * The origin that rules for agents go by: the last editor's. What an agent put into a person's draft is the
 * agent's, whoever sends it (docs/decisions/review.md).
 */
export function originOf({ actor_type, draft_changed_by_agent }: Authorship): Origin {
  return actor_type === 'agent' || draft_changed_by_agent ? 'agent' : 'human';
}

/** The origin of a stored message. */
export async function storedOrigin(
  db: Queries,
  { id, actor_type }: { readonly id: string; readonly actor_type: string | null },
): Promise<Origin> {
  const draft = await db
    .selectFrom('drafts')
    .select('changed_by_agent')
    .where('message_id', '=', id)
    .executeTakeFirst();
  return originOf({ actor_type, draft_changed_by_agent: draft?.changed_by_agent ?? null });
}

/** Whether an agent wrote a message, or the one that people edited to make it. */
export async function isBegunByAgent(
  db: Queries,
  message: { readonly id: string; readonly actor_type: string | null; readonly edited_from: string | null },
): Promise<boolean> {
  let version: typeof message | undefined = message;
  while (version) {
    if ((await storedOrigin(db, version)) === 'agent') return true;
    if (version.edited_from === null) return false;
    version = await db
      .selectFrom('messages')
      .select(['id', 'actor_type', 'edited_from'])
      .where('id', '=', version.edited_from)
      .executeTakeFirst();
  }
  return false;
}
