import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { PlacedFinding } from '../../../shared/contract/findings.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import type { listMessages } from '../../../shared/contract/reading.ts';
import type { deleteMessage, ScheduledReply, undoDecision } from '../../../shared/contract/review.ts';
import { otherParty } from '../../../shared/named-address.ts';
import { PAST } from '../../../shared/review/decisions.ts';
import { localDateTime } from '../terminal/time.ts';
import {
  type Block,
  bad,
  type Cell,
  fields,
  gap,
  good,
  line,
  moment,
  quiet,
  table,
  type View,
  warning,
} from './document.ts';
import { messageView } from './messages.ts';
import { CONTENT_WITHHELD, subjectCell } from './placeholders.ts';
import { findingBlocks as markedBlocks } from './scan.ts';
import { shortId } from './short-ids.ts';

type QueuedMessage = ReplyOf<typeof listMessages>['messages'][number];

/** Held messages, oldest first. */
export const queue: View<{ readonly messages: readonly QueuedMessage[]; readonly total: number }> = ({
  messages,
  total,
}) => [
  table(
    [
      { title: '' },
      { title: 'with', flexible: true },
      { title: 'subject', flexible: true },
      { title: 'why', flexible: true },
      { title: 'mailbox', flexible: true },
      { title: 'when' },
      { title: 'actions' },
      { title: 'id' },
    ],
    messages.map((message) => [
      message.direction === 'inbound' ? '<' : '>',
      { party: otherParty(message) },
      message.content_withheld ? quiet(CONTENT_WITHHELD) : subjectCell(listed(message)),
      warning(whyOf(message)),
      message.mailbox_name,
      moment(message.created_at),
      actionsOf(message),
      quiet(shortId(message.id)),
    ]),
    'No held messages.',
  ),
  ...(total > messages.length ? [line(quiet(`${total - messages.length} more`))] : []),
];

function actionsOf({ state, decision_pending: pending }: QueuedMessage): Cell {
  if (pending) return warning(`${PAST[pending.kind].toLowerCase()}, undo`);
  return state === 'pending_review' ? 'approve, deny' : 'release, block';
}

function listed({ subject, has_html }: QueuedMessage): string {
  return has_html && subject.trim() !== '' ? `${subject} [html]` : subject;
}

/** The scan's reasons; a hold without findings is a rule of the mailbox, or a pending delivery. */
function whyOf({ scan, email_effect }: QueuedMessage): string {
  if (email_effect?.effect_status === 'held_infrastructure') return 'waits for delivery';
  const categories = (scan?.categories ?? []).filter(({ decision }) => HOLDING.has(decision));
  return categories.length === 0 ? 'policy' : categories.map(({ category }) => category).join(', ');
}

const HOLDING: ReadonlySet<string> = new Set(['require_human_approval', 'quarantine']);

/** A held message, for the operator with the positions of findings. */
type HeldDetail = MessageDetail & {
  readonly marked_findings: readonly PlacedFinding[] | null;
  /** From field as the recipient sees it; null when unknown. */
  readonly from_display: string | null;
};

export const heldView: View<HeldDetail> = (message) => [
  fields(...(message.from_display === null ? [] : [['From header', message.from_display] as const]), [
    'local time',
    localDateTime(message.created_at),
  ]),
  ...messageView(message),
  ...(message.marked_findings
    ?.filter(({ decision }) => decision !== 'allow')
    .flatMap((finding) => markedBlocks(finding)) ?? findingBlocks(message)),
  ...nextBlocks(message),
];

function findingBlocks({ scan }: MessageDetail): Block[] {
  const findings = scan?.findings ?? [];
  if (findings.length === 0) return [];
  return [
    gap,
    table(
      [{ title: 'found' }, { title: 'decides' }, { title: 'because', flexible: true }],
      findings.map(({ category, decision, reason }) => [
        category,
        decisionCell(decision),
        reason ?? quiet('-'),
      ]),
      '',
    ),
  ];
}

function decisionCell(decision: string): Cell {
  return decision === 'block' ? bad(decision) : warning(decision);
}

function nextBlocks({ state, id, direction, hold_context }: MessageDetail): Block[] {
  const decisions = VERBS[state];
  if (!decisions) return [gap, line(quiet(`No longer held: it is ${state}.`))];
  const isEditable = direction === 'outbound' && hold_context !== null;
  const verbs = [...decisions, ...(isEditable ? ['edit'] : [])];
  return [gap, line(quiet(verbs.map((verb) => `agentmail review ${verb} ${shortId(id)}`).join('  or  ')))];
}

const VERBS: Readonly<Record<string, readonly string[]>> = {
  pending_review: ['approve', 'deny'],
  quarantined: ['release', 'block'],
};

type DecisionReply =
  | { readonly status: 'sent' | 'released' | 'blocked' | 'denied'; readonly message_id: string }
  | ScheduledReply;

const SAYS: Readonly<Record<Exclude<DecisionReply['status'], 'scheduled'>, Cell>> = {
  sent: good('Sent.'),
  released: good('Released: it is now readable.'),
  blocked: bad('Blocked.'),
  denied: bad("Denied: it won't be sent."),
};

export const decided: View<DecisionReply> = (reply) =>
  reply.status === 'scheduled'
    ? [
        line(
          good(`${PAST[reply.decision]}. It takes effect in ${reply.undo_seconds} s.`),
          quiet(reply.message_id),
        ),
        line(quiet(`To take it back: agentmail review undo ${shortId(reply.message_id)}`)),
      ]
    : [line(SAYS[reply.status], quiet(reply.message_id))];

export const undone: View<ReplyOf<typeof undoDecision>> = ({ decision, message_id }) => [
  line(
    good(`Taken back: the message isn't ${PAST[decision].toLowerCase()}, and still held.`),
    quiet(message_id),
  ),
];

export const messageDeleted: View<ReplyOf<typeof deleteMessage>> = ({ message_id, r2_objects_failed }) => [
  line('Deleted.', quiet(message_id)),
  ...(r2_objects_failed.length === 0
    ? []
    : [line(warning(`${r2_objects_failed.length} of its files will be deleted later.`))]),
];

/** Decisions on the screen, by outcome. */
export const reviewed: View<Readonly<Record<string, number>>> = (counts) => {
  const parts = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  return parts.length === 0 ? [] : [line('Decided:', parts.join(', '))];
};
