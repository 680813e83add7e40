/** Where a piece of text stands. */
interface TextPlace {
  /** At the start of its line. */
  readonly isAtStart: boolean;
  /** In a table. */
  readonly isRow: boolean;
}

const WEB_ADDRESS = /^[(<"']*(?:https?:\/\/|www\.)/i;
/** Emphasis takes a beginning and an end, so one alone is text. */
const STARS = /\*+/g;
const EDGE_LINES = /(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu;
const TICKS = /`+/g;
const TILDES = /~~+/g;

const HEADING = /^#{1,6}(?=\s|$)/;
/** They would make a heading of the line above, a line across, or code of what follows. */
const UNDERLINE = /^(?:-{2,}|=+|_{3,}|\*{3,}|~{3,})\s*$/;

/**
 * Escapes what would be read as Markdown: links, HTML, emphasis, code, headings and quotes. Dashes and
 * numbers of lists that somebody typed stay: they are lists.
 */
export function escapedText(text: string, { isAtStart, isRow }: TextPlace): string {
  const pairs = [STARS, EDGE_LINES, TICKS, TILDES].filter((pattern) => isPaired(text, pattern));
  const isPlain = pairs.length === 0 && !/[\\&<\]|]/.test(text);
  let escaped = isPlain ? text : text.replace(/\S+/g, (word) => escapedWord(word, pairs));
  if (isRow) escaped = escaped.replaceAll('|', '\\|');
  return isAtStart &&
    (HEADING.test(text) || UNDERLINE.test(text) || text.startsWith('>')) &&
    !escaped.startsWith('\\')
    ? `\\${escaped}`
    : escaped;
}

function isPaired(text: string, pattern: RegExp): boolean {
  let count = 0;
  for (const { index } of text.matchAll(pattern)) {
    if (index >= 0 && ++count === 2) return true;
  }
  return false;
}

/** Text in the place of a link, or of an element. */
const ALWAYS = /\\(?=[!-/:-@[-`{-~])|&(?=#?\w{1,31};)|\](?=[([:])|<(?=[a-z/!?])/gi;
const AUTOMATIC = /<(?:(?:mailto:)?[^\s<>@()]{1,64}@[^\s<>@()]{1,255}|https?:\/\/[^\s<>]+)>/iy;

function escapedWord(word: string, pairs: readonly RegExp[]): string {
  const isAddress = WEB_ADDRESS.test(word);
  let escaped = word.replace(ALWAYS, (found, at: number) => {
    if (found === '&') return isAddress ? found : '\\&';
    AUTOMATIC.lastIndex = at;
    return found === '<' && AUTOMATIC.test(word) ? found : `\\${found}`;
  });
  if (isAddress) return escaped;
  for (const pattern of pairs) {
    // A word of nothing else neither begins nor ends emphasis.
    if (pattern === STARS && /^\*+$/.test(word)) continue;
    escaped = escaped.replace(pattern, (run) => run.replace(/./g, '\\$&'));
  }
  return escaped;
}
