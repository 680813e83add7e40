import type { Selectable } from 'kysely';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { AccountsTable, MailboxesTable, MessagesTable } from '../../platform/store/schema.ts';
import type { MailContext } from '../context.ts';
import type { MessageFacts } from '../messages/transitions/facts.ts';
import type { PendingAuthentication } from './authentication/pending-authentication.ts';

/** An accepted message, and the facts of its mailbox and account that processing needs. */
export interface PendingInbound
  extends MessageFacts,
    Pick<
      Selectable<MessagesTable>,
      'raw_blob_id' | 'size_bytes' | 'envelope_sender' | 'from_address' | 'other_authors' | 'peer'
    >,
    Pick<Selectable<MailboxesTable>, 'scanner_policy' | 'sender_policy_mode'>,
    Pick<Selectable<AccountsTable>, 'url_reputation_active'> {
  /** In progress during parsing. */
  proof?: PendingAuthentication | null;
  /** Ends the measured time of the scan. */
  ended?: (outcome: 'done' | 'failed' | 'refused') => void;
}

/** Null when the message was already processed. */
export async function loadPending(
  { store }: Pick<MailContext, 'store'>,
  id: string,
): Promise<PendingInbound | null> {
  const { rows } = await findPending(store.read, { id });
  return rows[0] ?? null;
}

const findPending = prepareQuery<{ id: string }>()((db, param) =>
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
      'messages.automatic',
      'messages.raw_blob_id',
      'messages.size_bytes',
      'messages.envelope_sender',
      'messages.from_address',
      'messages.other_authors',
      'messages.header_addresses',
      'messages.labels',
      'messages.metadata',
      'messages.subaddress_instance_id',
      'messages.peer',
      'mailboxes.scanner_policy',
      'accounts.url_reputation_active',
      'mailboxes.sender_policy_mode',
    ])
    .where('messages.id', '=', param('id'))
    .where('messages.direction', '=', 'inbound')
    .where('messages.state', 'in', ['received', 'scanning']),
);
