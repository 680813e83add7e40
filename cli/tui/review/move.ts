import { layoutOf, visibleEntries } from './layout.ts';
import { waits } from './queue.ts';
import type { ReviewState } from './state.ts';
import { isAllLoaded, say, shownMessage } from './view.ts';

export function move(state: ReviewState, key: string): ReviewState {
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

/** With one pane, the first press shows the message. */
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

export function toIndex(state: ReviewState, index: number): ReviewState {
  const cursor = state.order[Math.max(0, Math.min(index, state.order.length - 1))];
  return { ...state, cursor };
}

export function toWaiting(state: ReviewState, step: 1 | -1): ReviewState {
  for (let index = state.index + step; index >= 0 && index < state.order.length; index += step) {
    const row = state.rows.get(state.order[index] ?? '');
    if (row && waits(row)) return toIndex(state, index);
  }
  return {
    ...state,
    said: say(step === 1 ? 'No more undecided messages below.' : 'No more undecided messages above.'),
  };
}

function pageOf(state: ReviewState): number {
  // Keeps one line for orientation.
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

export function scrollBy(state: ReviewState, lines: number): ReviewState {
  const shown = shownMessage(state);
  if (!shown) return state;
  const last = Math.max(0, shown.lines.length - shown.height);
  return { ...state, scroll: Math.max(0, Math.min(shown.scroll + lines, last)) };
}

/** A mark that wasn't visible is shown below this fraction of the pane. */
const ABOVE_MARK = 3;
/** Bottom lines that count as invisible, because a mark may continue below. */
const BELOW_MARK = 2;

/** Selects the next or previous mark, first relative to the visible lines. */
export function toMark(state: ReviewState, step: 1 | -1): ReviewState {
  const shown = shownMessage(state);
  if (!shown || shown.marks.length === 0)
    return { ...state, said: say('Nothing is marked in this message.') };
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
