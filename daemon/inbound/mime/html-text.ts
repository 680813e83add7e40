import { compile } from 'html-to-text';

/** Characters of HTML that are made into text; a page beyond that is no letter. */
export const MAX_HTML_LENGTH = 2_000_000;
/** Elements that may be open at once. */
const MAX_DEPTH = 100;
/** No element can have more, since each takes three characters at least. */
const MAX_CHILD_NODES = 700_000;

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 10 * MAX_DEPTH, maxChildNodes: MAX_CHILD_NODES, ellipsis: '…' },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', options: { uppercaseHeaderCells: false } },
  ],
});

/** Readable text of an HTML body: links with their targets, no pictures. Bounded in length, depth and breadth. */
export function textFromHtml(html: string): string {
  return convert(flattened(html.slice(0, MAX_HTML_LENGTH))).trim();
}

const TAG = /<(\/?)([a-z][a-z0-9]*)/gi;
/** Elements that need no end tag: they never stay open for long. */
const UNCLOSED = new Set(
  'area base br col dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr wbr'.split(
    ' ',
  ),
);

/** Elements whose content is set off at the start of each line, so that nesting them multiplies the text. */
const INDENTING = new Set(['blockquote', 'ol', 'ul']);
const MAX_INDENTATION = 10;

/**
 * Takes the tags off that nest too deeply, and keeps what is in them: the parser needs quadratic time for deep nesting, and
 * text that is cut off there would escape the scanners. The count is rough, which costs a letter at most a line break.
 */
function flattened(html: string): string {
  const open = { all: 0, indenting: 0 };
  return html.replace(TAG, (tag, slash: string, name: string) => {
    const element = name.toLowerCase();
    if (UNCLOSED.has(element)) return tag;
    const indenting = INDENTING.has(element);
    if (slash === '') count(open, indenting, 1);
    const tooDeep = open.all > MAX_DEPTH || (indenting && open.indenting > MAX_INDENTATION);
    if (slash !== '') count(open, indenting, -1);
    return tooDeep ? '<br' : tag;
  });
}

function count(open: { all: number; indenting: number }, indenting: boolean, change: 1 | -1): void {
  open.all = Math.max(open.all + change, 0);
  if (indenting) open.indenting = Math.max(open.indenting + change, 0);
}

/** Plain text as HTML that shows it as it is. */
export function htmlFromText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<pre style="white-space: pre-wrap">${escaped}</pre>`;
}
