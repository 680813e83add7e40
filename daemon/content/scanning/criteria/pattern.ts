/**
 * Between two words of a phrase: blanks and marks such as commas, apostrophes, quotation marks and hyphens.
 * Never the end of a sentence.
 */
const SEPARATOR = '[\\s,:/&*_=#\'"“”„«»()[\\]\\-–—]{1,6}';
const WORD = '[a-z0-9]{1,30}';

/** Named lists of words; in a list, blanks separate entries. */
export type WordLists = Readonly<Record<string, string>>;

/** Words of which a match has one; those in `stems` are beginnings of words. */
export interface Cue {
  readonly words: readonly string[];
  readonly stems: readonly string[];
}

/** A phrase as a regular expression, and what the words of every match have. */
export interface Phrase {
  readonly source: string;
  readonly cues: readonly Cue[];
}

interface PatternToken {
  readonly source: string;
  readonly optional: boolean;
  readonly words: readonly string[];
}

const regexOf = (word: string) => word.replaceAll('*', '[a-z]*').replaceAll('_', SEPARATOR);

/** The letters with which every match of an entry begins. */
function beginningOf(entry: string): string {
  const [letters = ''] = /^[a-z0-9]*/.exec(entry) ?? [];
  return entry[letters.length] === '?' ? letters.slice(0, -1) : letters;
}

/**
 * The words or stems that a text needs for a token to match; null when an entry may begin with any letter.
 */
function cueOf({ words }: PatternToken): Cue | null {
  const cue = { words: [] as string[], stems: [] as string[] };
  for (const entry of words) {
    const beginning = beginningOf(entry);
    if (beginning === '') return null;
    const whole = beginning.length === entry.length || entry[beginning.length] === '_';
    (whole ? cue.words : cue.stems).push(beginning);
  }
  return cue;
}

function tokenOf(source: string, lists: WordLists): PatternToken {
  const [, mark = '', body = ''] = /^(\??)(.*)$/.exec(source) ?? [];
  const words = body.split('|').flatMap((entry) => {
    const name = /^\{(\w+)\}$/.exec(entry)?.[1];
    if (name === undefined) return [entry];
    const list = lists[name];
    if (list === undefined) throw new Error(`no word list ${name}`);
    return list.trim().split(/\s+/);
  });
  return {
    source: `(?:${words.map(regexOf).join('|')})`,
    optional: mark === '?',
    words,
  };
}

/**
 * Compiles a phrase. Its tokens are separated by blanks: `a|b` is one of two words, `*` any ending, `_` a gap
 * inside a token, `{list}` a word of a list, `?x` an optional token and `~3` up to three words of any kind.
 * Text is matched in small plain letters, see `plainTextOf`.
 */
export function phrase(definition: string, lists: WordLists): Phrase {
  const tokens = definition
    .trim()
    .split(/\s+/)
    .map((token) => (token.startsWith('~') ? Number(token.slice(1)) : tokenOf(token, lists)));
  let source = '';
  let first = true;
  for (const token of tokens) {
    if (typeof token === 'number') source += `(?:${SEPARATOR}${WORD}){0,${token}}?`;
    else {
      const own = first ? token.source : `${SEPARATOR}${token.source}`;
      source += token.optional ? `(?:${own})?` : own;
    }
    first = false;
  }
  const required = tokens.filter((token) => typeof token !== 'number' && !token.optional) as PatternToken[];
  const cues = required.map(cueOf).filter((cue) => cue !== null);
  if (cues.length === 0) throw new Error(`nothing to look for in: ${definition}`);
  return { source: `(?<![a-z0-9])${source}(?![a-z0-9])`, cues };
}
