import type { SearchMatch } from '../../../shared/contract/search.ts';
import { foldWords } from '../../content/stored-text/search-fold.ts';
import type { SearchTerm } from './line.ts';
import type { ReadTexts } from './texts.ts';

/** Excerpts of what a search found, with the found words marked. */

/** UTF-16 units around the first word that an excerpt shows. */
const BEFORE = 60;
const LENGTH = 200;
/** Names and addresses, and files, that are shown. */
const MOST_OF_A_KIND = 3;

export function matchesOf(terms: readonly SearchTerm[], texts: ReadTexts): SearchMatch[] {
  const included = terms.filter(({ isExcluded }) => !isExcluded);
  const words = included.filter(({ field }) => field === 'any').map(({ text }) => text);
  const inSubject = included.map(({ text }) => text);
  const people = texts.people.map((person) => excerpt(person, words)).filter((pieces) => pieces !== null);
  const files = texts.files.flatMap(({ position, name, text }) => {
    const pieces = excerpt(name, words) ?? excerpt(text, words);
    return pieces === null ? [] : [{ field: 'attachment' as const, attachment: position, pieces }];
  });
  return [
    ...found('subject', marked(texts.subject, inSubject)),
    ...found('text', excerpt(texts.text, words)),
    ...people.slice(0, MOST_OF_A_KIND).flatMap((pieces) => found('people', pieces)),
    ...files.slice(0, MOST_OF_A_KIND),
  ];
}

type Pieces = SearchMatch['pieces'];

function found(field: SearchMatch['field'], pieces: Pieces | null): SearchMatch[] {
  return pieces === null ? [] : [{ field, pieces }];
}

/** The part of a text around what was found, on one line; null when nothing was. */
function excerpt(written: string, words: readonly string[]): Pieces | null {
  const text = written.normalize('NFC');
  const start = bestPlace(foldWords(text), words);
  if (start === null) return null;
  const place = placeIn(text, start);
  const from = wordStart(text, Math.max(0, place - BEFORE), place);
  const end = wordEnd(text, Math.min(text.length, from + LENGTH), place);
  return marked(text.slice(from, end).replaceAll(/\s+/gu, ' ').trim(), words);
}

/** Where the most different words are within an excerpt; null without a word. */
function bestPlace(folded: string, words: readonly string[]): number | null {
  const places = words.flatMap((word, index) => {
    const at = folded.indexOf(word);
    return at === -1 ? [] : [{ at, index }];
  });
  let best: number | null = null;
  let most = 0;
  for (const { at } of places) {
    const within = folded.slice(at, at + LENGTH - BEFORE);
    const count = words.filter((word) => within.includes(word)).length;
    if (count > most) [best, most] = [at, count];
  }
  return best;
}

const ASCII = /^[\p{ASCII}]*$/u;

/** The offset in a text of an offset in its folded form. */
function placeIn(text: string, folded: number): number {
  if (ASCII.test(text)) return folded;
  let offset = 0;
  let length = 0;
  for (const character of text) {
    if (length >= folded) break;
    length += foldWords(character).length;
    offset += character.length;
  }
  return offset;
}

/** The next beginning of a word before `most`, or the place itself. */
function wordStart(text: string, from: number, most: number): number {
  if (from === 0) return 0;
  const blank = text.slice(from, most).search(/\s/u);
  return blank === -1 ? whole(text, from) : from + blank + 1;
}

function wordEnd(text: string, end: number, least: number): number {
  if (end === text.length) return end;
  const before = text.slice(least, end);
  const blank = before.search(/\s\S*$/u);
  return blank <= 0 ? whole(text, end) : least + blank;
}

/** Not between the two halves of a character. */
function whole(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset + 1 : offset;
}

/** A short text with the words marked; null without one. */
function marked(written: string, words: readonly string[]): Pieces | null {
  const characters = [...written.normalize('NFC')];
  const folds = characters.map(foldWords);
  const folded = folds.join('');
  const isFound = new Uint8Array(folded.length);
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      isFound.fill(1, at, at + word.length);
    }
  }
  const pieces: { text: string; match: boolean }[] = [];
  let at = 0;
  for (const [index, character] of characters.entries()) {
    const length = folds[index]?.length ?? 0;
    // A mark belongs to the letter before it.
    const match = length === 0 ? (pieces.at(-1)?.match ?? false) : isFound[at] === 1;
    at += length;
    const last = pieces.at(-1);
    if (last?.match === match) last.text += character;
    else pieces.push({ text: character, match });
  }
  return pieces.some(({ match }) => match) ? pieces : null;
}
