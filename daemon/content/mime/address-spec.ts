import { domainToASCII, domainToUnicode } from 'node:url';
import { lowerAscii } from '../../platform/system/mail-address.ts';
import { type AddressToken, addressTokens } from './address-tokens.ts';

/** An address in stored form. */
export type AddressSpec = {
  /** The local part is quoted only if needed; the domain is lower case, and Unicode if international. */
  readonly address: string;
  /** False when its domain was written with characters that normalisation replaces. */
  readonly canonical: boolean;
};

/** RFC 5321 4.5.3.1.3, the longest path. */
const MAX_ADDRESS_LENGTH = 254;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be in an address
const CONTROL_CHARACTER = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters beyond ASCII are meant
const NON_ASCII = /[^\x00-\x7f]/;
/** Looser than an atom: real addresses have dots at either end. */
const PLAIN = /^[^\s()<>@,;:"[\]\\]+$/;
const DOMAIN = /^[^\s\\.]+(?:\.[^\s\\.]+)*$/;

/** Parses a single address; comments and white space around its parts are ignored. */
export function parseSpec(text: string): AddressSpec | null {
  return readSpec(addressTokens(text).tokens.filter(({ kind }) => kind !== 'comment'));
}

/** Parses tokens as an address, ignoring a source route (RFC 5322 4.4); null when they aren't one. */
export function readSpec(tokens: readonly AddressToken[]): AddressSpec | null {
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

function afterRoute(tokens: readonly AddressToken[]): readonly AddressToken[] {
  const end = tokens.findIndex((token) => isSpecial(token, ':'));
  return end === -1 ? [] : tokens.slice(end + 1);
}

function isSpecial(token: AddressToken | undefined, text: string): boolean {
  return token?.kind === 'special' && token.text === text;
}

function localOf(tokens: readonly AddressToken[]): string | null {
  const areWords = tokens.every(
    ({ kind, text }) => kind === 'quoted' || (kind === 'word' && PLAIN.test(text)),
  );
  if (!areWords || !areDotted(tokens)) return null;
  const text = tokens.map((token) => token.text).join('');
  return PLAIN.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function domainOf(tokens: readonly AddressToken[]): { text: string; canonical: boolean } | null {
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

/** White space and comments are allowed around dots, not between words. */
function areDotted(tokens: readonly AddressToken[]): boolean {
  return tokens.every((token, index) => {
    const before = tokens[index - 1];
    return before === undefined || isDot(before, -1) || isDot(token, 0);
  });
}

function isDot({ kind, text }: AddressToken, index: number): boolean {
  return kind === 'word' && text.at(index) === '.';
}
