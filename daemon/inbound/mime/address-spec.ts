import { domainToASCII, domainToUnicode } from 'node:url';
import { lowerAscii } from '../../recipients/address.ts';
import { addressTokens, type Token } from './address-tokens.ts';

/** One address, in the form in which it is stored. */
export type AddressSpec = {
  /** The local part quoted only where it must be; the domain in lower case, an international one as people read it. */
  readonly address: string;
  /** False when its domain was written with characters that stand for others. */
  readonly canonical: boolean;
};

/** RFC 5321 4.5.3.1.3, the longest path. */
const MAX_ADDRESS_LENGTH = 254;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be in an address
const CONTROL_CHARACTER = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters beyond ASCII are meant
const NON_ASCII = /[^\x00-\x7f]/;
/** Not the grammar of an atom: there are real addresses with dots at its ends. */
const PLAIN = /^[^\s()<>@,;:"[\]\\]+$/;
const DOMAIN = /^[^\s\\.]+(?:\.[^\s\\.]+)*$/;

/** Reads a text that is one address and nothing else; comments and white space around its parts are no part of it. */
export function parseSpec(text: string): AddressSpec | null {
  return readSpec(addressTokens(text).tokens.filter(({ kind }) => kind !== 'comment'));
}

/** The address that the tokens make up, a source route before it passed over (RFC 5322 4.4); null when they make none. */
export function readSpec(tokens: readonly Token[]): AddressSpec | null {
  const spec = isSpecial(tokens[0], '@') ? afterRoute(tokens) : tokens;
  const at = spec.findIndex((token) => isSpecial(token, '@'));
  if (at < 1) return null;
  const local = localOf(spec.slice(0, at));
  const domain = domainOf(spec.slice(at + 1));
  if (local === null || domain === null) return null;
  const address = `${local}@${domain.text}`;
  if (address.length > MAX_ADDRESS_LENGTH || CONTROL_CHARACTER.test(address)) return null;
  return { address, canonical: domain.canonical };
}

function afterRoute(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex((token) => isSpecial(token, ':'));
  return end === -1 ? [] : tokens.slice(end + 1);
}

function isSpecial(token: Token | undefined, text: string): boolean {
  return token?.kind === 'special' && token.text === text;
}

function localOf(tokens: readonly Token[]): string | null {
  const areWords = tokens.every(
    ({ kind, text }) => kind === 'quoted' || (kind === 'word' && PLAIN.test(text)),
  );
  if (!areWords || !areDotted(tokens)) return null;
  const text = tokens.map((token) => token.text).join('');
  return PLAIN.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function domainOf(tokens: readonly Token[]): { text: string; canonical: boolean } | null {
  const [first] = tokens;
  if (first?.kind === 'literal') return tokens.length === 1 ? { text: first.text, canonical: true } : null;
  if (!tokens.every(({ kind }) => kind === 'word') || !areDotted(tokens)) return null;
  const text = tokens
    .map((token) => token.text)
    .join('')
    .replace(/\.$/, '');
  if (!DOMAIN.test(text)) return null;
  if (!NON_ASCII.test(text)) return { text: text.toLowerCase(), canonical: true };
  const known = domainToUnicode(domainToASCII(text));
  return known === '' ? null : { text: known, canonical: known === lowerAscii(text) };
}

/** White space and comments may stand around the dots, not between two words. */
function areDotted(tokens: readonly Token[]): boolean {
  return tokens.every((token, index) => {
    const before = tokens[index - 1];
    return before === undefined || isDot(before, -1) || isDot(token, 0);
  });
}

function isDot({ kind, text }: Token, index: number): boolean {
  return kind === 'word' && text.at(index) === '.';
}
