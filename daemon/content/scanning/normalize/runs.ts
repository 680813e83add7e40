/** A stretch of a text, in its offsets. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/** Hints from one pass over a text about encodings that may be in it. */
export interface Runs {
  /** Runs that are long enough for Base64. */
  readonly base64: readonly Run[];
  /** The most digits of hexadecimal numbers in one run, spaces and colons aside. */
  readonly hexDigits: number;
  /** The most letters in a row that have a gap behind them: "l i k e  t h i s". */
  readonly spacedLetters: number;
}

const [LETTER_OR_DIGIT, BASE64_MARK, HEX_DIGIT, HEX_GAP, LETTER, GAP] = [1, 2, 4, 8, 16, 32];
const ROLES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  const role = (pattern: RegExp, bit: number) => (pattern.test(character) ? bit : 0);
  return (
    role(/[a-z0-9]/i, LETTER_OR_DIGIT) |
    role(/[+/_-]/, BASE64_MARK) |
    role(/[0-9a-f]/i, HEX_DIGIT) |
    role(/[ :]/, HEX_GAP) |
    role(/[a-z]/i, LETTER) |
    role(/[ ._*-]/, GAP)
  );
});

/**
 * Characters of the shortest text in Base64, and how many of them are letters or digits: lines of dashes are
 * no text.
 */
const BASE64_LENGTH = 24;
const BASE64_LETTERS = 12;

/** One walk over a text, which is cheaper than looking for each of the patterns everywhere. */
export function countRuns(text: string): Runs {
  const base64: Run[] = [];
  let [length, letters, hex, hexDigits, spaced, spacedLetters, before] = [0, 0, 0, 0, 0, 0, 0];
  for (let index = 0; index <= text.length; index++) {
    const role = index < text.length ? (ROLES[text.charCodeAt(index)] ?? LETTER) : 0;
    if (role & (LETTER_OR_DIGIT | BASE64_MARK)) {
      length++;
      letters += role & LETTER_OR_DIGIT;
    } else {
      if (length >= BASE64_LENGTH && letters >= BASE64_LETTERS)
        base64.push({ start: index - length, end: index });
      length = letters = 0;
    }
    if (role & HEX_DIGIT) hex++;
    else if (!(role & HEX_GAP)) hex = 0;
    if (role & GAP && before & LETTER) spaced++;
    else if (!(role & LETTER && before & GAP)) spaced = 0;
    if (hex > hexDigits) hexDigits = hex;
    if (spaced > spacedLetters) spacedLetters = spaced;
    before = role;
  }
  return { base64, hexDigits, spacedLetters };
}
