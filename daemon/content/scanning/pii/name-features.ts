import { TABLE_SIZE } from '../classifier/features.ts';
import { hashWord } from '../classifier/lexicon.ts';

/** A word or a mark, with its place in the text. */
export interface NameToken {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly shape: number;
  /** The first word of a line. */
  readonly lineStart: boolean;
}

const TOKEN =
  /\n|(?<!\S)[^\s@]{1,64}@[^\s@]{1,255}|https?:\S{1,500}|[\p{L}\p{M}]+(?:(?!['’]s(?!\p{L}))['’-][\p{L}\p{M}]+)*|\d+|[^\s\p{L}\p{N}]/gu;
const SHAPE = {
  newline: 0,
  mark: 1,
  number: 2,
  lower: 3,
  capital: 4,
  initial: 5,
  upper: 6,
  mixed: 7,
  address: 8,
} as const;
const UPPER = /^\p{Lu}/u;
const ALL_UPPER = /^[\p{Lu}\p{M}'’-]+$/u;
const ANY_UPPER = /\p{Lu}/u;
const LETTER = /^\p{L}/u;

const [SMALL_A, SMALL_H, SMALL_Z] = [97, 104, 122];

function shapeOf(text: string): number {
  const code = text.charCodeAt(0);
  // Most words of a text, told by their first letter.
  if (code >= SMALL_A && code <= SMALL_Z && code !== SMALL_H && !text.includes('@')) return SHAPE.lower;
  if (text === '\n') return SHAPE.newline;
  if (text.includes('@') || text.startsWith('http')) return SHAPE.address;
  if (!LETTER.test(text)) return text >= '0' && text <= '9\uffff' ? SHAPE.number : SHAPE.mark;
  if (!UPPER.test(text)) return SHAPE.lower;
  if (text.length === 1) return SHAPE.initial;
  if (ALL_UPPER.test(text)) return SHAPE.upper;
  return /\p{Lu}/u.test(text.slice(1)) ? SHAPE.mixed : SHAPE.capital;
}

/**
 * The tokens of a text in stretches of some `size`, so that a long one needs no more memory at a time; a
 * stretch ends with its line, or at twice the size, so that no name is cut in a text with lines.
 */
export function* tokenStretches(text: string, size: number): Generator<NameToken[]> {
  let tokens: NameToken[] = [];
  let lineStart = true;
  for (const match of text.matchAll(TOKEN)) {
    const [word] = match;
    const shape = shapeOf(word);
    tokens.push({
      text: word,
      lower: word.toLowerCase(),
      start: match.index,
      end: match.index + word.length,
      shape,
      lineStart,
    });
    lineStart = shape === SHAPE.newline || (lineStart && shape === SHAPE.mark);
    if (tokens.length < size || (shape !== SHAPE.newline && tokens.length < 2 * size)) continue;
    yield tokens;
    tokens = [];
  }
  yield tokens;
}

/** The first tokens of a text. */
export function tokenize(text: string, limit: number): NameToken[] {
  const [first] = tokenStretches(text, limit);
  return first?.slice(0, limit) ?? [];
}

/** Whether a word can be part of a name at all; in text without any capital letter, every word can. */
export function mayBeName(token: NameToken, lowerCaseText = false): boolean {
  const capital = token.shape >= SHAPE.capital && token.shape <= SHAPE.mixed;
  if (!capital && !(lowerCaseText && token.shape === SHAPE.lower)) return false;
  return !ONE_CHARACTER_AGAIN.test(token.lower);
}

/** Whether a text is written in small letters throughout. */
export function isLowerCase(text: string): boolean {
  return !ANY_UPPER.test(text);
}

export function isInitial(token: NameToken): boolean {
  return token.shape === SHAPE.initial;
}

const ONE_CHARACTER_AGAIN = /(.)\1{3}/;

const MASK = TABLE_SIZE - 1;
const SENTENCE_END = new Set(['.', '!', '?', ':', '"', '”', '>', '\n']);
const EDGE: Pick<NameToken, 'lower' | 'shape'> = { lower: '<edge>', shape: SHAPE.newline };

function slot(kind: number, a: number, b = 0): number {
  let hash = Math.imul(a ^ Math.imul(kind, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ b, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & MASK;
}

/**
 * How much of a word's surroundings counts; training hides some of it, so that the word itself is learned
 * too.
 */
export type Scope = 'all' | 'word';

/** Hashed features of one word in its surroundings; `isName` holds the judgments of the words before. */
export function nameFeatures(
  tokens: readonly NameToken[],
  index: number,
  isName: readonly boolean[],
  scope: Scope = 'all',
): number[] {
  const token = tokens[index];
  if (!token) return [];
  const previousIsName = isName[index - 1] ?? false;
  const before = tokens[index - 1] ?? EDGE;
  const beforeThat = tokens[index - 2] ?? EDGE;
  const after = tokens[index + 1] ?? EDGE;
  const afterThat = tokens[index + 2] ?? EDGE;
  const word = hashWord(token.lower);
  const [b1, b2, a1, a2] = [
    hashWord(before.lower),
    hashWord(beforeThat.lower),
    hashWord(after.lower),
    hashWord(afterThat.lower),
  ];
  const first = SENTENCE_END.has(before.lower) || before === EDGE ? 1 : 0;
  const features = [
    slot(1, word),
    slot(2, word, token.shape),
    slot(15, Math.min(12, token.text.length), token.shape),
  ];
  addPieces(features, token.lower);
  if (scope === 'word') return features;
  features.push(
    slot(3, b1),
    slot(4, b2),
    slot(5, b1, b2),
    slot(6, a1),
    slot(7, a2),
    slot(8, a1, a2),
    slot(9, before.shape, after.shape),
    slot(10, token.shape, first),
    slot(11, first, a1),
    slot(12, token.lineStart ? 1 : 0, after.shape),
    slot(13, previousIsName ? 1 : 0, after.shape),
    slot(14, previousIsName ? 1 : 0, word),
    slot(16, b1, after.shape),
    slot(17, before.shape, a1),
    slot(18, beforeThat.shape, before.shape),
    slot(19, after.shape, afterThat.shape),
    slot(20, b1, a1),
    slot(21, word, a1),
    slot(22, b1, word),
    slot(23, isName[index - 2] ? 1 : 0, b1),
  );
  return features;
}

/** Beginnings and ends of the word. */
function addPieces(features: number[], word: string): void {
  for (let length = 1; length <= 4 && length < word.length; length++) {
    features.push(slot(30 + length, hashWord(word.slice(0, length))));
    features.push(slot(40 + length, hashWord(word.slice(-length))));
  }
}
