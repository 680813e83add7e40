import { BESIDE, type HtmlReading, type Piece, sameAddress } from './normalize/html-reading.ts';
import { normalizeText } from './normalize/text.ts';
import type { PartsDiffer } from './types.ts';

/** A word or an address of a text. */
interface WordToken {
  readonly word: string;
  readonly kind: 'word' | 'web' | 'mail' | 'marker';
}

/** Words, numbers with the marks in them, signs that turn a meaning round, and pictures of them. */
const TOKEN =
  /(?<web>(?:https?:\/\/|www\.)[^\s<>"'`{}|\\^[\]()]{1,500})|(?<mail>(?:mailto:)?[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8})|(?<marker>^[ \t>]{0,20}(?:\d{1,4}|[a-z])[.)](?=\s))|[\p{L}\p{M}\p{N}]+|(?<=\p{N})[.,:'/-](?=\p{N})|[\p{Sc}%^+=<>±×÷≈≠≤≥¬∞√‰‱\u2610-\u2612\u2713-\u2718]|(?![©®™])\p{Extended_Pictographic}|(?<![\p{L}\p{N}])-(?=\p{Sc}?\d)|(?<=\p{N} )-(?= \p{Sc}?\d)/gimu;
const TRAILING = /[.,;:!?*_~/]+$/;
/** Programs that make text out of HTML put these where a picture was, with its name or its label. */
const BRACKETED = /\[(?:cid:|image:|img:)?([^\]\n]{0,300})\]/gi;
/** Marks that say nothing in plain text: arrows of quotes and addresses, underlines of titles, Markdown. */
const DECORATION =
  /<(?=(?:https?:|mailto:|www\.|[^\s<>]+@))|(?<=\S)>(?=\s|$|[).,])|^[ \t]*(?:>[ \t]*)+|[=+<>-]{3,}|^[ \t]*\+(?=\s)/gim;
/** Overrides and isolates; the two marks of right-to-left text change nothing by themselves. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/;

/**
 * Digits above or below the line, and fractions: compatibility forms would join them to the number before
 * them.
 */
const ATTACHED =
  /(?<=\p{Nd})(?=[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u00bc-\u00be\u2150-\u215f\u2189])/gu;
const RAISED = /[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]/;
/** Strokes through the letter before them; they go with other marks of letters. */
const STRUCK = /[\u0335-\u0338\u20d2\u20d3\u20d8-\u20da\u20e0\u20e5\u20e6\u20ea\u20eb]/g;
const MINUS = /[\u2010-\u2015\u2212]/g;

/** Text in the form in which it is compared; case stays, since paths of addresses differ by it. */
function plain(text: string): string {
  const apart = text.replace(ATTACHED, (_none, at: number) => (RAISED.test(text[at] ?? '') ? '^' : ' '));
  return normalizeText(apart.replace(STRUCK, '¬')).normal.replace(MINUS, '-').replaceAll('\u2044', '/');
}

function fold(text: string): string {
  return plain(text).toLowerCase();
}

function tokensOf(text: string): WordToken[] {
  const tokens: WordToken[] = [];
  for (const { 0: all, groups } of plain(text).replace(DECORATION, ' ').matchAll(TOKEN)) {
    if (groups?.web) tokens.push({ kind: 'web', word: placeOf(all).replace(TRAILING, '') });
    else if (groups?.mail)
      tokens.push({
        kind: 'mail',
        word: all
          .toLowerCase()
          .replace(/^mailto:/, '')
          .replace(TRAILING, ''),
      });
    else if (groups?.marker) tokens.push({ kind: 'marker', word: all.toLowerCase().replace(/[\s>.)]/g, '') });
    else tokens.push({ kind: 'word', word: all.toLowerCase() });
  }
  return tokens;
}

/** A web address without its scheme; hosts are the same in capitals, paths aren't. */
function placeOf(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/^[^/?#]+/, (host) => host.toLowerCase());
}

const NUMBER_IN_BOXES = new RegExp(`(?<=\\p{Nd})\\s*${BESIDE}\\s*(?=\\p{Nd})`, 'gu');

/** Digits in boxes beside each other look like one number. */
function joined(text: string): string {
  return text.replace(NUMBER_IN_BOXES, '').replaceAll(BESIDE, '\n');
}

/** The pieces of one kind as text; lines end where they end in the HTML. */
function textOf(pieces: readonly Piece[], kind: 'seen' | 'unseen'): string {
  return joined(
    pieces.map((piece) => (piece.kind === kind || piece.kind === 'break' ? piece.text : '')).join(''),
  );
}

/** Tokens of the visible text, with a marker at the start of each list entry. */
function seenTokens(pieces: readonly Piece[]): WordToken[] {
  const tokens: WordToken[] = [];
  let run = '';
  const flush = () => {
    for (const { kind, word } of tokensOf(joined(run)))
      tokens.push({ kind: kind === 'marker' ? 'word' : kind, word });
    run = '';
  };
  for (const { kind, text } of pieces) {
    if (kind === 'seen' || kind === 'break') run += text;
    else if (kind === 'marker') {
      flush();
      tokens.push({ kind, word: text.replace(/\.$/, '') });
    }
  }
  flush();
  return tokens;
}

function wordsOf(text: string): string {
  return tokensOf(text)
    .map(({ word }) => word)
    .join(' ');
}

/**
 * Compares a text part with HTML, by words in their order: white space, punctuation, case, markers of lists
 * and the addresses of links that text shows make no difference. Null when they say the same; linear in their
 * length.
 */
export function differenceOf(text: string, { pieces, reordered }: HtmlReading): PartsDiffer | null {
  const plain = withoutPictures(text, pieces);
  if (reordered || BIDI.test(textOf(pieces, 'seen')) !== BIDI.test(text)) return 'order';
  if (!saysTheSame(tokensOf(plain), seenTokens(pieces), targetsOf(pieces))) return 'words';
  const words = ` ${wordsOf(text)} `;
  const unseen = wordsOf(textOf(pieces, 'unseen'));
  if (unseen !== '' && !words.includes(` ${unseen} `)) return 'hidden';
  if (!labelsAreShown(words, pieces)) return 'label';
  return targetsAreShown(text, pieces) ? null : 'link';
}

/** Whether HTML has hidden words. Text that was made from it has them too, so only that is asked. */
export function hiddenOf({ pieces }: HtmlReading): 'hidden' | null {
  return wordsOf(textOf(pieces, 'unseen')) === '' ? null : 'hidden';
}

/** Texts of attributes, and links, that are looked for; a letter with more counts as different. */
const MOST_LOOKED_FOR = 1000;

/** Whether the text has the words of each description. */
function labelsAreShown(words: string, pieces: readonly Piece[]): boolean {
  const labels = pieces
    .filter(({ kind }) => kind === 'label' || kind === 'image')
    .map(({ text }) => wordsOf(text));
  const distinct = [...new Set(labels)].filter((label) => label !== '');
  return distinct.length <= MOST_LOOKED_FOR && distinct.every((label) => words.includes(` ${label} `));
}

function withoutPictures(text: string, pieces: readonly Piece[]): string {
  const labels = new Set(pieces.filter(({ kind }) => kind === 'image').map((piece) => wordsOf(piece.text)));
  return text.replace(BRACKETED, (all, name: string) =>
    /^\[cid:/i.test(all) || labels.has(wordsOf(name)) ? ' ' : all,
  );
}

function targetsOf(pieces: readonly Piece[]): ReadonlySet<string> {
  const targets = pieces.filter(({ kind }) => kind === 'target').flatMap(({ text }) => tokensOf(text));
  return new Set(targets.filter(({ kind }) => kind === 'mail').map(({ word }) => word));
}

/** A number of an entry is one that other words may name; text has bullets in its place, or letters. */
function marksTheSame(text: string, html: string): boolean {
  if (text === html) return true;
  const letter = /^[a-z]$/.test(text) ? text.charCodeAt(0) - 96 : null;
  return letter !== null && (String(letter) === html || /^[ivx]$/.test(text));
}

/**
 * Walks through both; the text may have web addresses, and addresses of links, that the HTML does not show.
 */
function saysTheSame(
  text: readonly WordToken[],
  html: readonly WordToken[],
  targets: ReadonlySet<string>,
): boolean {
  let place = 0;
  for (const token of text) {
    let next = html[place];
    if (next?.kind === 'marker') {
      place += 1;
      if (token.kind === 'marker') {
        if (!marksTheSame(token.word, next.word)) return false;
        continue;
      }
      while (html[place]?.kind === 'marker') place += 1;
      next = html[place];
    }
    if (next?.word === token.word) place += 1;
    else if (token.kind !== 'web' && !(token.kind === 'mail' && targets.has(token.word))) return false;
  }
  return html.slice(place).every(({ kind }) => kind === 'marker');
}

/** Whether the text shows where each link leads: a label may say something else. */
function targetsAreShown(text: string, pieces: readonly Piece[]): boolean {
  const shown = fold(text);
  const sought = new Set<string>();
  for (const { kind, text: target, of = '' } of pieces) {
    if (kind !== 'target' || target.startsWith('#')) continue;
    const address = fold(target).replace(/^(?:mailto:|tel:)/, '');
    if (!address.includes('?') && sameAddress(of, target)) continue;
    // An address as the label of another one, wherever the text has both.
    if (tokensOf(of).some((token) => token.kind !== 'word' && token.word !== address)) return false;
    sought.add(address);
  }
  return sought.size <= MOST_LOOKED_FOR && [...sought].every((address) => hasWhole(shown, address));
}

const IN_ADDRESS = /[\p{L}\p{N}_%+-]/u;

/** Whether text has an address that isn't a part of a longer one. */
function hasWhole(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + address.length)) {
    const after = text.slice(at + address.length, at + address.length + 2);
    const goesOn = IN_ADDRESS.test(after[0] ?? '') || /^[./]\w/.test(after);
    if (!goesOn && !IN_ADDRESS.test(text[at - 1] ?? '')) return true;
  }
  return false;
}
