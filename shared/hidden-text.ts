/** Finds characters in text of mail that show nothing, or change how other text is shown. */

export const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029\uFFF9-\uFFFB]/gu;

/** Emoji sequences contain two invisible characters. */
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}/u;
const EMOJI_JOINERS = new Set(['\u200D', '\uFE0F']);

export function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function endsWithEmoji(text: string): boolean {
  const before = [...text.slice(-6)].filter((character) => !EMOJI_JOINERS.has(character)).at(-1);
  return before !== undefined && EMOJI.test(before);
}

export function isPartOfEmoji(text: string, character: string, offset: number): boolean {
  return EMOJI_JOINERS.has(character) && endsWithEmoji(text.slice(0, offset));
}

/** A piece of text to show; `hidden` is the character that it replaces. */
export interface SafePart {
  readonly text: string;
  readonly hidden?: string;
  /** Offset in the source text, in UTF-16 units. */
  readonly start: number;
}

/** Splits a line into safe parts, so that replaced characters can be counted and marked. */
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

/** Invisible characters of a text by kind, most frequent first, without line ends and tabs. */
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
