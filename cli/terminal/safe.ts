/**
 * The one place where text that came from outside is made harmless for a terminal: control characters and
 * escape sequences, direction overrides, and characters that show nothing are written out as `\u{…}`.
 */
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029\uFFF9-\uFFFB]/gu;

/** Emoji are built with two characters that show nothing by themselves. */
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}/u;
const EMOJI_JOINERS = new Set(['\u200D', '\uFE0F']);

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function endsWithEmoji(text: string): boolean {
  const before = [...text.slice(-6)].filter((character) => !EMOJI_JOINERS.has(character)).at(-1);
  return before !== undefined && EMOJI.test(before);
}

function isPartOfEmoji(text: string, character: string, offset: number): boolean {
  return EMOJI_JOINERS.has(character) && endsWithEmoji(text.slice(0, offset));
}

function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (character, offset: number) =>
    isPartOfEmoji(text, character, offset) ? character : escapeCharacter(character),
  );
}

/** A stretch of text for a terminal; `hidden` is the character that was written out as it. */
export interface SafePart {
  readonly text: string;
  readonly hidden?: string;
  /** Offset in the text that it was made from, in UTF-16 units. */
  readonly start: number;
}

/** One line of text in parts, each safe, so that those that were written out can be counted and marked. */
export function safeParts(line: string): SafePart[] {
  const parts: SafePart[] = [];
  let position = 0;
  const add = (end: number) => {
    if (end > position)
      parts.push({ text: line.slice(position, end).replaceAll('\t', '    '), start: position });
  };
  for (const { 0: character, index } of line.matchAll(HIDDEN)) {
    if (character === '\t' || isPartOfEmoji(line, character, index)) continue;
    add(index);
    parts.push({ text: escapeCharacter(character), hidden: character, start: index });
    position = index + character.length;
  }
  add(line.length);
  return parts;
}

/**
 * Characters of a text that show nothing, counted by kind, the most frequent first; line ends and tabs are
 * none.
 */
export function countedHidden(text: string): { readonly shown: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const line of text.split(/\r?\n/)) {
    for (const { hidden, text: shown } of safeParts(line)) {
      if (hidden !== undefined) counts.set(shown, (counts.get(shown) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([shown, count]) => ({ shown, count }))
    .sort((one, other) => other.count - one.count);
}

/** Text for one line: white space of any kind becomes one space. */
export function safeLine(text: string): string {
  return escapeHidden(text.replace(/[\t\n\r ]+/g, ' '));
}

/** Text of several lines: line ends stay, tabs become spaces. */
export function safeText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((each) => escapeHidden(each.replaceAll('\t', '    ')))
    .join('\n');
}

/** JSON in which no string can drive a terminal; the values stay exactly what they were. */
export function safeJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(HIDDEN, (character) =>
    character === '\n' ? character : unicodeEscapes(character),
  );
}

function unicodeEscapes(character: string): string {
  return [...Array(character.length).keys()]
    .map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`)
    .join('');
}
