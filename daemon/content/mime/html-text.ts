import { compile, type FormatCallback, type SelectorDefinition } from 'html-to-text';
import {
  BLOCKS,
  formatAlternative,
  formatLink,
  formatRow,
  formatTable,
  tidy,
  UNSEEN,
} from './html-formats.ts';
import { MARKDOWN_FORMATS, MARKDOWN_SELECTORS } from './markdown/formats.ts';
import { withoutMarks } from './markdown/marks.ts';
import { written } from './markdown/written.ts';

/** Characters of HTML that are converted; mail isn't longer. */
export const MAX_HTML_LENGTH = 2_000_000;
/** Maximum depth of open elements. */
const MAX_DEPTH = 100;
/** Unreachable: each element takes at least three characters. */
const MAX_CHILD_NODES = 700_000;

const block = { format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } };

/** A way to write the elements that are seen; those that aren't are the same in all. */
interface Writer {
  readonly formatters: Readonly<Record<string, FormatCallback>>;
  readonly selectors: readonly SelectorDefinition[];
}

const TEXT: Writer = {
  formatters: { rows: formatTable, row: formatRow, link: formatLink, alternative: formatAlternative },
  selectors: [
    { selector: 'hr', options: { length: 8 } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => {
      return { selector, options: { leadingLineBreaks: 2, uppercase: false } };
    }),
  ],
};
const MARKDOWN: Writer = { formatters: MARKDOWN_FORMATS, selectors: MARKDOWN_SELECTORS };

const converter = ({ formatters, selectors }: Writer, unseen: readonly string[]) =>
  compile({
    wordwrap: false,
    limits: { maxDepth: 10 * MAX_DEPTH, maxChildNodes: MAX_CHILD_NODES, ellipsis: '…' },
    formatters: { ...formatters },
    selectors: [
      { selector: 'a', format: 'link' },
      { selector: 'img', format: 'alternative' },
      { selector: 'table', format: 'rows' },
      { selector: 'tr', format: 'row' },
      ...selectors,
      ...BLOCKS.map((selector) => ({ selector, ...block })),
      ...unseen.map((selector) => ({ selector, format: 'skip' })),
    ],
  });

type Converter = (html: string) => string;

/** Compiled on first use: a daemon's main thread needs none at its start. */
function compiledOnce(writer: Writer, unseen: readonly string[]): Converter {
  let convert: Converter | undefined;
  return (html) => {
    convert ??= converter(writer, unseen);
    return convert(html);
  };
}

const convertVisible = compiledOnce(TEXT, UNSEEN);
const convertAll = compiledOnce(TEXT, []);
const convertToMarkdown = compiledOnce(MARKDOWN, UNSEEN);

/**
 * Readable text of an HTML body: rows as lines, links with targets, pictures as their alternative text,
 * hidden elements left out. Bounded in length, depth and breadth.
 */
export function textFromHtml(html: string): string {
  return textBy(convertVisible, html);
}

/**
 * As `textFromHtml`, as Markdown: headings, lists, links, emphasis, code, quotes and tables of data. Tables
 * that lay out a newsletter are text in reading order.
 */
export function markdownFromHtml(html: string): string {
  return tidy(written(textBy(convertToMarkdown, withoutMarks(html))));
}

/** As `textFromHtml`, with hidden elements, for files of which only the text is scanned. */
export function allTextFromHtml(html: string): string {
  return textBy(convertAll, html);
}

function textBy(convert: Converter, html: string): string {
  return tidy(convert(flattened(html.slice(0, MAX_HTML_LENGTH)))).trimStart();
}

const TAG = /<(\/?)([a-z][a-z0-9]*)/gi;
/** Elements without end tags, which never stay open. */
const UNCLOSED = new Set(
  'area base br col dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr wbr'.split(
    ' ',
  ),
);

/** Elements that indent each line, so that nesting them multiplies the text. */
const INDENTING = new Set(['blockquote', 'ol', 'ul']);
const MAX_INDENTATION = 10;
/** Each table copies the text of inner tables. Mail layouts nest about ten. */
const MAX_TABLES = 30;

/**
 * Removes tags that nest too deeply and keeps their content: the parser is quadratic in depth, and text it
 * cuts off would escape the scanners. The count is approximate, which costs at most a line break.
 */
function flattened(html: string): string {
  const open = { all: 0, indenting: 0, tables: 0 };
  return html.replace(TAG, (tag, slash: string, name: string) => {
    const element = name.toLowerCase();
    if (UNCLOSED.has(element)) return tag;
    const kind = INDENTING.has(element) ? 'indenting' : element === 'table' ? 'tables' : null;
    const count = (change: 1 | -1) => {
      open.all = Math.max(open.all + change, 0);
      if (kind) open[kind] = Math.max(open[kind] + change, 0);
    };
    if (slash === '') count(1);
    const tooDeep =
      open.all > MAX_DEPTH ||
      (kind === 'indenting' && open.indenting > MAX_INDENTATION) ||
      (kind === 'tables' && open.tables > MAX_TABLES);
    if (slash !== '') count(-1);
    return tooDeep ? '<br' : tag;
  });
}

/** Converts plain text to HTML that looks the same. */
export function htmlFromText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<pre style="white-space: pre-wrap">${escaped}</pre>`;
}
