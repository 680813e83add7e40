import type { DomNode, FormatCallback } from 'html-to-text';

/** Elements that begin a line and that html-to-text runs into the text around them. */
export const BLOCKS = [
  ...['address', 'caption', 'center', 'dd', 'details', 'dl', 'dt', 'fieldset', 'figcaption', 'figure'],
  ...['legend', 'option', 'summary', 'td', 'th'],
];

/** Elements that no reader sees. Scanners read them from the HTML itself. */
export const UNSEEN = [
  ...['datalist', 'template', '[hidden]'],
  ...['display:none', 'display: none', 'visibility:hidden', 'visibility: hidden'].map(styled),
  ...['max-height:0', 'max-height: 0'].flatMap((height) =>
    ['overflow:hidden', 'overflow: hidden'].map((overflow) => styled(height) + styled(overflow)),
  ),
];

function styled(declaration: string): string {
  return `[style*="${declaration}" i]`;
}

/** Senders pad the preview of a message with characters that show nothing. */
const BLANK_LINES = /^(?:\s|\p{Default_Ignorable_Code_Point})+$/gmu;
/** The look behind keeps the time linear in long runs. */
const BLANK_END = /(?<! ) +$/gm;

/** The text without blanks at the ends of lines, and with at most one empty line between two others. */
export function tidy(text: string): string {
  return text
    .replaceAll('\u00a0', ' ')
    .replace(BLANK_LINES, '\n')
    .replace(BLANK_END, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

/** A table, set apart by empty lines when it has several lines. */
export const formatTable: FormatCallback = (table, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(table.children ?? [], builder);
  builder.closeBlock({ trailingLineBreaks: 1, blockTransform: apart });
};

/** A row: its cells beside each other, or below each other where one has several lines. */
export const formatRow: FormatCallback = (row, walk, builder) => {
  const cells: string[] = [];
  const blockTransform = (text: string) => {
    cells.push(tidy(text));
    return '';
  };
  builder.openBlock({ leadingLineBreaks: 1 });
  // Text at both ends keeps the margins of paragraphs in cells within the row. It is replaced by the cells.
  builder.addInline('|');
  for (const cell of row.children) {
    builder.openBlock({ leadingLineBreaks: 1 });
    walk([cell], builder);
    builder.closeBlock({ trailingLineBreaks: 1, blockTransform });
  }
  builder.addInline('|');
  builder.closeBlock({ trailingLineBreaks: 1, blockTransform: () => apart(joined(cells)) });
};

function apart(text: string): string {
  return text.trim().includes('\n') ? `\n${text}\n` : text;
}

/** Characters of a row that is still read at a glance; columns of prose are longer. */
const LONGEST_ROW = 120;
const CELL_GAP = '  ';
const LINK_TARGET = / ?\[[a-z]+:[^\]\s]*\]/g;

function joined(cells: readonly string[]): string {
  const filled = cells.filter((cell) => cell !== '');
  if (filled.some((cell) => cell.includes('\n\n'))) return filled.join('\n\n');
  const row = filled.join(CELL_GAP);
  const isLine = !row.includes('\n') && row.replace(LINK_TARGET, '').length <= LONGEST_ROW;
  return isLine ? row : filled.join('\n');
}

/** A link: its text, then its target in brackets unless they are the same. Buttons are links around blocks. */
export const formatLink: FormatCallback = (link, walk, builder) => {
  const target = targetOf(link);
  if (target === '') return walk(link.children, builder);
  if (link.children.some(holdsLines)) {
    builder.openBlock({ leadingLineBreaks: 1 });
    walk(link.children, builder);
    builder.closeBlock({ trailingLineBreaks: 1, blockTransform: (text) => labelled(tidy(text), target) });
    return;
  }
  let words = '';
  builder.pushWordTransform((word) => {
    words += word;
    return word;
  });
  walk(link.children, builder);
  builder.popWordTransform();
  if (words !== target) builder.addInline(labelled(words && ' ', target), { noWordTransform: true });
};

/** Where a link leads; empty for places within the same message. */
function targetOf(link: DomNode): string {
  const target = (link.attribs.href ?? '').trim();
  return target.startsWith('#') ? '' : target.replace(/^mailto:/i, '');
}

function labelled(label: string, target: string): string {
  if (label.trim() === target) return label;
  return label === '' ? target : `${label.trimEnd()} [${target}]`;
}

const LINES = new Set([
  ...BLOCKS,
  'article',
  'blockquote',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'p',
  'pre',
  'section',
  'table',
  'ul',
]);

function holdsLines(node: DomNode): boolean {
  return LINES.has(node.name ?? '') || (node.children ?? []).some(holdsLines);
}

/** A picture: its alternative text. */
export const formatAlternative: FormatCallback = (image, _walk, builder) => {
  const text: string = image.attribs?.alt ?? '';
  if (text.trim() !== '') builder.addInline(` ${text.trim()} `);
};
