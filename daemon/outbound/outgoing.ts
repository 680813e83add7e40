import { effectiveFromName } from '../mailboxes/project.ts';
import { prepareQuery } from '../store/prepared.ts';
import type { Queries } from '../store/store.ts';
import { replyAddress } from './subaddress.ts';

/** A stored outbound message with its mailbox and account. */
export type Outgoing = NonNullable<Awaited<ReturnType<typeof loadOutgoing>>>;

const findOutgoing = prepareQuery<{ id: string }>()((db, param) =>
  db
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .innerJoin('accounts', 'accounts.id', 'messages.account_id')
    .innerJoin('message_bodies', 'message_bodies.message_id', 'messages.id')
    .leftJoin('drafts', 'drafts.message_id', 'messages.id')
    .select([
      'messages.id',
      'messages.seq',
      'messages.account_id',
      'messages.mailbox_id',
      'messages.state',
      'messages.direction',
      'messages.created_at',
      'messages.sender',
      'messages.recipient',
      'messages.subject',
      'messages.rfc_message_id',
      'messages.in_reply_to',
      'messages.reference_ids',
      'messages.thread_id',
      'messages.subaddress_instance_id',
      'messages.subaddress_mode',
      'messages.actor_type',
      'messages.charged_on',
      'messages.charged_at',
      'messages.charged_to_trial',
      'messages.hold_context',
      'messages.edited_from',
      'drafts.message_id as draft_id',
      'drafts.trigger as draft_trigger',
      'drafts.changed_by_agent as draft_changed_by_agent',
      'message_bodies.text',
      'message_bodies.html',
      'mailboxes.name',
      'mailboxes.display_name',
      'mailboxes.hitl_mode',
      'mailboxes.participant_authentication',
      'mailboxes.send_window',
      'mailboxes.approval_expiry',
      'mailboxes.scanner_policy',
      'accounts.tier',
      'accounts.status as account_status',
      'accounts.url_reputation_active',
    ])
    .where('messages.id', '=', param('id'))
    .where('messages.direction', '=', 'outbound'),
);

export async function loadOutgoing(db: Queries, messageId: string) {
  const [row] = (await findOutgoing(db, { id: messageId })).rows;
  return (
    row && {
      ...row,
      text: row.text ?? '',
      from_name: effectiveFromName(row, row.tier),
      reply_to: replyAddress(row),
    }
  );
}
