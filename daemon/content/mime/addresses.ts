import { type AddressSpec, readSpec } from './address-spec.ts';
import { type AddressToken, addressTokens } from './address-tokens.ts';
import { decodeWords } from './encoded-words.ts';
import { type CharsetHint, fieldText, westernTextOf, withoutControls } from './text.ts';

/** An address and its display name, empty without one. */
export type ParsedAddress = { readonly address: string; readonly name: string };

/** Addresses of a field value. */
export type AddressField = {
  readonly addresses: readonly ParsedAddress[];
  /** False when another parser may find other addresses. */
  readonly clear: boolean;
};

/** Maximum addresses of a field. */
const MAX_ADDRESSES = 1000;
const MAX_FIELD_LENGTH = 64 * 1024;

/** Addresses of a field value; groups are flattened, invalid ones left out. */
export function mailAddresses(value: string, hint?: CharsetHint): readonly ParsedAddress[] {
  return readAddressField(value, hint).addresses;
}

/** Parses an address field by RFC 5322, with its obsolete forms, and malformed ones as well as possible. */
export function readAddressField(value: string, hint?: CharsetHint): AddressField {
  const cut = value.slice(0, MAX_FIELD_LENGTH);
  const text = fieldText(cut, hint);
  const field = readText(text, value);
  if (text === cut || sameAddresses(field, readText(westernTextOf(cut), value))) return field;
  return { ...field, clear: false };
}

/** In many charsets a byte of a character beyond ASCII may be that of a comma or a bracket. */
function sameAddresses(one: AddressField, other: AddressField): boolean {
  const ours = one.addresses.map(({ address }) => address);
  const theirs = other.addresses.map(({ address }) => address);
  return (
    ours.length === theirs.length &&
    ours.every((address, index) => address === theirs[index] || NON_ASCII.test(address))
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters beyond ASCII are meant
const NON_ASCII = /[^\x00-\x7f]/;

function readText(text: string, value: string): AddressField {
  const { tokens, wellFormed } = addressTokens(text);
  const read = entriesOf(tokens).map(readEntry);
  const addresses = read.flatMap((entry) => entry.addresses);
  const whole = wellFormed && value.length <= MAX_FIELD_LENGTH && addresses.length <= MAX_ADDRESSES;
  return { addresses: addresses.slice(0, MAX_ADDRESSES), clear: whole && read.every(({ clear }) => clear) };
}

/** Tokens between two separators. */
type TokenGroup = {
  /** Outside angle brackets: a name, or a bare address. */
  readonly words: AddressToken[];
  /** Content of each pair of angle brackets; normally one. */
  readonly angles: AddressToken[][];
  readonly comments: string[];
  clear: boolean;
};

function newEntry(): TokenGroup {
  return { words: [], angles: [], comments: [], clear: true };
}

function entriesOf(tokens: readonly AddressToken[]): TokenGroup[] {
  let entry = newEntry();
  const entries = [entry];
  let angle: AddressToken[] | null = null;
  for (const token of tokens) {
    if (token.kind === 'comment') {
      entry.comments.push(token.text);
      continue;
    }
    const special = token.kind === 'special' ? token.text : null;
    if (angle !== null) {
      if (!endsAngle(special, angle)) {
        angle.push(token);
        continue;
      }
      angle = null;
      if (special === '>') continue;
      entry.clear = false;
    }
    if (special === '<') {
      angle = [];
      entry.angles.push(angle);
    } else if (special === ',' || special === ';' || special === ':') {
      if (special === ':') endGroupName(entry);
      entry = newEntry();
      entries.push(entry);
    } else {
      // A stray closing bracket, or text after the address.
      if (special === '>' || entry.angles.length > 0) entry.clear = false;
      entry.words.push(token);
    }
  }
  if (angle !== null) entry.clear = false;
  return entries;
}

/** A separator ends unclosed brackets, unless they have a source route, which is a list. */
function endsAngle(special: string | null, [first]: readonly AddressToken[]): boolean {
  if (special === '>' || special === '<') return true;
  const route = first?.kind === 'special' && first.text === '@';
  return (special === ',' || special === ';') && !route;
}

/** A group's name isn't an address, unless it looks like one. */
function endGroupName(entry: TokenGroup): void {
  if (entry.angles.length > 0 || entry.words.some(isAt)) entry.clear = false;
}

function readEntry({ words, angles, comments, clear }: TokenGroup): AddressField {
  const name = nameOf(words, comments, angles.length > 0);
  const [only] = angles.length > 0 ? angles : [words];
  const spec = angles.length > 1 || only === undefined ? null : readSpec(only);
  if (spec) return { addresses: [{ address: spec.address, name }], clear: clear && spec.canonical };
  // The last brackets normally have the address.
  const found = [...angles.toReversed(), words].flatMap(looseSpecs);
  const given = angles.length > 0 || words.some(isAt);
  return { addresses: found.map(({ address }) => ({ address, name })), clear: clear && !given };
}

/** Finds every possible address around an @. */
function looseSpecs(tokens: readonly AddressToken[]): AddressSpec[] {
  const whole = readSpec(tokens);
  if (whole) return [whole];
  return tokens
    .flatMap((token, index) =>
      isAt(token) ? [readSpec(tokens.slice(Math.max(0, index - 1), index + 2))] : [],
    )
    .filter((spec) => spec !== null);
}

function isAt({ kind, text }: AddressToken): boolean {
  return kind === 'special' && text === '@';
}

/** Words before the address; for old mail without brackets, the comment after it. */
function nameOf(words: readonly AddressToken[], comments: readonly string[], bracketed: boolean): string {
  const phrase = words.map(({ text, apart }, index) => (apart && index > 0 ? ` ${text}` : text)).join('');
  return withoutControls(decodeWords((bracketed && phrase) || comments.join(' ')));
}
