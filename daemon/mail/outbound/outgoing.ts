import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries } from '../../platform/store/store.ts';
import { effectiveFromName } from '../../rules/mailboxes/project.ts';
import { replyAddress } from '../messages/reply-address.ts';
import { calendarReplyOf } from './calendar/reply-part.ts';
import { forwardOf, leftOutOf } from './forward/forwarded.ts';
import { storedRecipients, unitsOf } from './recipients.ts';
import { senderAddress } from './subaddress.ts';
import { rfcMessageId, type Submission } from './submission.ts';
import type { SanitizedHtml } from './submitted-html.ts';

/** A stored outbound message with its mailbox and account. */
export type Outgoing = NonNullable<Awaited<ReturnType<typeof loadOutgoing>>>;

const findOutgoing = prepareQuery<{ id: string }>()((db, param) =>
  db
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .innerJoin('accounts', 'accounts.id', 'messages.account_id')
    .innerJoin('message_bodies', 'message_bodies.message_id', 'messages.id')
    .leftJoin('drafts', 'drafts.message_id', 'messages.id')
    .select(['messages.reply_to', 'messages.labels', 'messages.metadata', 'messages.calendar_reply'])
    .select(['mailboxes.name', 'mailboxes.display_name', 'mailboxes.connection_state'])
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
      'messages.recipients',
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
      'messages.charged_units',
      'messages.hold_context',
      'messages.automatic',
      'messages.deciding',
      'messages.review',
      'messages.edited_from',
      'messages.answers_id',
      'messages.marks_read',
      'messages.revises',
      'messages.forward_of',
      'messages.files_left_out',
      'drafts.message_id as draft_id',
      'drafts.trigger as draft_trigger',
      'drafts.changed_by_agent as draft_changed_by_agent',
      'message_bodies.text',
      'message_bodies.html',
      'mailboxes.hitl_mode',
      'mailboxes.agent_forwarding',
      'mailboxes.participant_authentication',
      'mailboxes.send_window',
      'mailboxes.approval_expiry',
      'mailboxes.scanner_policy',
      'mailboxes.auto_submitted_replies',
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

/** The mail that a submission forwards, and the answer that it carries. */
function carried(submission: Submission) {
  return {
    forward_of: forwardOf(submission),
    files_left_out: leftOutOf(submission),
    calendar_reply: calendarReplyOf(submission),
  };
}

interface FreshFacts {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly html: SanitizedHtml | null;
}

/** A submission as `loadOutgoing` finds it after it is inserted, but for its charge, `seq` and time. */
export function freshOutgoing(submission: Submission, { id, now, html }: FreshFacts): Outgoing {
  const { principal, mailbox, subaddress = null, thread, replaces = null } = submission;
  const { account } = principal;
  const rfcId = rfcMessageId(mailbox.address, id);
  const sender = senderAddress(mailbox.address, subaddress);
  const place = {
    subaddress_instance_id: subaddress?.instance ?? null,
    subaddress_mode: subaddress?.mode ?? null,
  };
  return {
    id,
    seq: 0,
    account_id: account.id,
    mailbox_id: mailbox.id,
    state: 'scanning',
    direction: 'outbound',
    created_at: now,
    sender,
    recipient: submission.to,
    recipients: storedRecipients(submission),
    subject: submission.subject,
    rfc_message_id: rfcId,
    in_reply_to: thread?.inReplyTo ?? null,
    reference_ids: thread?.references ?? [],
    thread_id: thread?.threadId ?? rfcId,
    ...place,
    labels: submission.kept?.labels ?? null,
    metadata: submission.kept?.metadata ?? null,
    actor_type: principal.actor.type,
    charged_on: null,
    charged_at: null,
    charged_to_trial: false,
    charged_units: unitsOf(submission),
    hold_context: null,
    automatic: null,
    deciding: null,
    review: null,
    edited_from: replaces?.original.id ?? null,
    answers_id: submission.answersId ?? null,
    marks_read: submission.marksRead ?? false,
    revises: submission.revises?.id ?? null,
    ...carried(submission),
    draft_id: null,
    draft_trigger: null,
    draft_changed_by_agent: null,
    text: submission.body,
    html: html?.html ?? null,
    name: mailbox.name,
    connection_state: mailbox.connection_state,
    display_name: mailbox.display_name,
    hitl_mode: mailbox.hitl_mode,
    agent_forwarding: mailbox.agent_forwarding,
    participant_authentication: mailbox.participant_authentication,
    send_window: mailbox.send_window,
    approval_expiry: mailbox.approval_expiry,
    scanner_policy: mailbox.scanner_policy,
    auto_submitted_replies: mailbox.auto_submitted_replies,
    tier: account.tier,
    account_status: account.status,
    url_reputation_active: account.urlReputationActive,
    from_name: effectiveFromName(mailbox, account.tier),
    reply_to: replyAddress({ sender, reply_to: submission.replyTo ?? null, ...place }),
  };
}
