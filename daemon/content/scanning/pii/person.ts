import { type LinearModel, loadModel } from '../classifier/model.ts';
import type { PiiCandidate, PiiDetector } from './candidate.ts';
import { enumerations } from './enumeration.ts';
import {
  isInitial,
  isLowerCase,
  mayBeName,
  type NameToken,
  nameFeatures,
  tokenStretches,
} from './name-features.ts';
import { namesStreetOrShip, PLACES } from './place-words.ts';

/** Tokens that are judged at a time. */
const STRETCH = 200_000;
const MAX_WORDS_OF_NAME = 5;
/** Below checksums and forms: a name inside an address or a number is part of that. */
const RANK = 20;
/** Log-odds from which on a word is part of a name (docs/scanning.md). */
const THRESHOLD = -1;
const LOWER_CASE_THRESHOLD = -0.5;
/** How much lower the threshold is within an enumeration that already has a name, in log-odds. */
const ENUMERATED = 2;
const PARTICLES = new Set(
  'de da di del della van von der den ter bin al el la le dos das du af zu'.split(' '),
);
/** Words that begin sentences and are nobody's name. */
const NO_NAMES = new Set(
  'however therefore moreover furthermore meanwhile also although because since unless until while when where what who why how this that these those there here then thus the they them their our your you yes not none nothing lorem please thanks thank hello dear regards today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday january february march july august september october november december mon tue wed thu fri sat sun join list editor yeah'.split(
    ' ',
  ),
);
/** Forms of address: the capitalised word behind them is a name, and the one behind that too. */
const TITLES = new Set(
  'mr mrs ms miss dr prof professor herr herrn frau señor señora sr sra monsieur madame mme mlle signor signora sig senhor senhora mevrouw dhr attn'.split(
    ' ',
  ),
);
const CAPITALISED = /^\p{Lu}\p{Ll}/u;
const JOINERS = /^[ \u00a0]?(?:[.'’-] ?)?$/;

let model: LinearModel | null = null;

function trained(): LinearModel {
  model ??= loadModel('person.bin');
  return model;
}

/** Whether a form of address, or a name behind one, stands right before the token. */
function isAddressed(tokens: readonly NameToken[], index: number): boolean {
  const before = (at: number) => (tokens[at - 1]?.text === '.' ? at - 2 : at - 1);
  const previous = before(index);
  if (TITLES.has(tokens[previous]?.lower ?? '')) return true;
  const first = tokens[previous];
  return (
    first !== undefined && CAPITALISED.test(first.text) && TITLES.has(tokens[before(previous)]?.lower ?? '')
  );
}

function judge(words: LinearModel, tokens: readonly NameToken[], lowerCase: boolean): boolean[] {
  const isName: boolean[] = new Array(tokens.length).fill(false);
  const threshold = lowerCase ? LOWER_CASE_THRESHOLD : THRESHOLD;
  for (const [index, token] of tokens.entries()) {
    if (!mayBeName(token, lowerCase) || NO_NAMES.has(token.lower)) continue;
    const addressed = CAPITALISED.test(token.text) && isAddressed(tokens, index);
    isName[index] = addressed || words.scoreFeatures(nameFeatures(tokens, index, isName)) >= threshold;
  }
  if (!lowerCase && isName.includes(true)) judgeEnumerations(words, tokens, isName);
  return isName;
}

/** Takes more of an enumeration for names when one of its items is a name. */
function judgeEnumerations(words: LinearModel, tokens: readonly NameToken[], isName: boolean[]): void {
  const isLikely = (index: number) => {
    const { lower = '' } = tokens[index] ?? {};
    if (NO_NAMES.has(lower) || PLACES.has(lower)) return false;
    return words.scoreFeatures(nameFeatures(tokens, index, isName)) >= THRESHOLD - ENUMERATED;
  };
  for (const items of enumerations(tokens)) {
    const indices = items.map(({ first, end }) => Array.from({ length: end - first }, (_, n) => first + n));
    if (!indices.some((item) => item.every((index) => isName[index]))) continue;
    for (const item of indices)
      if (!item.some((index) => isName[index]) && item.every(isLikely))
        for (const index of item) isName[index] = true;
  }
}

/** Tokens of a text, and which of them are parts of names. */
interface JudgedTokens {
  readonly text: string;
  readonly tokens: readonly NameToken[];
  readonly isName: readonly boolean[];
}

/** The next token that continues the name: the next word, past an initial's dot or a particle. */
function continues({ text, tokens, isName }: JudgedTokens, last: number): number | null {
  const current = tokens[last];
  for (let next = last + 1; current && next <= last + 3 && next < tokens.length; next++) {
    const token = tokens[next];
    if (!token || token.text === '\n') return null;
    if (isName[next]) {
      const between = text.slice(current.end, token.start);
      const particle = tokens.slice(last + 1, next).some((part) => PARTICLES.has(part.lower));
      return JOINERS.test(between) || particle ? next : null;
    }
    const bridges = PARTICLES.has(token.lower) || (token.text === '.' && isInitial(current));
    if (!bridges) return null;
  }
  return null;
}

function* namesIn(judged: JudgedTokens): Generator<PiiCandidate> {
  const { tokens, isName } = judged;
  for (let index = 0; index < tokens.length; index++) {
    const first = tokens[index];
    if (!first || !isName[index]) continue;
    let last = index;
    for (let count = 1; count < MAX_WORDS_OF_NAME; count++) {
      const next = continues(judged, last);
      if (next === null) break;
      last = next;
    }
    const end = tokens[last]?.end ?? first.end;
    const isPlace =
      tokens.slice(index, last + 1).every(({ lower }) => PLACES.has(lower)) ||
      namesStreetOrShip(tokens, index, last);
    if (!isPlace && (last > index || !isInitial(first)))
      yield { start: first.start, end, type: 'PERSON', rank: RANK };
    index = last;
  }
}

/** Names of people by a given model. */
export function namesBy(words: () => LinearModel): PiiDetector {
  return function* (text) {
    const lowerCase = isLowerCase(text);
    for (const tokens of tokenStretches(text, STRETCH))
      yield* namesIn({ text, tokens, isName: judge(words(), tokens, lowerCase) });
  };
}

/** Names of people. */
export const personNames: PiiDetector = namesBy(trained);
