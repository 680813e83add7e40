import { PAST, PRESENT } from '../../../../shared/review/decisions.ts';
import { LETS_GO, type Row, STATE_FOR, type Verb, waits } from './rows.ts';

/** Messages that a decision is about; the others of a selection are left out. */
export interface Target {
  readonly verb: Verb;
  readonly ids: readonly string[];
  readonly leftOut: readonly string[];
}

/** How much of each message the person has seen. */
export type Seen = ReadonlyMap<string, 'part' | 'all'>;

/** A decision to ask about, or the reason why there's nothing to decide. */
export type Asked =
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'confirm'; readonly target: Target; readonly question: string; readonly instead?: Verb }
  | { readonly kind: 'reason'; readonly target: Target }
  | { readonly kind: 'start'; readonly target: Target };

const OTHER_KEYS = {
  pending_review: 'Waiting for review: approve or deny it.',
  quarantined: 'Quarantined: release or block it.',
} as const;

export function askForOne(row: Row, verb: Verb, seen: Seen): Asked {
  const refusal = whyNot(row, verb);
  if (refusal !== undefined) return { kind: 'refused', text: refusal };
  const target = { verb, ids: [row.id], leftOut: [] };
  if (!LETS_GO.has(verb)) return { kind: 'reason', target };
  const how = seen.get(row.id);
  if (how === undefined) {
    return { kind: 'refused', text: `You haven't seen any of it yet. Read it, then ${verb} it.` };
  }
  const unread = how === 'part' ? "You haven't seen all of it. " : '';
  const proof = proofIn([row]);
  if (unread === '' && proof === '') return { kind: 'start', target };
  return {
    kind: 'confirm',
    target,
    question: `${unread}${proof}${PRESENT[verb]} it anyway?`,
    ...insteadOf(proof, verb),
  };
}

/** Names the attacks that the scan proved in these messages; empty without one. */
function proofIn(rows: readonly Row[]): string {
  const proven = new Set(rows.flatMap((row) => row.proven));
  return proven.size === 0 ? '' : `The scan is certain: ${[...proven].join(' ')} `;
}

/** The decision that is safe where the scan proved an attack. */
function insteadOf(proof: string, verb: Verb): { instead?: Verb } {
  return proof === '' ? {} : { instead: verb === 'approve' ? 'deny' : 'block' };
}

function whyNot({ fate, state }: Row, verb: Verb): string | undefined {
  if (fate.kind === 'deciding') return 'Your decision is being sent.';
  if (fate.kind === 'scheduled') return `${PAST[fate.verb]}. Undo (z) takes it back.`;
  if (fate.kind === 'decided') return `Already decided: ${fate.outcome}.`;
  if (state === STATE_FOR[verb]) return undefined;
  return OTHER_KEYS[state as keyof typeof OTHER_KEYS] ?? `The message is ${state}.`;
}

/** Nothing is sent or released in a batch that wasn't read to its end. */
export function askForSelected(
  rows: readonly Row[],
  verb: Verb,
  { seen, listed }: { readonly seen: Seen; readonly listed: ReadonlySet<string> },
): Asked {
  const ids: string[] = [];
  const causes = new Map<string, number>();
  const leaveOut = (cause: string) => causes.set(cause, (causes.get(cause) ?? 0) + 1);
  for (const row of rows) {
    if (!listed.has(row.id)) leaveOut('hidden by the filter');
    else if (!waits(row)) leaveOut('already decided');
    else if (row.state !== STATE_FOR[verb])
      leaveOut(row.state === 'quarantined' ? 'quarantined' : 'waiting for review');
    else if (LETS_GO.has(verb) && seen.get(row.id) !== 'all') leaveOut('not read to the end');
    else ids.push(row.id);
  }
  const leftOut = [...causes].map(([cause, count]) => `${count} ${cause}`);
  if (ids.length === 0) {
    const text = `None of the selected messages can be decided this way: ${leftOut.join(', ')}.`;
    return { kind: 'refused', text };
  }
  const target = { verb, ids, leftOut };
  if (!LETS_GO.has(verb)) return { kind: 'reason', target };
  const count =
    ids.length === 1 ? '1 message that you have read' : `${ids.length} messages that you have read`;
  const proof = proofIn(rows.filter(({ id }) => ids.includes(id)));
  return {
    kind: 'confirm',
    target,
    question: `${proof}${PRESENT[verb]} ${count}?`,
    ...insteadOf(proof, verb),
  };
}

const OUTCOMES: Readonly<Record<string, string>> = {
  sent: 'Sent.',
  released: 'Released: the agent can read it.',
  blocked: 'Blocked.',
  denied: "Denied. It won't be sent.",
};

/** The sentence about a decision that was made. */
export function outcomeText(verb: Verb, outcome: string): string {
  if (LETS_GO.has(verb) && outcome === 'blocked') return 'It could not be sent and is now blocked.';
  return OUTCOMES[outcome] ?? `${outcome}.`;
}
