import type { AccessContext } from '../../../access/context.ts';
import { sealConnection } from '../../../network/connections/table.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import type { ConnectionPlace } from './place.ts';

interface ConnectedMailbox {
  readonly mailbox: { readonly id: string; readonly account_id: string };
  readonly place: ConnectionPlace;
}

/** Columns of a connection that a request decides. */
export function connectionColumns(
  context: Pick<AccessContext, 'secrets'>,
  { wanted, since }: ConnectionPlace,
) {
  return {
    config: sealConnection(context, wanted.servers),
    after_taking: wanted.after,
    move_to: wanted.moveTo,
    // An import that is under way goes on with other servers.
    ...(since !== null && { imported_since: since }),
  };
}

/** Stores the servers of a new mailbox. Its folder is claimed in the same transaction. */
export async function insertConnection(
  context: Pick<AccessContext, 'secrets'>,
  { db, now }: Transaction,
  { mailbox, place }: ConnectedMailbox,
): Promise<void> {
  await db
    .insertInto('mailbox_connections')
    .values({
      mailbox_id: mailbox.id,
      account_id: mailbox.account_id,
      ...connectionColumns(context, place),
      imported_since: place.since,
      pending_uid: null,
      imap_failure: null,
      smtp_failure: null,
      failing_since: null,
      created_at: now,
    })
    .execute();
}
