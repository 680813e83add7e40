import type { Queries } from '../../../platform/store/store.ts';

/** Messages that agents sent from a mailbox after a time, milliseconds since 1970. */
export function sentByAgents(db: Queries, mailboxId: string, since: number) {
  return (
    db
      .selectFrom('messages')
      .where('mailbox_id', '=', mailboxId)
      .where('direction', '=', 'outbound')
      .where((row) =>
        row.or([
          row('actor_type', '=', 'agent'),
          // A draft that an agent changed is its mail, whoever sent it.
          row.exists(
            row
              .selectFrom('drafts')
              .select('drafts.message_id')
              .whereRef('drafts.message_id', '=', 'messages.id')
              .where('drafts.changed_by_agent', '=', true),
          ),
        ]),
      )
      // Held mail may be released long after it was sent.
      .where((row) => row.or([row('charged_at', '>', since), row('dispatched_at', '>', since)]))
  );
}
