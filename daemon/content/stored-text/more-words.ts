import { foldWords, isForeign, UNSPACED, WORDS } from './search-fold.ts';
import { foldForSearch } from './text.ts';

/** Words that a search by words finds beside those of the subject and the body. */

export interface SearchedParts {
  /** Subject and body as readers get them. */
  readonly text: string;
  /** Names and addresses. */
  readonly people: readonly string[];
  readonly fileNames: readonly string[];
  readonly fileTexts: readonly string[];
}

/** UTF-16 units of the texts of all files. */
const FILE_TEXT = 100_000;
/** Distinct pairs of characters, which a text of some 30,000 characters has. */
const MOST_PAIRS = 10_000;

/**
 * People and files, the accented words of the text without their accents, and pairs of characters in scripts
 * that don't set words apart: the index finds three characters or more.
 */
export function moreWords({ text, people, fileNames, fileTexts }: SearchedParts): string {
  const files = fileTexts.join('\n').slice(0, FILE_TEXT);
  const beside = foldWords([...people, ...fileNames, files].filter((part) => part !== '').join('\n'));
  if (!isForeign(text) && !isForeign(beside)) return beside;
  const bare = foldWords(text);
  return [beside, bareWords(text, bare), pairs(`${bare}\n${beside}`)]
    .filter((part) => part !== '')
    .join('\n');
}

/** Words that differ without accents. */
function bareWords(text: string, bare: string): string {
  const folded = foldForSearch(text);
  if (folded === bare) return '';
  const there = new Set(folded.match(WORDS));
  return [...new Set(bare.match(WORDS))].filter((word) => !there.has(word)).join(' ');
}

/** Each between blanks, by which a search knows them. */
function pairs(text: string): string {
  const found = new Set<string>();
  for (const [run] of text.matchAll(UNSPACED)) {
    const characters = [...run];
    for (let index = 1; index < characters.length && found.size < MOST_PAIRS; index++) {
      found.add(`${characters[index - 1]}${characters[index]}`);
    }
  }
  return found.size === 0 ? '' : ` ${[...found].join(' ')} `;
}
