import type { CalendarAnswer } from '../../../shared/contract/calendars.ts';
import type { Review } from '../../../shared/contract/messages.ts';
import { holdReason } from '../../../shared/hold-reasons.ts';
import { decisionText } from '../../../shared/review/sentences.ts';
import { bad, type Cell, good, moment, quiet } from './document.ts';

/** A decided message, or the answer to its send. */
interface DecidedMessage {
  readonly review?: Review | undefined;
  readonly edited_from?: string | undefined;
  readonly revises?: string | undefined;
  readonly forwards?: string | undefined;
  readonly calendar_reply?: CalendarAnswer | undefined;
}

const RESOLUTIONS: Readonly<Record<Review['resolution'], (text: string) => Cell>> = {
  approved: good,
  released: good,
  edited: good,
  denied: bad,
  blocked: bad,
  expired: bad,
};

/** Rows for how the review of a message ended: decision, reason, time. Empty while it's undecided. */
export function reviewFields({
  review: answer,
  edited_from,
  revises,
  forwards,
  calendar_reply,
}: DecidedMessage): (readonly [string, Cell])[] {
  const origin = edited_from === undefined ? [] : [['edited from', edited_from] as const];
  const denied = revises === undefined ? [] : [['revises', revises] as const];
  const forwarded = forwards === undefined ? [] : [['forwards', forwards] as const];
  const answers = calendar_reply === undefined ? [] : [['invitation', calendar_reply] as const];
  return [...answers, ...origin, ...denied, ...forwarded, ...answerFields(answer)];
}

function answerFields(answer: Review | undefined): (readonly [string, Cell])[] {
  if (answer === undefined) return [];
  const { resolution, reason, decided_at: at, edited_to: edited, revised_as: revised } = answer;
  return [
    ...(answer.held_because ?? []).map((code) => ['was held', quiet(holdReason(code))] as const),
    ['review', RESOLUTIONS[resolution](decisionText(answer))],
    ...(reason === null ? [] : [['reason', reason] as const]),
    ...(edited === undefined ? [] : [['instead', edited] as const]),
    ...(revised === undefined ? [] : [['revised as', revised] as const]),
    ['decided', moment(at)],
  ];
}
