import type { Review } from '../../shared/contract/messages.ts';
import { decisionText } from '../../shared/review/sentences.ts';
import { bad, type Cell, good, moment } from './document.ts';

/** A decided message, or the answer to its send. */
interface DecidedMessage {
  readonly review?: Review | undefined;
  readonly edited_from?: string | undefined;
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
export function reviewFields({ review: answer, edited_from }: DecidedMessage): (readonly [string, Cell])[] {
  const origin = edited_from === undefined ? [] : [['edited from', edited_from] as const];
  return [...origin, ...answerFields(answer)];
}

function answerFields(answer: Review | undefined): (readonly [string, Cell])[] {
  if (answer === undefined) return [];
  const { resolution, reason, decided_at: at, edited_to: edited } = answer;
  return [
    ['review', RESOLUTIONS[resolution](decisionText(answer))],
    ...(reason === null ? [] : [['reason', reason] as const]),
    ...(edited === undefined ? [] : [['instead', edited] as const]),
    ['decided', moment(at)],
  ];
}
