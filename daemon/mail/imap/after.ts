import type { ImapFlow } from 'imapflow';
import type { EventsContext } from '../../events/context.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Assignment } from './assignment.ts';

/** A session, and how one of its commands is run. */
export interface FolderSession {
  readonly client: ImapFlow;
  readonly step: <T>(act: () => Promise<T>) => Promise<T>;
}

/** The server refused to mark, delete or move a message. */
export class AfterTakingError extends Error {}

/**
 * Does to the message that was stored last what the owner asked for, if it isn't done yet. Its UID is stored
 * with the message, so a crash in between neither loses a message nor leaves it. A refusal is not repeated:
 * the message stays on the server. Returns whether there was one.
 */
export async function finishTaken(
  context: EventsContext,
  { id, account_id, after }: Assignment,
  { client, step }: FolderSession,
): Promise<boolean> {
  if (!after || after.after_taking === 'keep') return false;
  const row = await context.store.read
    .selectFrom('mailbox_connections')
    .select('pending_uid')
    .where('mailbox_id', '=', id)
    .executeTakeFirst();
  if (row?.pending_uid == null) return false;
  const uid = row.pending_uid;
  const done = await step(() => act(client, String(uid), after));
  await context.store.write(accountScope({ account_id }), ({ db }) =>
    db
      .updateTable('mailbox_connections')
      .set({ pending_uid: null })
      .where('mailbox_id', '=', id)
      .where('pending_uid', '=', uid)
      .execute(),
  );
  if (!done) throw new AfterTakingError('the server refused to change a message');
  return true;
}

/** False when the server refuses. A message that is gone is fine. */
async function act(
  client: ImapFlow,
  uid: string,
  { after_taking, move_to }: NonNullable<Assignment['after']>,
): Promise<boolean> {
  const byUid = { uid: true };
  switch (after_taking) {
    case 'seen':
      return client.messageFlagsAdd(uid, ['\\Seen'], byUid);
    case 'delete':
      // Without UIDPLUS this would expunge all that a person marked as deleted.
      return client.capabilities.has('UIDPLUS') && client.messageDelete(uid, byUid);
    case 'move':
      return move_to !== null && (await client.messageMove(uid, move_to, byUid)) !== false;
    default:
      return true;
  }
}
