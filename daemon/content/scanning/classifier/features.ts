import { classByStem, classOfIdeographs, classOfWord } from './lexicon.ts';
import { wordGroups } from './word-groups.ts';

/**
 * Features of a stretch of text for the linear classifiers: words, pairs and triples of words, the first
 * words of the stretch, the same of groups and classes of words, and pieces of unknown words, each hashed
 * into one table.
 */

/** Entries of a weight table. */
export const TABLE_SIZE = 1 << 19;
/**
 * The first entries are of general features, which tell classes, groups and shapes of words; all others are
 * of the words. A power of two.
 */
export const GENERAL_SIZE = 1 << 17;

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

function hashOf(a: number, b: number, kind: number): number {
  let hash = Math.imul(a ^ Math.imul(kind, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ b, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** The entry of a feature of words. */
function lexical(a: number, b: number, kind: number): number {
  return GENERAL_SIZE + ((hashOf(a, b, kind) >>> 0) % (TABLE_SIZE - GENERAL_SIZE));
}

/** The entry of a feature of classes, groups or shapes. */
function general(a: number, b: number, kind: number): number {
  return hashOf(a, b, kind) & (GENERAL_SIZE - 1);
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

/** Reads one sentence, word by word, into a list of features. */
class SentenceReader {
  private readonly sink: FeatureSink;
  private readonly text: string;
  private previous = START;
  private before = START;
  private count = 0;
  /** The last two word classes. */
  private classPrevious = 0;
  private classBefore = 0;
  /** The broad groups of the last two words. */
  private groupPrevious = START;
  private groupBefore = START;
  /** The classes of the words so far, one bit each. */
  private classes = 0;

  constructor(sink: FeatureSink, text: string) {
    this.sink = sink;
    this.text = text;
  }

  read(): void {
    const { text, sink } = this;
    for (let index = 0; index < text.length; ) {
      const code = text.charCodeAt(index);
      const kind = KINDS[code];
      if (kind === LETTER) index = this.addWord(index);
      else if (kind === DIGIT) index = this.addNumber(index);
      else {
        if (kind === MARK) sink.push(general(code, 0, KIND.shape));
        else if (kind === IDEOGRAPH) this.addIdeograph(index);
        index++;
      }
    }
    this.addClassSet();
    sink.push(lexical(this.previous, START, KIND.pair));
    sink.push(general(Math.min(6, Math.floor(Math.log2(1 + this.count))), 1, KIND.shape));
  }

  /** The order of the classes, whatever stands between them. */
  private addClass(wordClass: number): void {
    const { sink } = this;
    sink.push(general(wordClass, 0, KIND.classWord));
    if (this.count === 0) sink.push(general(wordClass, 1, KIND.classFirst));
    else if (this.count < 3) sink.push(general(wordClass, 2, KIND.classFirst));
    sink.push(general(this.classPrevious, wordClass, KIND.classPair));
    sink.push(lexical(this.previous, wordClass, KIND.classWord));
    if (this.classPrevious !== 0) {
      sink.push(general(Math.imul(this.classBefore, 64) + this.classPrevious, wordClass, KIND.classTriple));
    }
    this.classes |= 1 << (wordClass - 1);
    this.classBefore = this.classPrevious;
    this.classPrevious = wordClass;
  }

  /**
   * Which classes occur together, in any order: who is addressed, what shall be done, with what and how
   * quietly.
   */
  private addClassSet(): void {
    for (let rest = this.classes; rest !== 0; ) {
      const one = 31 - Math.clz32(rest);
      rest &= ~(1 << one);
      for (let others = rest; others !== 0; ) {
        const other = 31 - Math.clz32(others);
        others &= ~(1 << other);
        this.sink.push(general(one, other, KIND.classSet));
      }
    }
  }

  /** Adds the word's group, and the order of broad groups. */
  private addGroups(fine: number): void {
    const { sink, count } = this;
    const groups = wordGroups();
    const broad = groups.broadOf(fine);
    if (fine !== 0 && !groups.isOwn(fine)) sink.push(general(fine, 0, KIND.group));
    sink.push(general(this.groupPrevious, broad, KIND.groupPair));
    if (count > 0) sink.push(general(this.groupBefore, broad, KIND.groupGap));
    if (count < 3) sink.push(general(broad, count < 1 ? 1 : 2, KIND.groupFirst));
    this.groupBefore = this.groupPrevious;
    this.groupPrevious = broad;
  }

  private addToken(token: number, fine: number): void {
    const { sink } = this;
    this.addGroups(fine);
    sink.push(lexical(token, 0, KIND.word));
    sink.push(lexical(this.previous, token, KIND.pair));
    if (this.count > 0) {
      sink.push(lexical(lexical(this.before, this.previous, KIND.gap), token, KIND.triple));
      sink.push(lexical(this.before, token, KIND.gap));
    }
    if (this.count < 3) sink.push(lexical(token, this.count < 1 ? 1 : 2, KIND.first));
    this.before = this.previous;
    this.previous = token;
    this.count++;
  }

  private addPieces(start: number, end: number): void {
    const size = end - start > 4 ? 4 : 3;
    for (let index = start; index + size <= end; index++) {
      let hash = index === start ? 7 : 0;
      for (let offset = 0; offset < size; offset++)
        hash = Math.imul(hash, 0x01000193) ^ this.text.charCodeAt(index + offset);
      this.sink.push(lexical(hash, index + size === end ? 1 : 0, KIND.piece));
    }
  }

  /** Adds the word that begins at `start`, and says where it ends. */
  private addWord(start: number): number {
    const { text } = this;
    let hash = WORD_HASH;
    let end = start;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (KINDS[code] !== LETTER) break;
      hash = Math.imul(hash ^ code, 0x01000193);
    }
    const fine = wordGroups().fineOf(hash);
    const wordClass = classOfWord.get(hash) ?? (fine === 0 ? classByStem(text, start, end) : undefined);
    if (wordClass !== undefined) this.addClass(wordClass);
    this.addToken(hash, fine);
    if (fine === 0 && end - start > 2) this.addPieces(start, end);
    return end;
  }

  /** Adds a number, all of which count as the same, and says where it ends. */
  private addNumber(start: number): number {
    let end = start;
    while (end < this.text.length && KINDS[this.text.charCodeAt(end)] === DIGIT) end++;
    this.addToken(DIGIT_HASH, 0);
    return end;
  }

  /** Adds a character of a script without spaces, and the class of a word that begins with it. */
  private addIdeograph(index: number): void {
    const wordClass = classOfIdeographs(this.text, index);
    if (wordClass !== undefined) this.addClass(wordClass);
    this.addToken(Math.imul(this.text.charCodeAt(index), 0x27d4eb2f), 0);
  }
}

/** Adds the features of one sentence or line. */
export function addFeatures(sink: FeatureSink, source: string): void {
  new SentenceReader(sink, generalise(source)).read();
}
