import { LIMITS } from '../../../shared/contract/limits.ts';
import { type Key, keyOf } from '../keys.ts';
import { ask, confirmed, start } from './decide.ts';
import { layoutOf, visibleEntries } from './layout.ts';
import { isFiltered, KINDS, type QueueRow, rewound, type Verb, waits } from './queue.ts';
import { isDeciding, type Mode, type ReviewState, type Target } from './state.ts';
import { isAllLoaded, listed, markStale, say, shownMessage } from './view.ts';

/** Keys, by what the screen is doing. */
export function press(state: ReviewState, sent: string): ReviewState {
  const key = keyOf(sent);
  if (key.kind === 'unknown') return state;
  if (key.kind === 'named' && key.name === 'interrupt') return leave(state);
  const { mode } = state;
  const silent = { ...state, said: [] };
  switch (mode.kind) {
    case 'help':
      return { ...silent, mode: { kind: 'browse' } };
    case 'filter':
      return typeFilter(silent, mode, key);
    case 'reason':
      return typeReason(silent, mode, key);
    case 'confirm':
      return answer(silent, mode, key);
    case 'browse':
      // A paste that was meant for another window decides nothing here.
      return key.kind === 'paste' ? state : browse(silent, key.kind === 'named' ? key.name : key.text);
  }
}

const DECIDING_KEYS: Readonly<Record<string, Verb>> = { a: 'approve', d: 'deny', r: 'release', b: 'block' };

function browse(state: ReviewState, key: string): ReviewState {
  const verb = DECIDING_KEYS[key];
  if (verb !== undefined) return ask(state, verb);
  switch (key) {
    case 'q':
      return leave(state);
    case '?':
      return { ...state, mode: { kind: 'help' } };
    case '/':
      return { ...state, mode: { kind: 'filter', input: state.filter, before: state.filter } };
    case 'x':
      return toggle(state);
    case 'X':
      return { ...state, selected: new Set() };
    case 'n':
      return state.focus === 'message' ? toMark(state, 1) : toWaiting(state, 1);
    case 'N':
      return state.focus === 'message' ? toMark(state, -1) : toWaiting(state, -1);
    case 'c':
      return clearDecided(state);
    case 's':
      return sorted(state);
    case 'f':
      return nextKind(state);
    case 'm':
      return nextMailbox(state);
    case 'R':
      return { ...markStale(state), trouble: undefined, said: say('Looking again.') };
    case 'escape':
      return goBack(state);
    default:
      return move(state, key);
  }
}

function goBack(state: ReviewState): ReviewState {
  if (state.focus === 'message') return { ...state, focus: 'queue' };
  return isFiltered(state) ? narrowed(state, { filter: '', kind: undefined, mailboxId: undefined }) : state;
}

function move(state: ReviewState, key: string): ReviewState {
  switch (key) {
    case 'tab':
      return { ...state, focus: state.focus === 'queue' ? 'message' : 'queue' };
    case 'l':
    case 'right':
    case 'enter':
      return { ...state, focus: 'message' };
    case 'h':
    case 'left':
    case 'back tab':
      return { ...state, focus: 'queue' };
    case ' ':
      return readOn(state);
    default:
      return state.focus === 'queue' ? moveCursor(state, key) : scroll(state, key);
  }
}

/** Where only one pane has room, the message is shown first. */
function readOn(state: ReviewState): ReviewState {
  const isHidden = layoutOf(state.size).panes === 'one' && state.focus === 'queue';
  return isHidden ? { ...state, focus: 'message' } : scrollBy(state, pageOf(state));
}

function moveCursor(state: ReviewState, key: string): ReviewState {
  const page = visibleEntries(layoutOf(state.size));
  const seeking = { ...state, seeksEnd: false };
  switch (key) {
    case 'j':
    case 'down':
      return toIndex(seeking, state.index + 1);
    case 'k':
    case 'up':
      return toIndex(seeking, state.index - 1);
    case 'page down':
      return toIndex(seeking, state.index + page);
    case 'page up':
      return toIndex(seeking, state.index - page);
    case 'g':
    case 'home':
      return toIndex(seeking, 0);
    case 'G':
    case 'end':
      return toIndex({ ...state, seeksEnd: !isAllLoaded(state) }, state.order.length - 1);
    default:
      return state;
  }
}

function toIndex(state: ReviewState, index: number): ReviewState {
  const cursor = state.order[Math.max(0, Math.min(index, state.order.length - 1))];
  return { ...state, cursor };
}

function toWaiting(state: ReviewState, step: 1 | -1): ReviewState {
  for (let index = state.index + step; index >= 0 && index < state.order.length; index += step) {
    const row = state.rows.get(state.order[index] ?? '');
    if (row && waits(row)) return toIndex(state, index);
  }
  return { ...state, said: say(step === 1 ? 'No more below waits.' : 'No more above waits.') };
}

function pageOf(state: ReviewState): number {
  // One line stays, so that the eye finds where it was.
  return Math.max(1, layoutOf(state.size).message.height - 1);
}

function scroll(state: ReviewState, key: string): ReviewState {
  switch (key) {
    case 'j':
    case 'down':
      return scrollBy(state, 1);
    case 'k':
    case 'up':
      return scrollBy(state, -1);
    case 'page down':
      return scrollBy(state, pageOf(state));
    case 'page up':
      return scrollBy(state, -pageOf(state));
    case 'g':
    case 'home':
      return { ...state, scroll: 0 };
    case 'G':
    case 'end':
      return scrollBy(state, Number.MAX_SAFE_INTEGER);
    default:
      return state;
  }
}

function scrollBy(state: ReviewState, lines: number): ReviewState {
  const shown = shownMessage(state);
  if (!shown) return state;
  const last = Math.max(0, shown.lines.length - shown.height);
  return { ...state, scroll: Math.max(0, Math.min(shown.scroll + lines, last)) };
}

/** Where a mark comes to rest when it was out of sight: a third of the pane is above it. */
const ABOVE_MARK = 3;
/** Lines from the lower end on that count as out of sight: a mark may go on there. */
const BELOW_MARK = 2;

/** To the next mark in the message, or the previous; the first one is the next that is seen or comes. */
function toMark(state: ReviewState, step: 1 | -1): ReviewState {
  const shown = shownMessage(state);
  if (!shown || shown.marks.length === 0) return { ...state, said: say('Nothing in it is marked.') };
  const { marks, height, lines } = shown;
  const first =
    step === 1
      ? marks.findIndex(({ line }) => line >= shown.scroll)
      : marks.findLastIndex(({ line }) => line < shown.scroll + height);
  const number = state.mark === undefined ? first : state.mark + step;
  const mark = marks[number];
  if (!mark) return { ...state, said: say(step === 1 ? 'No more marks below.' : 'No more marks above.') };
  const isSeen = mark.line >= shown.scroll && mark.line < shown.scroll + height - BELOW_MARK;
  const top = Math.min(mark.line - Math.floor(height / ABOVE_MARK), lines.length - height);
  const said = say(`Mark ${number + 1} of ${marks.length}: ${mark.reason}`);
  return { ...state, mark: number, scroll: isSeen ? shown.scroll : Math.max(0, top), said };
}

function toggle(state: ReviewState): ReviewState {
  const row = state.cursor === undefined ? undefined : state.rows.get(state.cursor);
  if (!row) return state;
  if (!waits(row)) return { ...state, said: say('It is decided already.', 'warning') };
  const selected = new Set(state.selected);
  if (!selected.delete(row.id)) selected.add(row.id);
  return { ...state, selected };
}

/** Takes what is decided off the list; the cursor goes on to what follows. */
function clearDecided(state: ReviewState): ReviewState {
  const stays = (row: QueueRow | undefined) => row !== undefined && row.fate.kind !== 'decided';
  const rows = new Map([...state.rows].filter(([, row]) => stays(row)));
  const next = state.order.slice(state.index).find((id) => stays(state.rows.get(id)));
  const previous = state.order.slice(0, state.index).findLast((id) => stays(state.rows.get(id)));
  return listed({ ...state, rows, cursor: next ?? previous });
}

function leave(state: ReviewState): ReviewState {
  if (state.leaving !== 'no' || !isDeciding(state)) return { ...state, leaving: 'at once' };
  const said = say('Leaving as soon as the decisions are answered; q once more leaves at once.', 'warning');
  return { ...state, leaving: 'when answered', said };
}

/** What is typed on one line, after a key; undefined when the key edits nothing. */
function edited(input: string, key: Key): string | undefined {
  switch (key.kind) {
    case 'character':
    case 'paste':
      return `${input}${key.text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`;
    case 'named':
      if (key.name === 'backspace') return [...input].slice(0, -1).join('');
      if (key.name === 'clear line') return '';
      return key.name === 'clear word' ? input.replace(/\S*\s*$/, '') : undefined;
    default:
      return undefined;
  }
}

function isNamed(key: Key, name: string): boolean {
  return key.kind === 'named' && key.name === name;
}

/** The other order; what was loaded in part is loaded from its other end. */
function sorted(state: ReviewState): ReviewState {
  const sort = state.sort === 'oldest' ? 'newest' : 'oldest';
  const after = listed({ ...state, sort, sources: rewound(state.sources), seeksEnd: false });
  return { ...after, cursor: after.order[0], top: 0, said: say(`The ${sort} first.`) };
}

function nextKind(state: ReviewState): ReviewState {
  return narrowed(state, { kind: following(KINDS, state.kind) });
}

function nextMailbox(state: ReviewState): ReviewState {
  if (state.mailboxes.size < 2) return { ...state, said: say('There is one mailbox only.') };
  return narrowed(state, { mailboxId: following([...state.mailboxes.keys()], state.mailboxId) });
}

/** The next of several; after the last one undefined, which stands for all. */
function following<T>(all: readonly T[], current: T | undefined): T | undefined {
  return current === undefined ? all[0] : all[all.indexOf(current) + 1];
}

function filtered(state: ReviewState, filter: string): ReviewState {
  return narrowed(state, { filter });
}

/** The cursor stays on its message, or goes to the first that is left. */
function narrowed(
  state: ReviewState,
  change: Partial<Pick<ReviewState, 'filter' | 'kind' | 'mailboxId'>>,
): ReviewState {
  const after = listed({ ...state, ...change });
  return after.order.includes(state.cursor ?? '') ? after : { ...after, cursor: after.order[0] };
}

function typeFilter(state: ReviewState, mode: Extract<Mode, { kind: 'filter' }>, key: Key): ReviewState {
  if (isNamed(key, 'enter')) return { ...state, mode: { kind: 'browse' } };
  if (isNamed(key, 'escape')) return filtered({ ...state, mode: { kind: 'browse' } }, mode.before);
  const input = edited(mode.input, key);
  return input === undefined ? state : filtered({ ...state, mode: { ...mode, input } }, input);
}

function typeReason(state: ReviewState, mode: Extract<Mode, { kind: 'reason' }>, key: Key): ReviewState {
  if (isNamed(key, 'escape')) return { ...state, mode: { kind: 'browse' } };
  if (isNamed(key, 'enter')) {
    const reason = mode.input.trim();
    if (reason === '' && mode.isRequired)
      return { ...state, said: say('This mailbox wants a note.', 'warning') };
    return start({ ...state, mode: { kind: 'browse' } }, mode.target, reason === '' ? undefined : reason);
  }
  const input = edited(mode.input, key);
  if (input === undefined) return state;
  if ([...input].length > LIMITS.reasonCharacters) {
    return { ...state, said: say(`At most ${LIMITS.reasonCharacters} characters.`, 'warning') };
  }
  return { ...state, mode: { ...mode, input } };
}

function answer(state: ReviewState, mode: { readonly target: Target }, key: Key): ReviewState {
  if (key.kind === 'character' && key.text === 'y') return confirmed(state, mode.target);
  return { ...state, mode: { kind: 'browse' }, said: say('Nothing was decided.') };
}
