import { PAST } from '../../../shared/review/decisions.ts';
import { subjectOf, withFate } from './decide.ts';
import type { Fate, QueueRow } from './queue.ts';
import type { AskedDecision, Problem, ReviewState } from './state.ts';
import type { TextLine } from './text.ts';
import { markStale, say } from './view.ts';

/** Decisions that take effect after a few seconds, and can be taken back until then. */

type ScheduledFate = Extract<Fate, { kind: 'scheduled' }>;

/** A decision that is overdue by this was carried out, or refused, without an event that arrived. */
const OVERDUE_MS = 5000;

function scheduledRow({ rows }: ReviewState, id: string | undefined) {
  const row = id === undefined ? undefined : rows.get(id);
  return row?.fate.kind === 'scheduled' ? { ...row, fate: row.fate } : undefined;
}

export function hasScheduled({ rows }: ReviewState): boolean {
  for (const { fate } of rows.values()) if (fate.kind === 'scheduled') return true;
  return false;
}

/** The decisions that `z` takes back: that under the cursor, or your last one with all of its batch. */
export function undoable(state: ReviewState): (QueueRow & { readonly fate: ScheduledFate })[] {
  const last = state.lastDecided.flatMap((id) => scheduledRow(state, id) ?? []);
  const current = scheduledRow(state, state.cursor);
  if (!current || last.some(({ id }) => id === current.id)) return last;
  return [current];
}

/** The line about decisions that can be taken back; undefined without one. */
export function undoLine(state: ReviewState): TextLine | undefined {
  const rows = undoable(state);
  const [first] = rows;
  if (!first) return undefined;
  const left = secondsLeft(Math.max(...rows.map(({ fate }) => fate.dueAt)), state.now);
  const what =
    rows.length === 1
      ? `${subjectOf(state, first.id)}: ${PAST[first.fate.verb]}${first.fate.by === 'you' ? '' : ' elsewhere'}.`
      : `${PAST[first.fate.verb]} ${rows.length}.`;
  return [
    { text: what, tone: 'good' },
    { text: ` Undo (z) ${left} s`, tone: 'strong' },
  ];
}

export function secondsLeft(dueAt: number, now: number): number {
  return Math.max(0, Math.ceil((dueAt - now) / 1000));
}

export function askUndo(state: ReviewState): ReviewState {
  const ids = undoable(state).map(({ id }) => id);
  if (ids.length === 0) return { ...state, said: say('There is no decision to take back.', 'warning') };
  return { ...state, undos: [...new Set([...state.undos, ...ids])] };
}

export function afterScheduling(
  state: ReviewState,
  { id, verb, reason }: AskedDecision,
  seconds: number,
): ReviewState {
  const dueAt = state.now + seconds * 1000;
  return withFate(state, id, { kind: 'scheduled', verb, dueAt, by: 'you', reason });
}

export function afterUndo(state: ReviewState, id: string): ReviewState {
  const row = scheduledRow(state, id);
  if (!row) return state;
  const after = withFate(state, id, { kind: 'waiting' });
  return { ...after, said: say(`${subjectOf(state, id)}: Taken back; it is still held.`, 'good') };
}

export function afterUndoRefused(state: ReviewState, { message }: Problem): ReviewState {
  return { ...markStale(state), said: say(`Not taken back: ${message}`, 'bad') };
}

/** A refusal when it was due: it can be decided again. */
export function failedWhenDue(state: ReviewState, id: string, code: string): ReviewState {
  const row = scheduledRow(state, id);
  if (!row) return state;
  const message = `It couldn't take effect (${code}) and is still held.`;
  const after = withFate(state, id, { kind: 'failed', message, reason: row.fate.reason });
  return { ...after, said: say(`${subjectOf(state, id)}: ${message}`, 'bad') };
}

/** Asks again about decisions that should have taken effect. */
export function ticked(state: ReviewState): ReviewState {
  const overdue = [...state.rows.values()].filter(
    ({ fate }) => fate.kind === 'scheduled' && state.now - fate.dueAt > OVERDUE_MS,
  );
  if (overdue.length === 0) return state;
  return markStale(overdue.reduce((after, { id }) => withFate(after, id, { kind: 'waiting' }), state));
}
