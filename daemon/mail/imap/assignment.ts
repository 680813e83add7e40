import type { EventsContext } from '../../events/context.ts';
import { type ConnectionRow, connectionOf, serversOf } from '../../network/connections/table.ts';
import { configOf, type ServerPair } from '../../network/domains/self-hosted.ts';
import { domainById } from '../../network/domains/table.ts';
import { SECOND } from '../../platform/system/clock.ts';
import { mailboxById } from '../../rules/mailboxes/table.ts';

/** Fate of a message in the folder once it is stored. */
export type AfterTaking = Pick<ConnectionRow, 'after_taking' | 'move_to'>;

/** A folder, its server, and the mail of it that a mailbox gets. */
export interface Assignment {
  readonly id: string;
  readonly account_id: string;
  readonly address: string;
  readonly folder: string;
  readonly config: ServerPair;
  /** Older mail isn't imported, milliseconds since 1970. */
  readonly notBefore: number;
  /** Older mail is imported without events; milliseconds since 1970. */
  readonly newSince: number;
  /** Null for a folder of a self-hosted domain, which is never changed. */
  readonly after: AfterTaking | null;
}

/** Null when the mailbox should no longer read a folder. */
export async function assignmentOf(context: EventsContext, mailboxId: string): Promise<Assignment | null> {
  const db = context.store.read;
  const mailbox = await mailboxById(db, mailboxId);
  if (!mailbox?.imap_folder || mailbox.status === 'deleted') return null;
  const { id, account_id, address, imap_folder: folder, domain_id } = mailbox;
  const owner = { id, account_id, address, folder };
  // Servers round the time of arrival to seconds.
  const made = mailbox.created_at - SECOND;
  if (mailbox.connection_state !== null) {
    const row = await connectionOf(db, id);
    const config = row && serversOf(context, row);
    if (!config) return null;
    return { ...owner, config, notBefore: row.imported_since ?? made, newSince: made, after: row };
  }
  const domain = domain_id === null ? undefined : await domainById(db, domain_id);
  const config = domain?.verification_status === 'verified' ? configOf(context, domain) : null;
  return config && { ...owner, config, notBefore: made, newSince: made, after: null };
}
