import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type {
  getMailboxPolicy,
  PolicyPreview,
  setAttachmentAccess,
  setOutboundAttachments,
} from '../../../shared/contract/mailbox-policies.ts';
import type { reportMessage, setSenderPolicy } from '../../../shared/contract/sender-lists.ts';
import { namedAddress } from '../../../shared/named-address.ts';
import { checksOf, outcomeWord, reasonOf } from '../../../shared/policy-checks.ts';
import {
  type Block,
  bad,
  type Cell,
  fields,
  gap,
  good,
  line,
  orDash,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';
import { leftToday } from './left-today.ts';

export const senderPolicy: View<ReplyOf<typeof setSenderPolicy>> = ({
  sender_policy_mode,
  previous_mode,
}) => [
  line(
    'Senders:',
    strong(sender_policy_mode),
    quiet(sender_policy_mode === previous_mode ? '(unchanged)' : `(was ${previous_mode})`),
  ),
];

export const reported: View<ReplyOf<typeof reportMessage>> = (report) => [
  line(report.blocked ? 'Reported; the message is blocked.' : 'Reported; the message stays as it was.'),
  ...blockedSender(report),
];

function blockedSender({ sender_blocklisted, already_blocklisted }: ReplyOf<typeof reportMessage>): Block[] {
  if (sender_blocklisted === null)
    return [line(quiet("The sender can't be read, so no sender was blocked."))];
  return [line(strong(sender_blocklisted), already_blocklisted ? 'was already blocked.' : 'is now blocked.')];
}

export const stateView: View<{ readonly message_id: string; readonly state: string }> = ({
  message_id,
  state,
}) => [fields(['message', message_id], ['state', state])];

export const policyView: View<ReplyOf<typeof getMailboxPolicy>> = (policy) => [
  fields(
    ['rules', strong(policy.policy_mode)],
    ['agents', policy.agent_authoring_mode],
    [
      'agent sends',
      policy.restricted_by === null
        ? policy.agent_send_policy
        : warning(`restricted by ${policy.restricted_by}`),
    ],
    ['recipients', policy.recipient_policy_mode],
    ['review', policy.hitl_mode],
    ['participants', policy.participant_authentication],
    ['quarantine', policy.agent_quarantine_access],
    ['agent release', policy.agent_release],
    ['agent entries', policy.agent_entries],
    ['auto replies', policy.automatic_replies],
    ['forwarding', policy.agent_forwarding],
    ['review expires', policy.approval_expiry],
    ['this key', `${policy.binding.scope}: ${policy.binding.permitted_verbs.join(', ') || 'may not write'}`],
  ),
];

export const previewView: View<PolicyPreview> = (preview) => [
  line(resultCell(preview)),
  table(
    [{ title: 'gate' }, { title: 'outcome' }, { title: 'reason', flexible: true }],
    preview.trace.map((each) => [each.gate, each.outcome, reasonOf(each)]),
    '',
  ),
  ...recipientBlocks(preview),
  fields(...leftToday(preview.budget.remaining, preview.budget.limit)),
  ...warningBlocks(preview),
];

/** Of a message to several, what the rules say about each recipient. */
function recipientBlocks({ recipients = [] }: PolicyPreview): Block[] {
  if (recipients.length === 0) return [];
  return [
    gap,
    table(
      [
        { title: '' },
        { title: 'recipient', flexible: true },
        { title: 'outcome' },
        { title: 'why', flexible: true },
      ],
      recipients.flatMap(({ trace, role, ...each }) =>
        trace.map((entry) => [quiet(role), namedAddress(each), outcomeCell(entry.outcome), reasonOf(entry)]),
      ),
      '',
    ),
    gap,
  ];
}

/** Rules of the mailbox that forged mail can bypass, whatever the outcome of this send. */
function warningBlocks({ warnings, mailbox_id: id }: PolicyPreview): Block[] {
  if (warnings.length === 0) return [];
  return [
    gap,
    ...warnings.map(({ message }) => line(warning(message))),
    line(quiet(`agentmail mailboxes update ${id} --participants authenticated`)),
  ];
}

/** Every gate: passed or refused, why, and what would change it. */
export const explanation: View<PolicyPreview> = (preview) => {
  const checks = preview.trace.flatMap(checksOf);
  const remedies = checks.flatMap(({ gate, remedy }) => (remedy === null ? [] : [[gate, remedy] as const]));
  return [
    line(resultCell(preview)),
    table(
      [{ title: 'gate' }, { title: 'outcome' }, { title: 'why', flexible: true }],
      checks.map(({ gate, outcome, reason }) => [gate, outcomeCell(outcome), orDash(reason)]),
      '',
    ),
    ...recipientBlocks(preview),
    ...(remedies.length === 0 ? [] : [gap, line(strong('To change the result')), fields(...remedies)]),
    gap,
    fields(...leftToday(preview.budget.remaining, preview.budget.limit)),
    ...warningBlocks(preview),
  ];
};

function outcomeCell(outcome: string): Cell {
  const word = outcomeWord(outcome);
  if (outcome === 'pass') return good(word);
  if (outcome === 'would_block') return bad(word);
  return outcome === 'would_hold' ? warning(word) : quiet(word);
}

function resultCell({ result, result_summary }: PolicyPreview): Cell {
  if (result === 'would_block') return bad(result_summary);
  return result === 'would_hold' ? warning(result_summary) : good(result_summary);
}

export const attachmentAccessView: View<ReplyOf<typeof setAttachmentAccess>> = ({
  mode,
  allowed_file_families,
}) => [fields(['attachments', strong(mode)], ['raw downloads', orDash(allowed_file_families.join(' '))])];

export const outboundAttachmentsView: View<ReplyOf<typeof setOutboundAttachments>> = (reply) => [
  line(
    reply.outbound_attachments_enabled
      ? 'The mailbox may send attachments.'
      : "The mailbox can't send attachments.",
  ),
];
