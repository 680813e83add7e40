import { spanOf } from '../scanners/rules.ts';
import type { FindingSpan, TextPart } from '../types.ts';
import { isReported } from './context.ts';
import { type Cue, type Phrase, phrase, type WordLists } from './pattern.ts';
import { plainTextOf } from './plain-text.ts';

/** Phrases of one meaning, one a line; `unless` lists phrases that make the same sentence harmless. */
export interface PhraseFamily {
  readonly id: string;
  readonly phrases: string;
  readonly unless?: string;
  /** Said in another's name it is the same: marks of confidentiality, for example. */
  readonly quoted?: true;
}

interface Compiled {
  readonly id: string;
  readonly pattern: RegExp;
  readonly unless: RegExp | null;
  readonly quoted: boolean;
  /** Cues that a sentence must have, by their numbers. */
  readonly cues: readonly number[];
}

export interface PhraseHit {
  readonly id: string;
  readonly span: FindingSpan;
}

const MOST_HITS = 20;
const MOST_SENTENCE = 400;
/** So much of the text before a sentence says what it's about. */
const BEFORE = 60;
/** Words whose cues are remembered. */
const MOST_KNOWN = 20_000;
/** Words of nearly every sentence: a phrase is looked for by its other ones. */
const COMMON = new Set(
  'a an the i we you u he she it they me my our us him her them his your their this that these those to of for with by on in at is are was were be been am re ll m s t d ve will would should can could must may have has had do does did don not no and or if so as from up out all any one who what go get will shall want need make take give see say tell put come der die das ich du er sie wir ihr ein eine und nicht ist sind dir dich mir mich es le la les un une je tu il nous vous et est pas ne de du des que qui te el los las yo no se lo una o os as um uma eu voce non e sono di che mi ti il lo gli un si per con'.split(
    ' ',
  ),
);
const SHORTEST_STEM = 2;
const LONGEST_STEM = 14;
/** A full stop in a number or an address ends nothing. */
const END = /[.!?](?=\s|["”»“)]|$)|\n\s*\n/g;

function compiledPhrases(definitions: string, lists: WordLists): Phrase[] {
  return definitions
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => phrase(line, lists));
}

/**
 * Looks for families of phrases. A text is read once, sentence by sentence; a phrase is looked for only in
 * sentences that have a word of each of its tokens, which few have.
 */
export class PhraseMatcher {
  readonly #phrases: Compiled[] = [];
  readonly #cues = new Map<string, number>();
  readonly #byWord = new Map<string, number[]>();
  readonly #byStem = new Map<string, number[]>();
  readonly #known = new Map<string, readonly number[]>();
  /** Common words in each cue. */
  readonly #common: number[] = [];
  /** The sentence in which each cue was seen last. */
  readonly #seen: number[] = [];
  #turn = 0;
  /** Phrases by the rarest of their cues. */
  readonly #triggered: number[][] = [];

  constructor(families: readonly PhraseFamily[], lists: WordLists) {
    for (const { id, phrases, unless, quoted = false } of families) {
      const except = unless ? compiledPhrases(unless, lists).map(({ source }) => source) : [];
      const exception = except.length > 0 ? new RegExp(except.join('|')) : null;
      for (const { source, cues } of compiledPhrases(phrases, lists)) {
        const numbers = cues.map((cue) => this.#numberOf(cue));
        const [trigger = 0] = numbers.sort((a, b) => this.#commonness(a) - this.#commonness(b));
        this.#triggered[trigger]?.push(this.#phrases.length);
        const pattern = new RegExp(source);
        this.#phrases.push({ id, pattern, unless: exception, quoted, cues: numbers });
      }
    }
  }

  #numberOf(cue: Cue): number {
    const key = `${cue.words.join(' ')}|${cue.stems.join(' ')}`;
    const known = this.#cues.get(key);
    if (known !== undefined) return known;
    const number = this.#cues.size;
    this.#cues.set(key, number);
    this.#triggered[number] = [];
    this.#seen[number] = 0;
    this.#common[number] = cue.words.filter((word) => COMMON.has(word)).length;
    for (const word of new Set(cue.words)) note(this.#byWord, word, number);
    for (const stem of new Set(cue.stems)) note(this.#byStem, stem.slice(0, LONGEST_STEM), number);
    return number;
  }

  #commonness(cue: number): number {
    return this.#common[cue] ?? 0;
  }

  /** Cues that a word is one of; kept, since mail uses the same words again and again. */
  #cuesOf(word: string): readonly number[] {
    const known = this.#known.get(word);
    if (known) return known;
    const cues = new Set(this.#byWord.get(word));
    for (let length = SHORTEST_STEM; length <= Math.min(word.length, LONGEST_STEM); length++)
      for (const cue of this.#byStem.get(word.slice(0, length)) ?? []) cues.add(cue);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    const found = [...cues];
    this.#known.set(word, found);
    return found;
  }

  /** Phrases all of whose cues are among the words. */
  #candidates(words: readonly string[]): number[] {
    const turn = ++this.#turn;
    const found: number[] = [];
    const triggers: number[] = [];
    for (const word of words)
      for (const cue of this.#cuesOf(word)) {
        if (this.#seen[cue] === turn) continue;
        this.#seen[cue] = turn;
        if (this.#triggered[cue]?.length) triggers.push(cue);
      }
    for (const cue of triggers)
      for (const index of this.#triggered[cue] ?? [])
        if (this.#phrases[index]?.cues.every((each) => this.#seen[each] === turn)) found.push(index);
    return found;
  }

  /** Phrases found in the parts of a message. */
  hitsInAll(parts: readonly TextPart[]): PhraseHit[] {
    return parts.flatMap((part) => this.hitsIn(part));
  }

  /** Phrases found in the part, at most `MOST_HITS`. */
  hitsIn(part: TextPart): PhraseHit[] {
    const { text, sentences } = plainTextOf(part);
    const hits: PhraseHit[] = [];
    for (const { start, end, words } of sentences) {
      for (const index of this.#candidates(words)) {
        const phrase = this.#phrases[index];
        const match = phrase?.pattern.exec(text.slice(start, end));
        if (!phrase || !match) continue;
        const from = start + match.index;
        const to = from + match[0].length;
        if (!isMeant(text, from, to, phrase)) continue;
        hits.push({ id: phrase.id, span: spanOf(part, from, to) });
        if (hits.length >= MOST_HITS) return hits;
      }
    }
    return hits;
  }
}

function note(index: Map<string, number[]>, key: string, number: number): void {
  const numbers = index.get(key);
  if (numbers) numbers.push(number);
  else index.set(key, [number]);
}

function isMeant(text: string, start: number, end: number, { unless, quoted }: Compiled): boolean {
  const [from, to] = sentenceAround(text, start, end);
  const sentence = text.slice(from, to);
  if (unless?.test(text.slice(Math.max(0, from - BEFORE), to))) return false;
  return quoted || !isReported(sentence, start - from, end - from);
}

function sentenceAround(text: string, start: number, end: number): [from: number, to: number] {
  const earliest = Math.max(0, start - MOST_SENTENCE);
  let from = earliest;
  for (const { index, 0: mark } of text.slice(earliest, start).matchAll(END))
    from = earliest + index + mark.length;
  const after = text.slice(end, end + MOST_SENTENCE);
  const stop = after.search(END);
  return [from, stop === -1 ? end + after.length : end + stop + 1];
}
