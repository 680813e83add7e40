import { type HtmlReading, type Piece, sameAddress } from './normalize/html-reading.ts';
import { normalizeText } from './normalize/text.ts';

/** In which way the two parts of a message differ. */
export type PartsDiffer = 'words' | 'hidden' | 'label' | 'link' | 'order';

/** A word or an address of a text. */
interface Token {
  readonly word: string;
  readonly kind: 'word' | 'web' | 'mail' | 'marker';
}

const TOKEN =
  /(?<web>(?:https?:\/\/|www\.)[^\s<>"'`{}|\\^[\]()]{1,500})|(?<mail>(?:mailto:)?[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8})|(?<marker>^[ \t>]{0,20}(?:\d{1,4}|[a-z])[.)](?=\s))|[\p{L}\p{M}\p{N}]+|[\p{Sc}%+=<>]|(?<=\s|^)-(?=\d)/gmu;
const TRAILING = /[.,;:!?*_~/]+$/;
/** Programs that make text out of HTML put these where a picture was, with its name or its label. */
const BRACKETED = /\[(?:cid:|image:|img:)?([^\]\n]{0,300})\]/gi;
/** Marks that say nothing in plain text: arrows of quotes and addresses, underlines of titles, Markdown. */
const DECORATION =
  /<(?=(?:https?:|mailto:|www\.|[^\s<>]+@))|(?<=\S)>(?=\s|$|[).,])|^[ \t]*(?:>[ \t]*)+|[=+<>-]{3,}|^[ \t]*\+(?=\s)/gim;
/** Overrides and isolates; the two marks of right-to-left text change nothing by themselves. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/;

function fold(text: string): string {
  return normalizeText(text).normal.toLowerCase();
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: all, groups } of fold(text).replace(DECORATION, ' ').matchAll(TOKEN)) {
    if (groups?.web)
      tokens.push({ kind: 'web', word: all.replace(/^https?:\/\//, '').replace(TRAILING, '') });
    else if (groups?.mail)
      tokens.push({ kind: 'mail', word: all.replace(/^mailto:/, '').replace(TRAILING, '') });
    else if (groups?.marker) tokens.push({ kind: 'marker', word: all.replace(/[\s>.)]/g, '') });
    else tokens.push({ kind: 'word', word: all });
  }
  return tokens;
}

/** The pieces of one kind as text; lines end where they end in the HTML. */
function textOf(pieces: readonly Piece[], kind: 'seen' | 'unseen'): string {
  return pieces
    .map((piece) => (piece.kind === kind ? piece.text : piece.kind === 'break' ? '\n' : ''))
    .join('');
}

/** Tokens of what is seen, with a marker where an entry of a list begins. */
function seenTokens(pieces: readonly Piece[]): Token[] {
  const tokens: Token[] = [];
  let run = '';
  const flush = () => {
    for (const { kind, word } of tokensOf(run))
      tokens.push({ kind: kind === 'marker' ? 'word' : kind, word });
    run = '';
  };
  for (const { kind, text } of pieces) {
    if (kind === 'seen' || kind === 'break') run += text;
    else if (kind === 'marker') {
      flush();
      tokens.push({ kind, word: text });
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
 * Compares a text part with HTML, by words in their order: white space, punctuation, case, markers of lists and the
 * addresses of links that text shows make no difference. Null when they say the same; linear in their length.
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

/** Walks through both; the text may have web addresses, and addresses of links, that the HTML does not show. */
function saysTheSame(text: readonly Token[], html: readonly Token[], targets: ReadonlySet<string>): boolean {
  let place = 0;
  for (const token of text) {
    let next = html[place];
    if (next?.kind === 'marker') {
      place += 1;
      if (token.kind === 'marker') continue;
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
  const sought = pieces.flatMap((piece) => {
    if (piece.kind !== 'target' || piece.text.startsWith('#')) return [];
    const address = fold(piece.text).replace(/^(?:mailto:|tel:)/, '');
    const isLabel = !address.includes('?') && sameAddress(piece.of ?? '', piece.text);
    return isLabel ? [] : [address];
  });
  const distinct = [...new Set(sought)];
  return distinct.length <= MOST_LOOKED_FOR && distinct.every((address) => shown.includes(address));
}
