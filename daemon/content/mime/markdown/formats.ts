import type { DomNode, FormatCallback } from 'html-to-text';
import { formatAlternative, holdsLines, tidy } from '../html-formats.ts';
import { LINE_SYNTAX, MARK } from './marks.ts';
import { formatMarkdownRow, formatMarkdownTable } from './table.ts';

/**
 * A link around words is one; of blocks it's their text, and the target below them if they have several
 * lines.
 */
const formatLink: FormatCallback = (link, walk, builder) => {
  const target = safeTarget(link.attribs.href ?? '');
  if (target === '') return walk(link.children, builder);
  const end = `${MARK.linkTarget}${target}${MARK.linkEnd}`;
  if (!link.children.some(holdsLines)) {
    builder.addInline(MARK.linkStart);
    walk(link.children, builder);
    builder.addInline(end, { noWordTransform: true });
    return;
  }
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(link.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1, blockTransform: (text) => linked(tidy(text), end) });
};

function linked(text: string, end: string): string {
  const isWords = !text.includes('\n') && !LINE_SYNTAX.test(text) && !text.includes(MARK.linkEnd);
  return isWords ? `${MARK.linkStart}${text}${end}` : `${text}\n${MARK.linkStart}${end}`;
}

const SAFE_TARGET = /^(?:https?:\/\/|mailto:|tel:)./i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces
const UNSAFE_CHARACTERS = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029()<>[\]\\|`"]/g;

/** The target as it can stand in a link; empty for anchors, scripts, data and files of the mail. */
function safeTarget(href: string): string {
  const target = href.trim();
  return SAFE_TARGET.test(target) ? target.replace(UNSAFE_CHARACTERS, encoded) : '';
}

function encoded(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

const formatHeading: FormatCallback = (heading, walk, builder) => {
  const level = Number(heading.name?.slice(1)) || 1;
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(heading.children, builder);
  const blockTransform = (text: string) => {
    const words = tidy(text);
    // Headings around layouts aren't headings.
    if (words === '' || words.includes('\n\n') || LINE_SYNTAX.test(words)) return words;
    return `${MARK.heading.repeat(level)} ${words.replaceAll('\n', ' ')}`;
  };
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform });
};

const formatQuote: FormatCallback = (quote, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(quote.children, builder);
  const blockTransform = (text: string) => quoted(tidy(text));
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform });
};

/** Marks of quotes in quotes stand close together: a blank in each doubles their tokens. */
function quoted(text: string): string {
  return text === '' ? '' : text.replace(/^(?!\u{f0010})/gmu, ' ').replace(/^/gm, MARK.quote);
}

function prefixed(text: string, first: string, others: string): string {
  return text === '' ? '' : `${first}${text.replaceAll('\n', `\n${others}`)}`;
}

/** Prefixes for the items of one list. */
type Prefixes = (list: DomNode) => () => string;

function listFormat(prefixesOf: Prefixes): FormatCallback {
  return (list, walk, builder) => {
    const isNested = list.parent?.name === 'li';
    const next = prefixesOf(list);
    const lineBreaks = isNested ? 1 : 2;
    builder.openBlock({ leadingLineBreaks: lineBreaks });
    for (const item of list.children) {
      builder.openBlock({ leadingLineBreaks: 1 });
      walk([item], builder);
      const blockTransform = (text: string) => {
        const words = tidy(text);
        if (words === '' || item.name !== 'li') return words;
        const prefix = next();
        return prefixed(words, prefix, MARK.indent.repeat([...prefix].length));
      };
      builder.closeBlock({ trailingLineBreaks: 1, blockTransform });
    }
    builder.closeBlock({ trailingLineBreaks: lineBreaks });
  };
}

const MAX_NUMBER = 1_000_000;

const formatNumbers = listFormat((list) => {
  const start = Math.trunc(Number(list.attribs.start ?? '1'));
  let next = start >= 0 && start <= MAX_NUMBER ? start : 1;
  return () => `${MARK.number}${next++}${MARK.dot} `;
});

const formatPreformatted: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2, isPre: true });
  walk(element.children, builder);
  const blockTransform = isProse(element) ? tidy : fenced;
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform });
};

/** Mail programs put text of plain mail into `pre`. */
function isProse({ attribs }: DomNode): boolean {
  return /moz-quote-pre|moz-plaintext/.test(attribs.class ?? '') || /pre-wrap/i.test(attribs.style ?? '');
}

function fenced(text: string): string {
  if (text.trim() === '') return '';
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).slice(0, 1000).map(({ length }) => length));
  const fence = MARK.fence.repeat(Math.min(longest + 1, 1000));
  return `${fence}\n${text.replace(/^\n+|\s+$/g, '')}\n${fence}`;
}

const formatLine: FormatCallback = (_line, _walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline(MARK.dash.repeat(3));
  builder.closeBlock({ trailingLineBreaks: 2 });
};

function surrounded(start: string, end: string): FormatCallback {
  return (element, walk, builder) => {
    // Editors put whole letters into it, and take it back.
    if (
      element.children.some(holdsLines) ||
      /font-weight:\s?(?:normal|400)/i.test(element.attribs.style ?? '')
    ) {
      return walk(element.children, builder);
    }
    builder.addInline(start);
    walk(element.children, builder);
    builder.addInline(end);
  };
}

/** Elements as Markdown with marks, which `written` replaces. */
export const MARKDOWN_FORMATS: Readonly<Record<string, FormatCallback>> = {
  link: formatLink,
  alternative: formatAlternative,
  rows: formatMarkdownTable,
  row: formatMarkdownRow,
  heading: formatHeading,
  quote: formatQuote,
  bullets: listFormat(() => () => `${MARK.bullet} `),
  numbers: formatNumbers,
  preformatted: formatPreformatted,
  line: formatLine,
  code: surrounded(MARK.codeStart, MARK.codeEnd),
  strong: surrounded(MARK.strongStart, MARK.strongEnd),
  emphasis: surrounded(MARK.emphasisStart, MARK.emphasisEnd),
  deleted: surrounded(MARK.deletedStart, MARK.deletedEnd),
};

const FORMATS_OF: readonly (readonly [format: string, elements: string])[] = [
  ['heading', 'h1 h2 h3 h4 h5 h6'],
  ['quote', 'blockquote'],
  ['bullets', 'ul'],
  ['numbers', 'ol'],
  ['preformatted', 'pre'],
  ['line', 'hr'],
  ['code', 'code tt kbd samp'],
  ['strong', 'b strong'],
  ['emphasis', 'i em'],
  ['deleted', 'del s strike'],
];

/** Which elements have formats beyond those of text. */
export const MARKDOWN_SELECTORS = FORMATS_OF.flatMap(([format, elements]) =>
  elements.split(' ').map((selector) => ({ selector, format })),
);
