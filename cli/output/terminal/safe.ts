import { escapeCharacter, HIDDEN, isPartOfEmoji } from '../../../shared/hidden-text.ts';

/**
 * The only place that makes foreign text safe for a terminal: control characters, escape sequences, direction
 * overrides and invisible characters are written as `\u{…}`.
 */
function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (character, offset: number) =>
    isPartOfEmoji(text, character, offset) ? character : escapeCharacter(character),
  );
}

/** Safe text for one line: white space of any kind becomes one space. */
export function safeLine(text: string): string {
  return escapeHidden(text.replace(/[\t\n\r ]+/g, ' '));
}

/** Safe text of several lines; tabs become spaces. */
export function safeText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((each) => escapeHidden(each.replaceAll('\t', '    ')))
    .join('\n');
}

/** JSON whose strings can't control a terminal; values stay exact. */
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
