import type { MessageFindings } from '../../../shared/contract/findings.ts';
import { provenAttacks } from '../../../shared/review/certain.ts';
import { HELD_STATES } from '../../tasks/reviewing/queue.ts';
import type { ScreenSize } from '../screen-output.ts';
import { afterDecision, afterEdit, afterRefusal, handOver } from './decide.ts';
import { withEvent } from './events.ts';
import { point } from './point.ts';
import { press } from './press.ts';
import { isHeld, isOpen, type QueueSource, withPage } from './queue.ts';
import type { Action, MessageReading, ReviewState, VisiblePart } from './state.ts';
import { afterScheduling, afterUndo, afterUndoRefused, ticked } from './undo.ts';
import { isAllLoaded, listed, markStale, say, settle, shownMessage } from './view.ts';

/** Loaded messages, and their findings, that stay in memory. */
const READINGS_KEPT = 100;

/** The next state; the same one if nothing changes. `now` is in milliseconds since 1970. */
export function reduce(before: ReviewState, action: Action, now: number): ReviewState {
  const after = apply({ ...before, now, actions: before.actions + 1 }, action);
  return action.kind === 'painted' && after.seen === before.seen ? before : settle(after, before);
}

function apply(state: ReviewState, action: Action): ReviewState {
  switch (action.kind) {
    case 'resized':
      return resized(state, action.size);
    case 'key':
      return press({ ...state, isTouched: true }, action.key);
    case 'mouse':
      return point({ ...state, isTouched: true }, action.event);
    case 'opened':
      return opened(state, action);
    case 'page':
      return withCursorLed(
        listed({ ...state, trouble: undefined, ...withPage(state, action.page, state.actions) }),
        state,
      );
    case 'read':
      return read(state, action.detail.id, {
        kind: 'read',
        detail: action.detail,
        at: state.now,
        isStale: false,
      });
    case 'not read':
      return read(state, action.id, { kind: 'failed', problem: action.problem });
    case 'found':
      return found(state, action.id, action.found);
    case 'event':
      return withEvent(state, action.envelope);
    case 'link':
      return linked(state, action.link);
    case 'trouble':
      return { ...state, trouble: action.problem };
    case 'try again':
      return { ...state, trouble: undefined, readings: withoutFailures(state.readings) };
    case 'handed over':
      return handOver(state, action.asked);
    case 'decided':
      return afterDecision(state, action.asked, action.outcome);
    case 'scheduled':
      return afterScheduling(state, action.asked, action.seconds);
    case 'undos handed over':
      return { ...state, undos: state.undos.filter((id) => !action.ids.includes(id)) };
    case 'undone':
      return afterUndo(state, action.id);
    case 'not undone':
      return afterUndoRefused(state, action.problem);
    case 'tick':
      return ticked(state);
    case 'refused':
      return afterRefusal(state, action.asked, action.problem);
    case 'painted':
      return painted(state, action.painted);
    case 'errand taken':
      return { ...state, errand: undefined };
    case 'said':
      return { ...state, said: action.said };
    case 'edited':
      return afterEdit(state, action.id);
  }
}

/** Keeps the cursor at the first message while opening, and at the last while seeking the end. */
function withCursorLed(state: ReviewState, before: ReviewState): ReviewState {
  const isOpening = before.sources.some(({ edge, isComplete }) => !edge && !isComplete);
  if (isOpening && !state.isTouched) return { ...state, cursor: state.order[0] };
  if (!state.seeksEnd) return state;
  return { ...state, cursor: state.order.at(-1), seeksEnd: !isAllLoaded(state) };
}

/** New wrapping makes the count of seen lines invalid, except for fully seen messages. */
function resized(state: ReviewState, size: ScreenSize): ReviewState {
  if (size.columns === state.size.columns) return { ...state, size };
  const seen = new Map([...state.seen].filter(([, lines]) => lines === Number.POSITIVE_INFINITY));
  return { ...state, size, seen, scroll: 0 };
}

function opened(state: ReviewState, { role, mailboxes }: Extract<Action, { kind: 'opened' }>): ReviewState {
  const known = new Map(state.sources.map((source) => [`${source.mailboxId} ${source.state}`, source]));
  const sources = mailboxes.flatMap(({ id }) =>
    HELD_STATES.map(
      (held): QueueSource =>
        known.get(`${id} ${held}`) ?? {
          mailboxId: id,
          state: held,
          edge: undefined,
          isComplete: false,
          isStale: false,
        },
    ),
  );
  return {
    ...state,
    role,
    mailboxes: new Map(mailboxes.map((each) => [each.id, each])),
    sources,
    trouble: undefined,
  };
}

/** A loaded message also shows whether it is still held. */
function read(state: ReviewState, id: string, reading: MessageReading): ReviewState {
  const readings = new Map(state.readings);
  const earlier = readings.get(id);
  readings.delete(id);
  readings.set(id, reading);
  for (const oldest of readings.keys()) {
    if (readings.size <= READINGS_KEPT) break;
    if (oldest !== state.cursor) readings.delete(oldest);
  }
  const row = state.rows.get(id);
  const after = {
    ...state,
    readings,
    found: isSameText(earlier, reading) ? state.found : without(state.found, id),
  };
  if (!row || !isOpen(row)) return after;
  const rows = new Map(state.rows);
  if (reading.kind === 'failed') {
    if (reading.problem.code !== 'NOT_FOUND') return after;
    rows.set(id, { ...row, fate: { kind: 'decided', outcome: 'deleted', by: 'elsewhere' } });
  } else if (!isHeld(reading.detail.state)) {
    const outcome = reading.detail.state;
    const by = row.fate.kind === 'scheduled' ? row.fate.by : 'elsewhere';
    rows.set(id, { ...row, state: outcome, fate: { kind: 'decided', outcome, by } });
  } else {
    rows.set(id, { ...row, state: reading.detail.state, proven: provenAttacks(reading.detail.scan) });
  }
  return { ...after, rows };
}

/** Positions of findings apply to one form of the text only. */
function isSameText(before: MessageReading | undefined, now: MessageReading): boolean {
  if (before?.kind !== 'read' || now.kind !== 'read') return true;
  return before.detail.body.char_count === now.detail.body.char_count;
}

function without<T>(all: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> {
  const left = new Map(all);
  left.delete(id);
  return left;
}

/** A reconnect reloads the first pages, because events were missed. */
function linked(state: ReviewState, link: 'live' | 'lost'): ReviewState {
  if (link === 'lost') return { ...state, link };
  const said = state.link === 'lost' ? say('Reconnected. Nothing was missed.', 'good') : undefined;
  return { ...markStale(state), link, trouble: undefined, ...(said && { said }) };
}

/** If that adds lines, the count of seen lines is invalid. */
function found(before: ReviewState, id: string, places: MessageFindings | null): ReviewState {
  const all = new Map(before.found).set(id, places);
  for (const oldest of all.keys()) {
    if (all.size <= READINGS_KEPT) break;
    all.delete(oldest);
  }
  const state = { ...before, found: all };
  if (id !== state.cursor || shownMessage(before)?.lines.length === shownMessage(state)?.lines.length)
    return state;
  return { ...state, seen: without(state.seen, id) };
}

function withoutFailures(readings: ReadonlyMap<string, MessageReading>): ReadonlyMap<string, MessageReading> {
  return new Map([...readings].filter(([, { kind }]) => kind === 'read'));
}

/** Counts lines from the first without gaps, so a jump to the end doesn't count. */
function painted(state: ReviewState, { id, from, to, of, isWhole }: VisiblePart): ReviewState {
  const before = state.seen.get(id) ?? 0;
  if (from > before || to <= before) return state;
  const seen = new Map(state.seen).set(id, to >= of && isWhole ? Number.POSITIVE_INFINITY : to);
  return { ...state, seen };
}
