import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Key } from '../keys.ts';
import { ask, confirmed, decideInstead, start } from './decide.ts';
import { helpPage } from './help.ts';
import { move, toMark, toWaiting } from './move.ts';
import { openParts } from './open-parts.ts';
import { isFiltered, KINDS, type QueueRow, type ReviewVerb, rewound, waits } from './queue.ts';
import { cursorRow, detailOf, isDeciding, type ReviewState, type ScreenMode } from './state.ts';
import { askUndo } from './undo.ts';
import { listed, markStale, say } from './view.ts';

/** Keys, by what the screen is doing. */
export function press(state: ReviewState, key: Key): ReviewState {
  if (key.kind === 'named' && key.name === 'interrupt') return leave(state);
  if (key.kind === 'named' && key.name === 'suspend') return { ...state, errand: { kind: 'suspend' } };
  const { mode } = state;
  const silent = { ...state, said: [] };
  switch (mode.kind) {
    case 'help':
      return { ...silent, mode: nextHelp(state, mode, key) };
    case 'filter':
      return typeFilter(silent, mode, key);
    case 'reason':
      return typeReason(silent, mode, key);
    case 'confirm':
      return answer(silent, mode, key);
    case 'open':
      return chooseOpen(silent, mode, key);
    case 'browse':
      // A paste for another window mustn't decide anything.
      return key.kind === 'paste' ? state : browse(silent, key.kind === 'named' ? key.name : key.text);
  }
}

/** Its next page, if the key asks for it and there is one. */
function nextHelp(
  { size }: ReviewState,
  { from }: Extract<ScreenMode, { kind: 'help' }>,
  key: Key,
): ScreenMode {
  const next = helpPage(size, from).next;
  const isPaging = key.kind === 'named' ? key.name === 'page down' : key.text === ' ';
  return isPaging && next !== undefined ? { kind: 'help', from: next } : { kind: 'browse' };
}

const DECIDING_KEYS: Readonly<Record<string, ReviewVerb>> = {
  a: 'approve',
  d: 'deny',
  r: 'release',
  b: 'block',
};

function browse(state: ReviewState, key: string): ReviewState {
  const verb = DECIDING_KEYS[key];
  if (verb !== undefined) return ask(state, verb);
  switch (key) {
    case 'z':
      return askUndo(state);
    case 'q':
      return leave(state);
    case '?':
      return { ...state, mode: { kind: 'help', from: 0 } };
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
    case 'e':
      return askEdit(state);
    case 'y':
      return copyId(state);
    case 'o':
      return askOpen(state);
    case 'M':
      return toggleMouse(state);
    case 's':
      return sorted(state);
    case 'f':
      return nextKind(state);
    case 'm':
      return nextMailbox(state);
    case 'R':
      return { ...markStale(state), trouble: undefined, said: say('Reloading.') };
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

function askEdit(state: ReviewState): ReviewState {
  const row = cursorRow(state);
  if (!row) return state;
  const refusal =
    state.role === 'agent'
      ? "An agent key can't edit held messages."
      : !waits(row)
        ? 'Already decided.'
        : row.direction === 'inbound'
          ? 'Only outbound messages can be edited.'
          : undefined;
  if (refusal !== undefined) return { ...state, said: say(refusal, 'warning') };
  return { ...state, errand: { kind: 'edit', id: row.id } };
}

/** Some terminals ignore it, so the ID is shown too. */
function copyId(state: ReviewState): ReviewState {
  const { cursor: id } = state;
  if (id === undefined) return state;
  return {
    ...state,
    errand: { kind: 'copy', text: id },
    said: say(`Copied, if the terminal allows it: ${id}`),
  };
}

function askOpen(state: ReviewState): ReviewState {
  const detail = detailOf(state, state.cursor);
  if (!detail) return state;
  const parts = openParts(detail);
  if (parts.length === 0) return { ...state, said: say('This message has no HTML and no attachments.') };
  return { ...state, mode: { kind: 'open', id: detail.id, parts, asked: undefined } };
}

function chooseOpen(state: ReviewState, mode: Extract<ScreenMode, { kind: 'open' }>, key: Key): ReviewState {
  const back: ReviewState = { ...state, mode: { kind: 'browse' } };
  const text = key.kind === 'character' ? key.text : '';
  const { id, asked, parts } = mode;
  if (asked) return text === 'y' ? { ...back, errand: { kind: 'open', id, part: asked } } : back;
  const part = parts.find((each) => each.key === text);
  if (!part) return back;
  if (part.risk === 'ask') return { ...state, mode: { ...mode, asked: part } };
  if (part.risk === 'none') return { ...back, errand: { kind: 'open', id, part } };
  const save = `agentmail attachments download ${id.slice(-8)} ${part.index ?? 0}`;
  return { ...back, said: say(`Not opened: it may be a program. To save it: ${save}`, 'warning') };
}

function toggleMouse(state: ReviewState): ReviewState {
  const mouse = !state.mouse;
  const said = say(
    mouse ? 'Mouse on: click to select, wheel to scroll.' : 'Mouse off: select text as usual.',
  );
  return { ...state, mouse, said, errand: { kind: 'mouse', on: mouse } };
}

function toggle(state: ReviewState): ReviewState {
  const row = state.cursor === undefined ? undefined : state.rows.get(state.cursor);
  if (!row) return state;
  if (!waits(row)) return { ...state, said: say('Already decided.', 'warning') };
  const selected = new Set(state.selected);
  if (!selected.delete(row.id)) selected.add(row.id);
  return { ...state, selected };
}

/** Removes decided messages; the cursor moves to the next one. */
function clearDecided(state: ReviewState): ReviewState {
  const stays = (row: QueueRow | undefined) => row !== undefined && row.fate.kind !== 'decided';
  const rows = new Map([...state.rows].filter(([, row]) => stays(row)));
  const next = state.order.slice(state.index).find((id) => stays(state.rows.get(id)));
  const previous = state.order.slice(0, state.index).findLast((id) => stays(state.rows.get(id)));
  return listed({ ...state, rows, cursor: next ?? previous });
}

function leave(state: ReviewState): ReviewState {
  if (state.leaving !== 'no' || !isDeciding(state)) return { ...state, leaving: 'at once' };
  const said = say('Quitting once the decisions are confirmed; press q again to quit now.', 'warning');
  return { ...state, leaving: 'when answered', said };
}

/** The input after a key; undefined when the key doesn't edit it. */
function edited(input: string, key: Key): string | undefined {
  switch (key.kind) {
    case 'character':
    case 'paste':
      return `${input}${key.text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`;
    case 'named':
      if (key.name === 'backspace') return [...input].slice(0, -1).join('');
      if (key.name === 'clear line') return '';
      return key.name === 'clear word' ? input.replace(/\S*\s*$/, '') : undefined;
  }
}

function isNamed(key: Key, name: string): boolean {
  return key.kind === 'named' && key.name === name;
}

/** Reverses the order. Incomplete sources are loaded from the other end. */
function sorted(state: ReviewState): ReviewState {
  const sort = state.sort === 'oldest' ? 'newest' : 'oldest';
  const after = listed({ ...state, sort, sources: rewound(state.sources), seeksEnd: false });
  return { ...after, cursor: after.order[0], top: 0, said: say(`Sorted ${sort} first.`) };
}

function nextKind(state: ReviewState): ReviewState {
  return narrowed(state, { kind: following(KINDS, state.kind) });
}

function nextMailbox(state: ReviewState): ReviewState {
  if (state.mailboxes.size < 2) return { ...state, said: say('There is only one mailbox.') };
  return narrowed(state, { mailboxId: following([...state.mailboxes.keys()], state.mailboxId) });
}

/** The next value; undefined, for all, after the last. */
function following<T>(all: readonly T[], current: T | undefined): T | undefined {
  return current === undefined ? all[0] : all[all.indexOf(current) + 1];
}

function filtered(state: ReviewState, filter: string): ReviewState {
  return narrowed(state, { filter });
}

/** Keeps the cursor on its message, else moves it to the first. */
function narrowed(
  state: ReviewState,
  change: Partial<Pick<ReviewState, 'filter' | 'kind' | 'mailboxId'>>,
): ReviewState {
  const after = listed({ ...state, ...change });
  return after.order.includes(state.cursor ?? '') ? after : { ...after, cursor: after.order[0] };
}

function typeFilter(
  state: ReviewState,
  mode: Extract<ScreenMode, { kind: 'filter' }>,
  key: Key,
): ReviewState {
  if (isNamed(key, 'enter')) return { ...state, mode: { kind: 'browse' } };
  if (isNamed(key, 'escape')) return filtered({ ...state, mode: { kind: 'browse' } }, mode.before);
  const input = edited(mode.input, key);
  return input === undefined ? state : filtered({ ...state, mode: { ...mode, input } }, input);
}

function typeReason(
  state: ReviewState,
  mode: Extract<ScreenMode, { kind: 'reason' }>,
  key: Key,
): ReviewState {
  if (isNamed(key, 'escape')) return { ...state, mode: { kind: 'browse' } };
  if (isNamed(key, 'enter')) {
    const reason = mode.input.trim();
    if (reason === '' && mode.isRequired)
      return { ...state, said: say('This mailbox requires a note.', 'warning') };
    return start({ ...state, mode: { kind: 'browse' } }, mode.target, reason === '' ? undefined : reason);
  }
  const input = edited(mode.input, key);
  if (input === undefined) return state;
  if ([...input].length > LIMITS.reasonCharacters) {
    return { ...state, said: say(`At most ${LIMITS.reasonCharacters} characters.`, 'warning') };
  }
  return { ...state, mode: { ...mode, input } };
}

function answer(state: ReviewState, mode: Extract<ScreenMode, { kind: 'confirm' }>, key: Key): ReviewState {
  if (key.kind === 'character' && key.text === 'y') return confirmed(state, mode.target);
  if (mode.instead !== undefined && (isNamed(key, 'enter') || isKeyOf(mode.instead, key)))
    return decideInstead(state, mode);
  return { ...state, mode: { kind: 'browse' }, said: say('Cancelled; nothing was decided.') };
}

function isKeyOf(verb: ReviewVerb, key: Key): boolean {
  return key.kind === 'character' && DECIDING_KEYS[key.text] === verb;
}
