/** Cleaning of display names: a sender chooses their own, and readers see them beside an address. */

/** Control, format, line and paragraph separator, and unassigned code points. */
export const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}]/u;
/** Invisible characters besides format characters: joiners, variation selectors, Hangul fillers. */
export const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Kept code points of a name. */
export const MAX_NAME_LENGTH = 200;
/** White space, and characters that would end a line. */
const SPACE = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Characters that show nothing or turn the direction of others. */
const UNSEEN = /[\p{Cf}\p{Cn}\p{Cs}]/gu;

/** A name on one line, without characters that can't be seen; null when nothing is left. */
export function cleanName(name: string): string | null {
  return cleanLine(name, MAX_NAME_LENGTH);
}

/** As `cleanName`, of another text; keeps at most `length` code points. */
export function cleanLine(text: string, length: number): string | null {
  // Far longer texts are cut before each pass reads them.
  const cut = text.slice(0, length * 8);
  const seen = cut.replaceAll(SPACE, ' ').replaceAll(UNSEEN, '').replaceAll(IGNORABLE, '').trim();
  const kept = [...seen].slice(0, length).join('').trim();
  return kept === '' ? null : kept;
}
