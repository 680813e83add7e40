import { sql } from 'kysely';
import { DEFAULT_VIEW, stateIn } from '../../platform/store/message-states.ts';
import type { Queries } from '../../platform/store/store.ts';

/** Threading headers of a message; identifiers have their brackets. */
export interface ThreadHeaders {
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
}

/**
 * The thread that a message joins in its mailbox: that of the message which In-Reply-To, else the last known
 * reference, names; otherwise its first reference or its own id starts one. A subject never joins a thread: a
 * stranger could guess one and write into the conversation. Of messages with the same identifier the
 * mailbox's own counts, else the oldest that lists show: a later one must not take answers out of their
 * conversation, and mail that the sender policy refused never does.
 */
export async function threadOf(db: Queries, mailboxId: string, headers: ThreadHeaders): Promise<string> {
  const candidates = [
    ...(headers.inReplyTo === null ? [] : [headers.inReplyTo]),
    ...headers.references.toReversed(),
  ];
  if (candidates.length === 0) return headers.messageId;
  const rows = await db
    .selectFrom('messages')
    .select(['rfc_message_id', 'thread_id'])
    .where('mailbox_id', '=', mailboxId)
    .where('rfc_message_id', 'in', candidates)
    .where('thread_id', 'is not', null)
    .where('state', '!=', 'firewall_blocked')
    .orderBy('direction', 'desc') // outbound, inbound
    .orderBy(sql`${stateIn(DEFAULT_VIEW)}`, 'desc')
    .orderBy('created_at')
    .execute();
  const known = new Map(rows.toReversed().map((row) => [row.rfc_message_id, row.thread_id]));
  for (const candidate of candidates) {
    const thread = known.get(candidate);
    if (thread != null) return thread;
  }
  return headers.references[0] ?? headers.messageId;
}
