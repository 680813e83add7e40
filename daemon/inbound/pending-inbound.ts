import type { Context } from '../context.ts';
import type { MessageFacts } from '../messages/transitions/facts.ts';
import { prepareQuery } from '../store/prepared.ts';
import type { Proof } from './authentication/proof.ts';

/** An accepted message, and the facts of its mailbox and account that processing needs. */
export interface PendingInbound extends MessageFacts {
  readonly raw_blob_id: string | null;
  readonly size_bytes: number;
  readonly scanner_policy: string | null;
  readonly url_reputation_active: 0 | 1;
  readonly envelope_sender: string | null;
  readonly from_address: string | null;
  /** json */
  readonly other_authors: string | null;
  readonly peer: string | null;
  readonly sender_policy_mode: 'blocklist' | 'allowlist';
  /** In progress during parsing. */
  proof?: Proof | null;
}

/** Null when the message was already processed. */
export async function loadPending(
  { store }: Pick<Context, 'store'>,
  id: string,
): Promise<PendingInbound | null> {
  const { rows } = await findPending(store.read, { id });
  return rows[0] ?? null;
}

const findPending = prepareQuery<{ id: string }>()((db, slot) =>
  db
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .innerJoin('accounts', 'accounts.id', 'messages.account_id')
    .select([
      'messages.seq',
      'messages.id',
      'messages.account_id',
      'messages.mailbox_id',
      'messages.thread_id',
      'messages.created_at',
      'messages.sender',
      'messages.recipient',
      'messages.subject',
      'messages.state',
      'messages.direction',
      'messages.hold_context',
      'messages.raw_blob_id',
      'messages.size_bytes',
      'messages.envelope_sender',
      'messages.from_address',
      'messages.other_authors',
      'messages.peer',
      'mailboxes.scanner_policy',
      'accounts.url_reputation_active',
      'mailboxes.sender_policy_mode',
    ])
    .where('messages.id', '=', slot('id'))
    .where('messages.direction', '=', 'inbound')
    .where('messages.state', 'in', ['received', 'scanning']),
);
