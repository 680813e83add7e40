import type { NamedAddress } from '../../../shared/contract/messages.ts';

/** A result as a document for people: views build it, `terminal/render.ts` draws it. */
export type Document = readonly Block[];
export type View<Data> = (data: Data) => Document;

export type Block =
  | {
      readonly kind: 'table';
      readonly columns: readonly Column[];
      readonly rows: readonly TableRow[];
      readonly empty: string;
    }
  | { readonly kind: 'fields'; readonly fields: readonly (readonly [label: string, cell: Cell])[] }
  /** Text of several lines, as it is. */
  | { readonly kind: 'text'; readonly text: string }
  /** A line with an underlined range. */
  | { readonly kind: 'marked'; readonly line: Marked }
  | { readonly kind: 'line'; readonly parts: readonly Cell[]; readonly indent?: number }
  | { readonly kind: 'excerpt'; readonly pieces: readonly ExcerptPiece[]; readonly label: string }
  | { readonly kind: 'gap' };

/** A part of a text, and whether it's what a search found. */
export interface ExcerptPiece {
  readonly text: string;
  readonly match: boolean;
}

/** `start` and `end` are UTF-16 offsets into `text`. */
export interface Marked {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Column {
  readonly title: string;
  /** Takes the remaining width, and shrinks first. */
  readonly flexible?: true;
  readonly align?: 'right';
  /** Never shortened, for ids that commands take; without room it gets a line of its own. */
  readonly whole?: true;
}
export type TableRow = readonly Cell[];

export type Tone = 'strong' | 'quiet' | 'good' | 'warning' | 'bad';

/**
 * Plain text, text with a tone, a moment relative to now (`at`), or one in local time (`clock`). White space
 * in it shows as one space.
 */
export type Cell =
  | string
  | { readonly text: string; readonly tone: Tone; readonly width?: number }
  /** An address with its name, which is shortened before the address is. */
  | { readonly party: NamedAddress; readonly tone?: Tone }
  | { readonly at: string }
  | { readonly clock: string };

export const line = (...parts: readonly Cell[]): Block => ({ kind: 'line', parts });
/** A line indented by `indent` columns. */
export const indented = (indent: number, ...parts: readonly Cell[]): Block => ({
  kind: 'line',
  parts,
  indent,
});
export const gap: Block = { kind: 'gap' };
export const fields = (...rows: readonly (readonly [string, Cell])[]): Block => ({
  kind: 'fields',
  fields: rows,
});
/** Whole ids, which commands take. */
export const ID_COLUMN: Column = { title: 'id', whole: true };
export const table = (columns: readonly Column[], rows: readonly TableRow[], empty: string): Block => ({
  kind: 'table',
  columns,
  rows,
  empty,
});

export const strong = (text: string): Cell => ({ text, tone: 'strong' });
export const quiet = (text: string): Cell => ({ text, tone: 'quiet' });
export const good = (text: string): Cell => ({ text, tone: 'good' });
export const warning = (text: string): Cell => ({ text, tone: 'warning' });
export const bad = (text: string): Cell => ({ text, tone: 'bad' });
/** Pads a cell to a width, for aligned lines. */
export const padded = (text: string, width: number, tone: Tone = 'strong'): Cell => ({ text, tone, width });
/** Shows how to get the next page, if there is one. */
export const more = (cursor: string | null): Document =>
  cursor === null ? [] : [line(quiet(`More: --cursor ${cursor}`))];

/** As `more`, for lists continued by their last id; a page that isn't full is the last. */
export const moreBefore = (shown: readonly { readonly id: string }[], limit: number): Document => {
  const last = shown.at(-1);
  return last && shown.length >= limit ? [line(quiet(`More: --cursor ${last.id}`))] : [];
};

/** A time, or a dash. */
export const moment = (at: string | null): Cell => (at === null ? quiet('-') : { at });
/** A text, or a dash. */
export const orDash = (text: string | null): Cell => (text === null || text === '' ? quiet('-') : text);
