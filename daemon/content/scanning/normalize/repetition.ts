import type { Segment } from './segments.ts';

/** From this many words on, a sentence is looked at for going round in circles. */
const MANY_WORDS = 8;
/** Each pair of its words comes this often on average, or it goes round in no circle. */
const ROUNDS = 3;
const RUN_OF_ONE_CHARACTER = /(.)\1{3,}/g;
/** More characters than a word has; only such are searched for a piece that comes again and again. */
const OVERLONG = 80;
const REPEATED_PIECE = /(\S{2,16}?)\1{3,}/g;
const DIGITS = /\d+/g;

const SPACE = 32;
const ZERO = 48;
const NINE = 57;

/**
 * Sentences without those that came before, and without what one of them says again and again: the
 * classifiers add up evidence, and what is repeated is no more evidence than what is said once. Nothing is
 * left out that was not there already. Numbers do not make a sentence another one, as they make no other
 * features.
 */
export function sayOnce(segments: readonly Segment[]): Segment[] {
  const said = new Set<string>();
  let last = '';
  const once: Segment[] = [];
  for (const segment of segments) {
    const { text, key } = unwind(segment.text);
    // The first of them may begin with a greeting.
    if (said.has(key) || last.endsWith(key)) continue;
    said.add(key);
    last = key;
    once.push(text === segment.text ? segment : { ...segment, text });
  }
  return once;
}

interface Unwound {
  readonly text: string;
  /** The same for texts that differ in their numbers only. */
  readonly key: string;
}

/**
 * A sentence up to its last new pair of words when it says few of them many times; in words, repeated pieces
 * go.
 */
function unwind(source: string): Unwound {
  let run = 0;
  let longestRun = 0;
  let word = 0;
  let longestWord = 0;
  let before = 0;
  let hasDigit = false;
  for (let index = 0; index < source.length; index++) {
    const code = source.charCodeAt(index);
    run = code === before ? run + 1 : 0;
    word = code === SPACE ? 0 : word + 1;
    if (run > longestRun) longestRun = run;
    if (word > longestWord) longestWord = word;
    if (code >= ZERO && code <= NINE) hasDigit = true;
    before = code;
  }
  let text = source;
  if (longestRun >= ROUNDS) text = text.replace(RUN_OF_ONE_CHARACTER, '$1$1$1');
  if (longestWord >= OVERLONG) text = text.replace(REPEATED_PIECE, '$1');
  text = withoutCircles(text);
  return { text, key: hasDigit ? text.replace(DIGITS, '0') : text };
}

function withoutCircles(text: string): string {
  if (!comesAgain(text)) return text;
  const words = text.split(' ');
  if (words.length < MANY_WORDS) return text;
  const known = new Set<string>();
  // Known words in a new order are something new.
  const pairs = new Set<string>();
  let end = 0;
  for (const [index, word] of words.entries()) {
    const pair = `${words[index - 1] ?? ''} ${word}`;
    if (pairs.has(pair)) continue;
    pairs.add(pair);
    // A known word at the very end only closes the circle.
    end = known.has(word) ? index : index + 1;
    known.add(word);
  }
  return pairs.size * ROUNDS > words.length ? text : words.slice(0, end).join(' ');
}

/** Whether the word in the middle comes twice more: a quick look that nearly all sentences end with. */
function comesAgain(text: string): boolean {
  const start = text.lastIndexOf(' ', text.length / 2) + 1;
  const end = text.indexOf(' ', start);
  const word = text.slice(start, end < 0 ? text.length : end);
  const first = text.indexOf(word);
  const second = text.indexOf(word, first + 1);
  return second >= 0 && text.includes(word, second + 1);
}
