import type { MessageDetail } from '../../../shared/contract/messages.ts';
import { PAST, PRESENT } from '../../../shared/review/decisions.ts';
import { noteIsRequired } from '../../../shared/review/sentences.ts';
import { NO_SUBJECT } from '../../output/views/placeholders.ts';
import { type Fate, isHeld, type QueueRow, type ReviewVerb, waits } from './queue.ts';
import {
  type AskedDecision,
  type DecisionTarget,
  detailOf,
  type Problem,
  type ReviewState,
  type ScreenMode,
} from './state.ts';
import { markStale, say } from './view.ts';

type Confirmation = Extract<ScreenMode, { kind: 'confirm' }>;

/** Decisions: their targets, the questions before them, and their results. */

/** Required state of a message. */
const STATE_FOR = {
  approve: 'pending_review',
  deny: 'pending_review',
  release: 'quarantined',
  block: 'quarantined',
} as const;

/** Decisions that require reading the message first. */
const LETS_GO: ReadonlySet<ReviewVerb> = new Set(['approve', 'release']);

const OTHER_KEYS = {
  pending_review: 'Waiting for review: press a to approve or d to deny.',
  quarantined: 'Quarantined: press r to release or b to block.',
} as const;

export function presentOf(verb: ReviewVerb): string {
  return PRESENT[verb];
}

export function isSeen({ seen }: ReviewState, id: string): boolean {
  return seen.get(id) === Number.POSITIVE_INFINITY;
}

export function ask(state: ReviewState, verb: ReviewVerb): ReviewState {
  const refusal = roleRefusal(state, verb);
  if (refusal !== undefined) return { ...state, said: say(refusal, 'warning') };
  return state.selected.size > 0 ? askForSelected(state, verb) : askForOne(state, verb);
}

function roleRefusal({ role }: ReviewState, verb: ReviewVerb): string | undefined {
  if (role !== 'agent' || (verb !== 'approve' && verb !== 'deny')) return undefined;
  return `An agent key can't ${verb} messages. Use an admin key (agentmail review --profile NAME).`;
}

function holdRefusal({ role }: ReviewState, detail: MessageDetail | undefined): string | undefined {
  const source = detail?.hold_context?.trigger_source ?? 'scanner';
  if (role !== 'agent' || source === 'scanner') return undefined;
  return "An agent key can't decide about messages that the mailbox policy holds.";
}

function askForOne(state: ReviewState, verb: ReviewVerb): ReviewState {
  const row = state.cursor === undefined ? undefined : state.rows.get(state.cursor);
  if (!row) return state;
  const detail = detailOf(state, row.id);
  const refusal = whyNot(row, verb) ?? holdRefusal(state, detail);
  if (refusal !== undefined) return { ...state, said: say(refusal, 'warning') };
  const target: DecisionTarget = { verb, ids: [row.id], leftOut: [] };
  if (!LETS_GO.has(verb)) return askReason(state, target);
  if ((state.seen.get(row.id) ?? 0) === 0) {
    return {
      ...state,
      said: say(`You haven't seen any of it yet. Read it, then ${verb} it.`, 'warning'),
    };
  }
  const unread = isSeen(state, row.id) ? '' : "You haven't seen all of it. ";
  const proof = proofOf(state, target);
  if (unread === '' && proof === '') return confirmed(state, target);
  const question = `${unread}${proof}${PRESENT[verb]} it anyway?`;
  return { ...state, mode: { kind: 'confirm', target, question, instead: insteadOf(proof, verb) } };
}

/** Names the attacks that the scan proved in these messages; empty without one. */
function proofOf({ rows }: ReviewState, { ids }: DecisionTarget): string {
  const proven = ids.flatMap((id) => rows.get(id)?.proven ?? []);
  if (proven.length === 0) return '';
  return `The scan is certain: ${[...new Set(proven)].join(' ')} `;
}

function insteadOf(proof: string, verb: ReviewVerb): ReviewVerb | undefined {
  if (proof === '') return undefined;
  return verb === 'approve' ? 'deny' : 'block';
}

/** Takes the decision that is safe where the scan proved an attack. */
export function decideInstead(state: ReviewState, { target, instead }: Confirmation): ReviewState {
  if (instead === undefined) return state;
  return askReason({ ...state, mode: { kind: 'browse' } }, { ...target, verb: instead });
}

function whyNot(row: QueueRow, verb: ReviewVerb): string | undefined {
  if (row.fate.kind === 'deciding') return 'Your decision is being sent.';
  if (row.fate.kind === 'scheduled') return `${PAST[row.fate.verb]}; z takes it back.`;
  if (row.fate.kind === 'decided') return `Already decided: ${row.fate.outcome}.`;
  if (row.state === STATE_FOR[verb]) return undefined;
  return isHeld(row.state) ? OTHER_KEYS[row.state] : `The message is ${row.state}.`;
}

function askForSelected(state: ReviewState, verb: ReviewVerb): ReviewState {
  const ids: string[] = [];
  const causes = new Map<string, number>();
  const leaveOut = (cause: string) => causes.set(cause, (causes.get(cause) ?? 0) + 1);
  const listed = new Set(state.order);
  for (const id of state.selected) {
    const row = state.rows.get(id);
    if (!row) continue;
    if (!listed.has(id)) leaveOut('hidden by the filter');
    else if (!waits(row)) leaveOut('already decided');
    else if (row.state !== STATE_FOR[verb])
      leaveOut(row.state === 'quarantined' ? 'quarantined' : 'waiting for review');
    else if (LETS_GO.has(verb) && !isSeen(state, id)) leaveOut('not read to the end');
    else ids.push(id);
  }
  const leftOut = [...causes].map(([cause, count]) => `${count} ${cause}`);
  if (ids.length === 0) {
    return {
      ...state,
      said: say(`None of the selected messages can be decided this way: ${leftOut.join(', ')}.`, 'warning'),
    };
  }
  const target: DecisionTarget = { verb, ids, leftOut };
  if (!LETS_GO.has(verb)) return askReason(state, target);
  const what =
    ids.length === 1 ? '1 message that you have read' : `${ids.length} messages that you have read`;
  const proof = proofOf(state, target);
  const question = `${proof}${PRESENT[verb]} ${what}?${leftOutText(target)}`;
  return { ...state, mode: { kind: 'confirm', target, question, instead: insteadOf(proof, verb) } };
}

export function leftOutText({ leftOut }: DecisionTarget): string {
  return leftOut.length === 0 ? '' : ` Left out: ${leftOut.join(', ')}.`;
}

/** Goes on after a confirmation: asks for a required note, or decides. */
export function confirmed(state: ReviewState, target: DecisionTarget): ReviewState {
  if (target.verb === 'approve' && needsNote(state, target)) return askReason(state, target);
  return start({ ...state, mode: { kind: 'browse' } }, target, undefined);
}

function needsNote(state: ReviewState, { verb, ids }: DecisionTarget): boolean {
  if (verb === 'release' || verb === 'block') return false;
  return ids.some((id) => {
    const detail = detailOf(state, id);
    return detail !== undefined && noteIsRequired(detail, state.mailboxes.get(detail.mailbox_id));
  });
}

/** Asks for the reason, with the text of a failed attempt. */
function askReason(
  state: ReviewState,
  target: DecisionTarget,
  isRequired = needsNote(state, target),
): ReviewState {
  const [only] = target.ids;
  const fate = target.ids.length === 1 && only !== undefined ? state.rows.get(only)?.fate : undefined;
  const input = fate?.kind === 'failed' ? (fate.reason ?? '') : '';
  return { ...state, mode: { kind: 'reason', target, input, isRequired } };
}

/** Queues decisions for the daemon, except about messages decided in the meantime. */
export function start(
  state: ReviewState,
  { verb, ids }: DecisionTarget,
  reason: string | undefined,
): ReviewState {
  const rows = new Map(state.rows);
  const asked: AskedDecision[] = [];
  const selected = new Set(state.selected);
  for (const id of ids) {
    const row = rows.get(id);
    selected.delete(id);
    if (!row || !waits(row) || row.state !== STATE_FOR[verb]) continue;
    rows.set(id, { ...row, fate: { kind: 'deciding', verb } });
    asked.push({ id, verb, reason });
  }
  const said = asked.length === 0 ? say('All of them were decided in the meantime.', 'warning') : state.said;
  const lastDecided = asked.length === 0 ? state.lastDecided : asked.map(({ id }) => id);
  return { ...state, rows, selected, said, lastDecided, asked: [...state.asked, ...asked] };
}

export function handOver(state: ReviewState, taken: readonly AskedDecision[]): ReviewState {
  return { ...state, asked: state.asked.filter((each) => !taken.includes(each)) };
}

const OUTCOMES: Readonly<Record<string, string>> = {
  sent: 'Sent.',
  released: 'Released: the agent can read it.',
  blocked: 'Blocked.',
  denied: "Denied. It won't be sent.",
};

export function afterDecision(state: ReviewState, { id, verb }: AskedDecision, outcome: string): ReviewState {
  const isRefused = LETS_GO.has(verb) && outcome === 'blocked';
  const text = isRefused ? 'It could not be sent and is now blocked.' : (OUTCOMES[outcome] ?? outcome);
  const after = withFate(state, id, { kind: 'decided', outcome, by: 'you' });
  return { ...after, said: say(`${subjectOf(state, id)}: ${text}`, isRefused ? 'bad' : 'good') };
}

/** Shows the result of an edit. If the edit is held again, it has its own row. */
export function afterEdit(state: ReviewState, id: string): ReviewState {
  const after = withFate(state, id, { kind: 'decided', outcome: 'edited', by: 'you' });
  return { ...after, said: say(`${subjectOf(state, id)}: Replaced by your edit.`, 'good') };
}

export function afterRefusal(
  state: ReviewState,
  { id, verb, reason }: AskedDecision,
  problem: Problem,
): ReviewState {
  if (problem.code === 'NOT_FOUND') {
    return decidedElsewhere(state, id, 'deleted');
  }
  if (problem.code === 'CONFLICT' && problem.state !== undefined && problem.state !== STATE_FOR[verb]) {
    return decidedElsewhere(state, id, problem.state);
  }
  if (problem.code === 'DECISION_PENDING') {
    const said = say(`${subjectOf(state, id)}: ${problem.message}`, 'warning');
    return { ...markStale(withFate(state, id, { kind: 'waiting' })), said };
  }
  const failed = withFate(state, id, { kind: 'failed', message: problem.message, reason });
  const said = say(
    `Not ${verb === 'deny' ? 'denied' : `${verb}d`}: ${problem.message}`.replace('blockd', 'blocked'),
    'bad',
  );
  // Only if the cursor is still there: the note mustn't go to another message.
  if (problem.code === 'REVIEW_NOTE_REQUIRED' && state.cursor === id && state.mode.kind === 'browse') {
    return askReason({ ...failed, said }, { verb, ids: [id], leftOut: [] }, true);
  }
  return { ...failed, said };
}

function decidedElsewhere(state: ReviewState, id: string, outcome: string): ReviewState {
  const text =
    outcome === 'deleted' ? 'Deleted in the meantime.' : `Already decided elsewhere: it is ${outcome}.`;
  const after = withFate(state, id, { kind: 'decided', outcome, by: 'elsewhere' });
  return { ...after, said: say(`${subjectOf(state, id)}: ${text}`, 'warning') };
}

/** Sets the outcome, and marks the loaded message as stale. */
export function withFate(state: ReviewState, id: string, fate: Fate): ReviewState {
  const row = state.rows.get(id);
  if (!row) return state;
  const reading = state.readings.get(id);
  const readings =
    reading?.kind === 'read'
      ? new Map(state.readings).set(id, { ...reading, isStale: true })
      : state.readings;
  return { ...state, rows: new Map(state.rows).set(id, { ...row, fate }), readings };
}

const SUBJECT_SHOWN = 40;

export function subjectOf({ rows }: ReviewState, id: string): string {
  const subject = rows.get(id)?.subject.trim() || NO_SUBJECT;
  return subject.length > SUBJECT_SHOWN ? `${subject.slice(0, SUBJECT_SHOWN)}…` : subject;
}
