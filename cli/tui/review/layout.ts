import type { ScreenSize } from '../screen-output.ts';

export interface Pane {
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  /** `one` shows the pane that has the focus, `none` has no room for either. */
  readonly panes: 'both' | 'one' | 'none';
  readonly queue: Pane;
  readonly message: Pane;
  /** Lines of an entry of the queue. */
  readonly entryLines: 1 | 2;
  readonly showsKeys: boolean;
}

const SMALLEST = { columns: 24, rows: 6 };
/** Narrower terminals show one pane. */
const BOTH_COLUMNS = 72;
const KEYS_ROWS = 9;
const TWO_LINES_ROWS = 14;
const QUEUE_SHARE = 0.36;
const QUEUE_COLUMNS = { min: 28, max: 64 };
const SEPARATOR = 3;

export function layoutOf({ columns, rows }: ScreenSize): Layout {
  const showsKeys = rows >= KEYS_ROWS;
  // The title and the status.
  const height = rows - 2 - (showsKeys ? 1 : 0);
  const entryLines = rows >= TWO_LINES_ROWS ? 2 : 1;
  const shared = { entryLines, showsKeys } as const;
  if (columns < BOTH_COLUMNS) {
    const pane = { width: columns, height };
    const isTiny = columns < SMALLEST.columns || rows < SMALLEST.rows;
    return { panes: isTiny ? 'none' : 'one', queue: pane, message: pane, ...shared };
  }
  const wished = Math.round(columns * QUEUE_SHARE);
  const width = Math.min(QUEUE_COLUMNS.max, Math.max(QUEUE_COLUMNS.min, wished));
  return {
    panes: rows < SMALLEST.rows ? 'none' : 'both',
    queue: { width, height },
    message: { width: columns - width - SEPARATOR, height },
    ...shared,
  };
}

/** Column of the line between the panes, from 1. */
export function borderColumn({ queue }: Layout): number {
  return queue.width + 2;
}

/** Number of visible entries. */
export function visibleEntries({ queue, entryLines }: Layout): number {
  return Math.max(1, Math.floor(queue.height / entryLines));
}
