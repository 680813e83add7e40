import type { Selectable } from 'kysely';
import type { AccessContext } from '../../access/context.ts';
import type { MailboxConnectionsTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { ServerPair } from '../domains/self-hosted.ts';

/** Servers of single mailboxes. Their settings have the shape of a self-hosted domain's. */

export type ConnectionRow = Selectable<MailboxConnectionsTable>;

const SEAL = 'mailbox-connection';

export function sealConnection({ secrets }: Pick<AccessContext, 'secrets'>, config: ServerPair): Buffer {
  return secrets.seal(SEAL, JSON.stringify(config));
}

/** Null once disconnected. */
export function serversOf(
  { secrets }: Pick<AccessContext, 'secrets'>,
  { config, account_id }: Pick<ConnectionRow, 'config' | 'account_id'>,
): ServerPair | null {
  return config && { ...(JSON.parse(secrets.unseal(SEAL, config)) as ServerPair), account_id };
}

export function connectionOf(db: Queries, mailboxId: string): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('mailbox_connections')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst();
}

/** Erases the passwords; nothing is read or sent from now on. */
export async function eraseServers(db: Queries, mailboxId: string): Promise<void> {
  await db
    .updateTable('mailbox_connections')
    .set({ config: null, imap_failure: null, smtp_failure: null, failing_since: null })
    .where('mailbox_id', '=', mailboxId)
    .execute();
}
