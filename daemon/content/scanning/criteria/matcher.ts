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
  /** Counts in quotations too, such as marks of confidentiality. */
  readonly quoted?: true;
}

/** The phrases of one criterion. */
export interface Criterion {
  readonly name: string;
  readonly families: readonly PhraseFamily[];
  readonly lists: WordLists;
}

interface Compiled {
  readonly criterion: string;
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

/** Of one criterion in one part. */
const MOST_HITS = 20;
const MOST_SENTENCE = 400;
/** Characters before a sentence that `unless` phrases also read. */
const BEFORE = 60;
/** Words whose cues are remembered. */
const MOST_KNOWN = 20_000;
/** Words of nearly every sentence: a phrase is searched by its other words. */
const COMMON = new Set(
  'a an the i we you u he she it they me my our us him her them his your their this that these those to of for with by on in at is are was were be been am re ll m s t d ve will would should can could must may have has had do does did don not no and or if so as from up out all any one who what go get will shall want need make take give see say tell put come der die das ich du er sie wir ihr ein eine und nicht ist sind dir dich mir mich es le la les un une je tu il nous vous et est pas ne de du des que qui te el los las yo no se lo una o os as um uma eu voce non e sono di che mi ti il lo gli un si per con'.split(
    ' ',
  ),
);
const SHORTEST_STEM = 2;
const LONGEST_STEM = 14;
/** A full stop in a number or an address doesn't end a sentence. */
const END = /[.!?](?=\s|["”»“)]|$)|\n\s*\n/g;

function compiledPhrases(definitions: string, lists: WordLists): Phrase[] {
  return definitions
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => phrase(line, lists));
}

/** The cues that a word is one of, and those among them by which phrases are looked for. */
interface WordCues {
  readonly all: readonly number[];
  readonly triggers: readonly number[];
}

/**
 * Looks for the phrases of all criteria at once. A text is read once, sentence by sentence; a phrase is
 * looked for only in sentences that have a word of each of its tokens, which few have.
 */
export class PhraseMatcher {
  readonly #phrases: Compiled[] = [];
  readonly #cues = new Map<string, number>();
  readonly #byWord = new Map<string, number[]>();
  readonly #byStem = new Map<string, number[]>();
  readonly #known = new Map<string, WordCues>();
  readonly #hits = new WeakMap<TextPart, ReadonlyMap<string, PhraseHit[]>>();
  /** Common words in each cue. */
  readonly #common: number[] = [];
  /** The sentence in which each cue was seen last. */
  readonly #seen: number[] = [];
  #turn = 0;
  /** Phrases by the rarest of their cues. */
  readonly #triggered: number[][] = [];

  constructor(criteria: readonly Criterion[]) {
    for (const criterion of criteria) for (const family of criterion.families) this.#add(criterion, family);
  }

  #add({ name: criterion, lists }: Criterion, family: PhraseFamily): void {
    const { id, phrases, unless, quoted = false } = family;
    const except = unless ? compiledPhrases(unless, lists).map(({ source }) => source) : [];
    const exception = except.length > 0 ? new RegExp(except.join('|')) : null;
    for (const { source, cues } of compiledPhrases(phrases, lists)) {
      const numbers = cues.map((cue) => this.#numberOf(cue));
      const [trigger = 0] = numbers.sort((a, b) => this.#commonness(a) - this.#commonness(b));
      this.#triggered[trigger]?.push(this.#phrases.length);
      const pattern = new RegExp(source);
      this.#phrases.push({ criterion, id, pattern, unless: exception, quoted, cues: numbers });
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

  /** Kept, since mail uses the same words again and again. */
  #cuesOf(word: string): WordCues {
    const known = this.#known.get(word);
    if (known) return known;
    const cues = new Set(this.#byWord.get(word));
    for (let length = SHORTEST_STEM; length <= Math.min(word.length, LONGEST_STEM); length++)
      for (const cue of this.#byStem.get(word.slice(0, length)) ?? []) cues.add(cue);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    const all = [...cues];
    const found = { all, triggers: all.filter((cue) => this.#triggered[cue]?.length) };
    this.#known.set(word, found);
    return found;
  }

  /** Phrases all of whose cues are among the words, in the order of their definition. */
  #candidates(words: readonly string[]): number[] {
    const turn = ++this.#turn;
    const triggers = new Set<number>();
    for (const word of words) {
      const cues = this.#cuesOf(word);
      for (const cue of cues.all) this.#seen[cue] = turn;
      for (const cue of cues.triggers) triggers.add(cue);
    }
    const found: number[] = [];
    for (const cue of triggers)
      for (const index of this.#triggered[cue] ?? []) if (this.#hasCues(index, turn)) found.push(index);
    return found;
  }

  #hasCues(index: number, turn: number): boolean {
    for (const cue of this.#phrases[index]?.cues ?? []) if (this.#seen[cue] !== turn) return false;
    return true;
  }

  /** Phrases of a criterion in the parts of a message, at most `MOST_HITS` in each. */
  hitsOf(criterion: string, parts: readonly TextPart[]): PhraseHit[] {
    return parts.flatMap((part) => this.#hitsIn(part).get(criterion) ?? []);
  }

  #hitsIn(part: TextPart): ReadonlyMap<string, PhraseHit[]> {
    const known = this.#hits.get(part);
    if (known) return known;
    const hits = new Map<string, PhraseHit[]>();
    const { text, sentences } = plainTextOf(part);
    for (const { start, end, words } of sentences) {
      const candidates = this.#candidates(words);
      const sentence = candidates.length === 0 ? '' : text.slice(start, end);
      for (const index of candidates) {
        const phrase = this.#phrases[index];
        const match = phrase?.pattern.exec(sentence);
        if (!phrase || !match) continue;
        const from = start + match.index;
        const to = from + match[0].length;
        const own = hits.get(phrase.criterion) ?? [];
        if (own.length >= MOST_HITS || !isMeant(text, [from, to], phrase)) continue;
        hits.set(phrase.criterion, [...own, { id: phrase.id, span: spanOf(part, from, to) }]);
      }
    }
    this.#hits.set(part, hits);
    return hits;
  }
}

function note(index: Map<string, number[]>, key: string, number: number): void {
  const numbers = index.get(key);
  if (numbers) numbers.push(number);
  else index.set(key, [number]);
}

function isMeant(
  text: string,
  [start, end]: readonly [start: number, end: number],
  { unless, quoted }: Compiled,
): boolean {
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
