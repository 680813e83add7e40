import { classOfWord } from './lexicon.ts';
import { wordGroups } from './word-groups.ts';

/**
 * Features of a stretch of text for the linear classifiers: words, pairs and triples of words, the first
 * words of the stretch, the same of groups and classes of words, and pieces of unknown words, each hashed
 * into one table.
 */

/** Entries of a weight table; a power of two. */
export const TABLE_SIZE = 1 << 19;
const MASK = TABLE_SIZE - 1;

const KIND = {
  word: 1,
  pair: 2,
  triple: 3,
  piece: 4,
  first: 5,
  shape: 6,
  gap: 7,
  classPair: 8,
  classTriple: 9,
  classFirst: 10,
  classWord: 11,
  group: 12,
  groupPair: 13,
  groupGap: 14,
  groupFirst: 15,
  classSet: 16,
} as const;

function mix(a: number, b: number, kind: number): number {
  let hash = Math.imul(a ^ Math.imul(kind, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ b, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & MASK;
}

const ADDRESS = /(?:https?:\/\/|www\.)\S+/g;
const MAILBOX = /(?<!\S)[^\s@]{1,64}@[^\s@]{1,255}/g;

/** Replaces what varies without meaning. */
function generalise(text: string): string {
  let result = text;
  if (result.includes('://') || result.includes('www.')) result = result.replace(ADDRESS, ' urlurl ');
  if (result.includes('@')) result = result.replace(MAILBOX, ' mailmail ');
  return result.toLowerCase();
}

const LETTER = 1;
const DIGIT = 2;
const IDEOGRAPH = 3;
const MARK = 4;
const SPACE = 0;

/**
 * Kinds of UTF-16 units, from the first to the last; the later of two ranges counts, and all others are
 * letters.
 */
const RANGES: readonly (readonly [first: number, last: number, kind: number])[] = [
  [0x00, 0x20, SPACE],
  // Capitals too: text is in small letters before it is asked about.
  [0x21, 0x7f, MARK],
  // The apostrophe.
  [0x27, 0x27, LETTER],
  [0x30, 0x39, DIGIT],
  [0x61, 0x7a, LETTER],
  [0xa0, 0xbf, MARK],
  // Thai, which has no spaces between words.
  [0xe00, 0xe7f, IDEOGRAPH],
  [0x2000, 0x206f, MARK],
  // Apostrophes of typesetters.
  [0x2018, 0x2019, LETTER],
  [0x3000, 0x303f, MARK],
  [0x3040, 0x9fff, IDEOGRAPH],
  // Full-width forms.
  [0xff00, 0xff65, IDEOGRAPH],
];

/** The kind of every UTF-16 unit: asked for each character of a mail. */
const KINDS = new Uint8Array(0x10000).fill(LETTER);
for (const [first, last, kind] of RANGES) KINDS.fill(kind, first, last + 1);

const DIGIT_HASH = 0x5bd1e995;
const WORD_HASH = 0x811c9dc5;
const START = 0x1b873593;

/** Collects hashed features into a growing list. */
export class FeatureSink {
  indices = new Uint32Array(4096);
  length = 0;

  push(index: number): void {
    if (this.length === this.indices.length) {
      const larger = new Uint32Array(this.indices.length * 2);
      larger.set(this.indices);
      this.indices = larger;
    }
    this.indices[this.length++] = index;
  }

  clear(): void {
    this.length = 0;
  }
}

interface Trail {
  previous: number;
  before: number;
  count: number;
  /** The last two word classes. */
  classPrevious: number;
  classBefore: number;
  /** The broad groups of the last two words. */
  groupPrevious: number;
  groupBefore: number;
  /** The classes of the words so far, one bit each. */
  classes: number;
}

/** The order of the classes, whatever stands between them. */
function addClass(sink: FeatureSink, token: number, trail: Trail): void {
  const wordClass = classOfWord.get(token);
  if (wordClass === undefined) return;
  sink.push(mix(wordClass, 0, KIND.classWord));
  if (trail.count === 0) sink.push(mix(wordClass, 1, KIND.classFirst));
  else if (trail.count < 3) sink.push(mix(wordClass, 2, KIND.classFirst));
  sink.push(mix(trail.classPrevious, wordClass, KIND.classPair));
  sink.push(mix(trail.previous, wordClass, KIND.classWord));
  if (trail.classPrevious !== 0) {
    sink.push(mix(Math.imul(trail.classBefore, 64) + trail.classPrevious, wordClass, KIND.classTriple));
  }
  trail.classes |= 1 << (wordClass - 1);
  trail.classBefore = trail.classPrevious;
  trail.classPrevious = wordClass;
}

/**
 * Which classes occur together, in any order: who is addressed, what shall be done, with what and how
 * quietly.
 */
function addClassSet(sink: FeatureSink, classes: number): void {
  for (let rest = classes; rest !== 0; ) {
    const one = 31 - Math.clz32(rest);
    rest &= ~(1 << one);
    for (let others = rest; others !== 0; ) {
      const other = 31 - Math.clz32(others);
      others &= ~(1 << other);
      sink.push(mix(one, other, KIND.classSet));
    }
  }
}

/** Adds the word's group, and the order of broad groups. */
function addGroups(sink: FeatureSink, fine: number, trail: Trail): void {
  const groups = wordGroups();
  const broad = groups.broadOf(fine);
  if (fine !== 0 && !groups.isOwn(fine)) sink.push(mix(fine, 0, KIND.group));
  sink.push(mix(trail.groupPrevious, broad, KIND.groupPair));
  if (trail.count > 0) sink.push(mix(trail.groupBefore, broad, KIND.groupGap));
  if (trail.count < 3) sink.push(mix(broad, trail.count < 1 ? 1 : 2, KIND.groupFirst));
  trail.groupBefore = trail.groupPrevious;
  trail.groupPrevious = broad;
}

function addToken(sink: FeatureSink, token: number, fine: number, trail: Trail): void {
  addClass(sink, token, trail);
  addGroups(sink, fine, trail);
  sink.push(mix(token, 0, KIND.word));
  sink.push(mix(trail.previous, token, KIND.pair));
  if (trail.count > 0) {
    sink.push(mix(mix(trail.before, trail.previous, KIND.gap), token, KIND.triple));
    sink.push(mix(trail.before, token, KIND.gap));
  }
  if (trail.count < 3) sink.push(mix(token, trail.count < 1 ? 1 : 2, KIND.first));
  trail.before = trail.previous;
  trail.previous = token;
  trail.count++;
}

function addPieces(sink: FeatureSink, text: string, start: number, end: number): void {
  const size = end - start > 4 ? 4 : 3;
  for (let index = start; index + size <= end; index++) {
    let hash = index === start ? 7 : 0;
    for (let offset = 0; offset < size; offset++)
      hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(index + offset);
    sink.push(mix(hash, index + size === end ? 1 : 0, KIND.piece));
  }
}

/** Adds the word that begins at `start`, and says where it ends. */
function addWord(sink: FeatureSink, text: string, start: number, trail: Trail): number {
  let hash = WORD_HASH;
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (KINDS[code] !== LETTER) break;
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  const fine = wordGroups().fineOf(hash);
  addToken(sink, hash, fine, trail);
  if (fine === 0 && end - start > 2) addPieces(sink, text, start, end);
  return end;
}

/** Adds a number, all of which count as the same, and says where it ends. */
function addNumber(sink: FeatureSink, text: string, start: number, trail: Trail): number {
  let end = start;
  while (end < text.length && KINDS[text.charCodeAt(end)] === DIGIT) end++;
  addToken(sink, DIGIT_HASH, 0, trail);
  return end;
}

/** Adds the features of one sentence or line. */
export function addFeatures(sink: FeatureSink, source: string): void {
  const text = generalise(source);
  const trail: Trail = {
    previous: START,
    before: START,
    count: 0,
    classPrevious: 0,
    classBefore: 0,
    groupPrevious: START,
    groupBefore: START,
    classes: 0,
  };
  for (let index = 0; index < text.length; ) {
    const code = text.charCodeAt(index);
    const kind = KINDS[code];
    if (kind === LETTER) index = addWord(sink, text, index, trail);
    else if (kind === DIGIT) index = addNumber(sink, text, index, trail);
    else {
      if (kind === MARK) sink.push(mix(code, 0, KIND.shape));
      else if (kind === IDEOGRAPH) addToken(sink, Math.imul(code, 0x27d4eb2f), 0, trail);
      index++;
    }
  }
  addClassSet(sink, trail.classes);
  sink.push(mix(trail.previous, START, KIND.pair));
  sink.push(mix(Math.min(6, Math.floor(Math.log2(1 + trail.count))), 1, KIND.shape));
}
