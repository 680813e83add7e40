import type { MouseEvent } from '../mouse.ts';
import { layoutOf } from './layout.ts';
import { scrollBy, toIndex } from './move.ts';
import type { ReviewState } from './state.ts';

/** The mouse on the review screen: a click selects, the wheel scrolls the pane under the pointer. */

/** Below the title. */
const FIRST_ROW = 2;
const WHEEL_LINES = 3;

export function point(state: ReviewState, { kind, column, row }: MouseEvent): ReviewState {
  const place = placeOf(state, column, row);
  if (state.mode.kind !== 'browse' || place === undefined) return state;
  const silent = { ...state, said: [] };
  if (kind === 'click') return click(silent, place, row);
  const step = kind === 'wheel down' ? 1 : -1;
  if (place === 'message') return scrollBy(silent, step * WHEEL_LINES);
  return toIndex({ ...silent, seeksEnd: false }, state.index + step);
}

function click(state: ReviewState, place: 'queue' | 'message', row: number): ReviewState {
  if (place === 'message') return { ...state, focus: 'message' };
  const { entryLines } = layoutOf(state.size);
  const index = state.top + Math.floor((row - FIRST_ROW) / entryLines);
  const focused: ReviewState = { ...state, focus: 'queue', seeksEnd: false };
  return index < state.order.length ? toIndex(focused, index) : focused;
}

/** The pane at a cell; undefined for the bars and the border. */
function placeOf(state: ReviewState, column: number, row: number): 'queue' | 'message' | undefined {
  const { panes, queue, message } = layoutOf(state.size);
  if (panes === 'none' || row < FIRST_ROW || row >= FIRST_ROW + queue.height) return undefined;
  if (panes === 'one') return state.focus;
  if (column <= queue.width) return 'queue';
  return column > state.size.columns - message.width ? 'message' : undefined;
}
