import { compile } from 'html-to-text';

/** Characters of HTML that are read; a page beyond that is no letter. */
const MAX_HTML_LENGTH = 2_000_000;
const MAX_DEPTH = 100;
const MAX_CHILD_NODES = 50_000;

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: MAX_DEPTH, maxChildNodes: MAX_CHILD_NODES, ellipsis: '…' },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', options: { uppercaseHeaderCells: false } },
  ],
});

/** Readable text of an HTML body: links with their targets, no pictures. Bounded in length, depth and breadth. */
export function textFromHtml(html: string): string {
  return convert(html.slice(0, MAX_HTML_LENGTH)).trim();
}

/** Plain text as HTML that shows it as it is. */
export function htmlFromText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<pre style="white-space: pre-wrap">${escaped}</pre>`;
}
