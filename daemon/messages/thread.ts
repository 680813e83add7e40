import type { Queries } from '../store/store.ts';

/** What a message says about its place in a conversation; identifiers have their brackets. */
export interface ThreadHeaders {
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
}

/**
 * The thread that a message joins in its mailbox: that of the message which In-Reply-To, else the last known
 * reference, names; otherwise its first reference or its own id starts one. A subject never joins anything:
 * whoever guesses one could write into the conversation (decisions 9.7).
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
    .execute();
  const known = new Map(rows.map((row) => [row.rfc_message_id, row.thread_id]));
  for (const candidate of candidates) {
    const thread = known.get(candidate);
    if (thread != null) return thread;
  }
  return headers.references[0] ?? headers.messageId;
}
