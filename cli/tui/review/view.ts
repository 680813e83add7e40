import { layoutOf, visibleEntries } from './layout.ts';
import { messageLines } from './message-lines.ts';
import { isFiltered, nextSources, orderOf, type QueueSource } from './queue.ts';
import { detailOf, type ReviewState } from './state.ts';
import type { ScreenTone, TextLine } from './text.ts';

/** The visible state: the sorted list, its window, and data that has to be loaded. */

/** Older readings are reloaded when the cursor returns to the message. */
const FRESH_MS = 15_000;
/** Entries that are loaded ahead of the window. */
const AHEAD = 100;

export function say(text: string, tone?: ScreenTone): TextLine {
  return [{ text, tone }];
}

/** Sorts and filters the list again. */
export function listed(state: ReviewState): ReviewState {
  return { ...state, order: orderOf(state.rows, state.sources, state) };
}

/** Keeps the cursor on its message, and the message in the window. */
export function settle(state: ReviewState, before: ReviewState): ReviewState {
  const index = indexOfCursor(state, before);
  const cursor = state.order[index];
  const entries = visibleEntries(layoutOf(state.size));
  // The window moves with its message, except at the top, where new messages appear.
  const isPushed = cursor === before.cursor && before.top > 0;
  const top = isPushed ? state.top + index - before.index : state.top;
  const last = Math.max(0, state.order.length - entries);
  const held = Math.min(Math.max(top, index - entries + 1), index, last);
  const settled = { ...state, cursor, index, top: Math.max(0, held) };
  return cursor === before.cursor ? settled : { ...refreshed(settled), scroll: 0, mark: undefined };
}

function indexOfCursor(state: ReviewState, before: ReviewState): number {
  const wished = state.cursor !== before.cursor || state.order !== before.order;
  const found = wished ? state.order.indexOf(state.cursor ?? '') : state.index;
  if (found !== -1) return found;
  return Math.max(0, Math.min(before.index, state.order.length - 1));
}

/** Reloads after a while, because not every change has an event. */
function refreshed(state: ReviewState): ReviewState {
  const reading = state.cursor === undefined ? undefined : state.readings.get(state.cursor);
  if (state.cursor === undefined || reading?.kind !== 'read' || state.now - reading.at < FRESH_MS)
    return state;
  const readings = new Map(state.readings).set(state.cursor, { ...reading, isStale: true });
  return { ...state, readings };
}

/** Marks everything for a reload that may have changed without an event. */
export function markStale(before: ReviewState): ReviewState {
  const state = { ...before, found: new Map([...before.found].filter(([, found]) => found !== null)) };
  const sources = state.sources.map((source) => ({
    ...source,
    isStale: source.edge !== undefined || source.isComplete,
  }));
  const reading = state.cursor === undefined ? undefined : state.readings.get(state.cursor);
  if (state.cursor === undefined || reading?.kind !== 'read') return { ...state, sources };
  return {
    ...state,
    sources,
    readings: new Map(state.readings).set(state.cursor, { ...reading, isStale: true }),
  };
}

/** A page to load: a source's next, or its first again. */
export interface WantedPage {
  readonly source: QueueSource;
  readonly from: string | undefined;
}

export function wantedPages(state: ReviewState): WantedPage[] {
  if (state.trouble) return [];
  const stale = state.sources.filter(({ isStale }) => isStale).map((source) => ({ source, from: undefined }));
  const entries = visibleEntries(layoutOf(state.size));
  const isNear = state.top + entries + AHEAD >= state.order.length;
  if (!isNear && !state.seeksEnd && !isFiltered(state)) return stale;
  const next = nextSources(state.sources, state.sort).map((source) => ({ source, from: source.edge?.id }));
  return [...stale, ...next];
}

/** ID of the message to load for the pane. */
export function wantedReading({ trouble, cursor, readings }: ReviewState): string | undefined {
  if (trouble || cursor === undefined) return undefined;
  const reading = readings.get(cursor);
  return reading === undefined || (reading.kind === 'read' && reading.isStale) ? cursor : undefined;
}

/** ID of a loaded message whose findings aren't located yet. */
export function wantedFindings(state: ReviewState): string | undefined {
  const detail = state.trouble ? undefined : detailOf(state, state.cursor);
  if (!detail || state.found.has(detail.id)) return undefined;
  return detail.scan?.findings.length ? detail.id : undefined;
}

export function isAllLoaded({ sources }: ReviewState): boolean {
  return sources.every(({ isComplete }) => isComplete);
}

/** Lines of the message under the cursor, and how many fit; undefined until it is loaded. */
export function shownMessage(state: ReviewState) {
  const detail = detailOf(state, state.cursor);
  if (!detail) return undefined;
  const { message } = layoutOf(state.size);
  const mailbox = state.mailboxes.get(detail.mailbox_id);
  const found = state.found.get(detail.id) ?? null;
  const { lines, isWhole, marks } = messageLines({ detail, mailbox, found, width: message.width });
  const scroll = Math.max(0, Math.min(state.scroll, lines.length - message.height));
  return { detail, lines, isWhole, marks, scroll, height: message.height };
}
