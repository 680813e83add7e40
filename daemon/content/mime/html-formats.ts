import type { DomNode, FormatCallback } from 'html-to-text';

/** Block elements that html-to-text treats as inline. */
export const BLOCKS = [
  ...['address', 'caption', 'center', 'dd', 'details', 'dl', 'dt', 'fieldset', 'figcaption', 'figure'],
  ...['legend', 'option', 'summary', 'td', 'th'],
];

/** Elements that aren't displayed. Scanners read them from the HTML. */
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

/** Senders pad preview texts with invisible characters. */
const BLANK_LINES = /^(?:\s|\p{Default_Ignorable_Code_Point})+$/gmu;
/** The lookbehind keeps long runs linear. */
const BLANK_END = /(?<! ) +$/gm;

/** Removes trailing blanks and repeated empty lines. */
export function tidy(text: string): string {
  return text
    .replaceAll('\u00a0', ' ')
    .replace(BLANK_LINES, '\n')
    .replace(BLANK_END, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

/** Formats a table, with empty lines around one of several lines. */
export const formatTable: FormatCallback = (table, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(table.children ?? [], builder);
  builder.closeBlock({ trailingLineBreaks: 1, blockTransform: apart });
};

/** Cells that aren't written beside others, and characters of them that a reader doesn't see. */
export interface RowRules {
  readonly isAlone: (cell: string) => boolean;
  readonly unseen: RegExp;
}

/** Formats rows: cells beside each other, or below each other when one has several lines. */
export function rowFormat(rules: RowRules): FormatCallback {
  return (row, walk, builder) => {
    const cells: string[] = [];
    const blockTransform = (text: string) => {
      cells.push(tidy(text));
      return '';
    };
    builder.openBlock({ leadingLineBreaks: 1 });
    // Placeholders at both ends keep the margins of paragraphs within the row; the cells replace them.
    builder.addInline('|');
    for (const cell of row.children) {
      builder.openBlock({ leadingLineBreaks: 1 });
      walk([cell], builder);
      builder.closeBlock({ trailingLineBreaks: 1, blockTransform });
    }
    builder.addInline('|');
    builder.closeBlock({ trailingLineBreaks: 1, blockTransform: () => apart(joined(cells, rules)) });
  };
}

export const formatRow = rowFormat({ isAlone: () => false, unseen: / ?\[[a-z]+:[^\]\s]*\]/g });

function apart(text: string): string {
  return text.trim().includes('\n') ? `\n${text}\n` : text;
}

/** Maximum characters of a row with its cells side by side; columns of prose are longer. */
const LONGEST_ROW = 120;
const CELL_GAP = '  ';

export function joined(cells: readonly string[], { isAlone, unseen }: RowRules): string {
  const filled = cells.filter((cell) => cell !== '');
  if (filled.some((cell) => cell.includes('\n\n') || (filled.length > 1 && isAlone(cell)))) {
    return filled.join('\n\n');
  }
  const row = filled.join(CELL_GAP);
  const isLine = !row.includes('\n') && row.replace(unseen, '').length <= LONGEST_ROW;
  return isLine ? row : filled.join('\n');
}

/** Formats a link: its text, and its target in brackets if it differs. Buttons are links around blocks. */
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

/** Target of a link; empty for anchors within the message. */
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

/** Whether lines begin or end in the element. */
export function holdsLines(node: DomNode): boolean {
  return LINES.has(node.name ?? '') || (node.children ?? []).some(holdsLines);
}

/** Formats a picture as its alternative text. */
export const formatAlternative: FormatCallback = (image, _walk, builder) => {
  const text: string = image.attribs?.alt ?? '';
  if (text.trim() !== '') builder.addInline(` ${text.trim()} `);
};
