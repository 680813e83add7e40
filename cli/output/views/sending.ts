import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { SendReply } from '../../../shared/contract/messages.ts';
import type { waitForDecision } from '../../../shared/contract/reading.ts';
import { holdReason } from '../../../shared/hold-reasons.ts';
import { type Block, bad, type Cell, fields, good, line, quiet, type View, warning } from './document.ts';
import { leftToday } from './left-today.ts';
import { outcomeFields } from './recipient-fields.ts';
import { reviewFields } from './review-answer.ts';

const OUTCOMES: Readonly<Record<SendReply['email_effect']['effect_status'], Cell>> = {
  sent: good('Sent.'),
  held_for_review: warning('Held for review, not sent.'),
  held_infrastructure: warning('Waiting for delivery, not sent yet.'),
  in_flight: warning('On its way.'),
  indeterminate: bad('It is unknown whether it was sent.'),
  blocked: bad('Blocked, not sent.'),
};

type SendOutcome = Omit<SendReply, 'html_sanitized' | 'removed_categories'> &
  Partial<Pick<SendReply, 'removed_categories'>>;

export const sentMessage: View<SendOutcome & { readonly idempotency_key?: string }> = (reply) => [
  ...headlines(reply),
  fields(
    ['message', reply.message_id],
    ...outcomeFields(reply.recipients),
    ...(reply.recipient_note === undefined ? [] : [['recipient', reply.recipient_note] as const]),
    ...(reply.warning === null ? [] : [['warning', warning(reply.warning)] as const]),
    ...reasonsOf(reply),
    ...leftOut(reply),
    ...reviewFields(reply),
    ...takenOut(reply),
    ...leftToday(reply.sends_remaining, reply.daily_limit),
    ...(reply.idempotency_key === undefined ? [] : [['key', quiet(reply.idempotency_key)] as const]),
  ),
  ...nextStep(reply),
];

export const decisionView: View<ReplyOf<typeof waitForDecision>> = (outcome) => {
  const { email_effect: effect, replacement, message_id, state, decided } = outcome;
  const headline =
    effect === null
      ? [line(decided ? good(`Decided: ${state}.`) : warning(`Not decided yet: ${state}.`))]
      : headlines({ email_effect: effect, replacement });
  return [...headline, fields(['message', message_id], ...reviewFields(outcome))];
};

function headlines({
  email_effect,
  replacement,
  replayed,
  differs,
  recipient = '',
}: Pick<SendOutcome, 'email_effect' | 'replacement' | 'replayed' | 'differs' | 'recipient'>): Block[] {
  const { effect_status: status } = email_effect;
  if (replacement)
    return [line(warning('A person edited it and sent this version:'), OUTCOMES[replacement.effect_status])];
  if (!replayed) return [line(OUTCOMES[status])];
  if (status === 'sent')
    return [
      ...otherContent(differs),
      line(warning(`Already sent to ${recipient} with this key; nothing was sent now.`)),
    ];
  return [
    ...otherContent(differs),
    line(warning(`This key was already used, for ${recipient}; nothing was sent now.`)),
    line(OUTCOMES[status]),
  ];
}

/** A caller who repeats a key with other content expects another message than the first. */
export function otherContent(differs: readonly string[] = []): Block[] {
  if (differs.length === 0) return [];
  return [
    line(bad(`The key was used with other content (${differs.join(', ')}). Use a new key to send this.`)),
  ];
}

function reasonsOf({ hold_context }: SendOutcome): (readonly [string, Cell])[] {
  return (hold_context?.summary_reasons ?? []).map((code) => ['because', holdReason(code)]);
}

const TAKEN_OUT: Readonly<Record<SendReply['removed_categories'][number], string>> = {
  remote_image: 'remote images',
  external_link: 'link targets; their text stays',
  filtered_styles: 'some styles',
  unsupported_elements: 'elements not allowed in mail',
};

function takenOut({ removed_categories: removed = [] }: SendOutcome): (readonly [string, Cell])[] {
  return removed.map((category) => ['removed', warning(TAKEN_OUT[category])]);
}

const LEFT_OUT: Readonly<Record<NonNullable<SendReply['files_left_out']>[number]['reason'], string>> = {
  unsafe: 'the scan found something in it',
  redacted: 'this mailbox redacts personal data',
  missing: 'its bytes are no longer stored',
};

function leftOut({ files_left_out: files = [] }: SendOutcome): (readonly [string, Cell])[] {
  return files.map(({ filename, reason }) => ['left out', warning(`${filename}: ${LEFT_OUT[reason]}`)]);
}

function nextStep({ email_effect, message_id }: SendOutcome): Block[] {
  if (email_effect.effect_status !== 'held_for_review') return [];
  return [line(quiet(`Review it: agentmail review show ${message_id}`))];
}
