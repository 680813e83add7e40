import { decodeWords } from 'postal-mime';
import { type AddressSpec, readSpec } from './address-spec.ts';
import { addressTokens, type Token } from './address-tokens.ts';
import { textOf, withoutControls } from './text.ts';

/** An address with the name shown beside it; `name` is empty when there is none. */
export type MailAddress = { readonly address: string; readonly name: string };

/** What a field value says. */
export type AddressField = {
  readonly addresses: readonly MailAddress[];
  /** False when another reader may find other addresses in it. */
  readonly clear: boolean;
};

/** Addresses read from one field. */
const MAX_ADDRESSES = 1000;
const MAX_FIELD_LENGTH = 64 * 1024;

/** The addresses of a field value, groups flattened, those that are none left out. */
export function mailAddresses(value: string): readonly MailAddress[] {
  return readAddressField(value).addresses;
}

/** Reads a field of addresses by RFC 5322, its obsolete forms included, and what mailers write instead as well as it goes. */
export function readAddressField(value: string): AddressField {
  const { tokens, wellFormed } = addressTokens(textOf(value.slice(0, MAX_FIELD_LENGTH)));
  const read = entriesOf(tokens).map(readEntry);
  const addresses = read.flatMap((entry) => entry.addresses);
  const whole = wellFormed && value.length <= MAX_FIELD_LENGTH && addresses.length <= MAX_ADDRESSES;
  return { addresses: addresses.slice(0, MAX_ADDRESSES), clear: whole && read.every(({ clear }) => clear) };
}

/** What stands between two separators. */
type Entry = {
  /** Outside of angle brackets: a name, or an address alone. */
  readonly words: Token[];
  /** In each pair of angle brackets; there should be one. */
  readonly angles: Token[][];
  readonly comments: string[];
  clear: boolean;
};

function newEntry(): Entry {
  return { words: [], angles: [], comments: [], clear: true };
}

function entriesOf(tokens: readonly Token[]): Entry[] {
  let entry = newEntry();
  const entries = [entry];
  let angle: Token[] | null = null;
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
      // A bracket that closes nothing, or text behind the address.
      if (special === '>' || entry.angles.length > 0) entry.clear = false;
      entry.words.push(token);
    }
  }
  if (angle !== null) entry.clear = false;
  return entries;
}

/** A separator ends brackets that were never closed, unless they hold a source route, which is a list. */
function endsAngle(special: string | null, [first]: readonly Token[]): boolean {
  if (special === '>' || special === '<') return true;
  const route = first?.kind === 'special' && first.text === '@';
  return (special === ',' || special === ';') && !route;
}

/** The name of a group is no address, except when it looks like one. */
function endGroupName(entry: Entry): void {
  if (entry.angles.length > 0 || entry.words.some(isAt)) entry.clear = false;
}

function readEntry({ words, angles, comments, clear }: Entry): AddressField {
  const name = nameOf(words, comments, angles.length > 0);
  const [only] = angles.length > 0 ? angles : [words];
  const spec = angles.length > 1 || only === undefined ? null : readSpec(only);
  if (spec) return { addresses: [{ address: spec.address, name }], clear: clear && spec.canonical };
  // The brackets that come last are where an address belongs.
  const found = [...angles.toReversed(), words].flatMap(looseSpecs);
  const given = angles.length > 0 || words.some(isAt);
  return { addresses: found.map(({ address }) => ({ address, name })), clear: clear && !given };
}

/** Everything around an @ that could be an address. */
function looseSpecs(tokens: readonly Token[]): AddressSpec[] {
  const whole = readSpec(tokens);
  if (whole) return [whole];
  return tokens
    .flatMap((token, index) =>
      isAt(token) ? [readSpec(tokens.slice(Math.max(0, index - 1), index + 2))] : [],
    )
    .filter((spec) => spec !== null);
}

function isAt({ kind, text }: Token): boolean {
  return kind === 'special' && text === '@';
}

/** The words before the address; of one without brackets, as in old mail, the comment behind it. */
function nameOf(words: readonly Token[], comments: readonly string[], bracketed: boolean): string {
  const phrase = words.map(({ text, apart }, index) => (apart && index > 0 ? ` ${text}` : text)).join('');
  return withoutControls(decodeWords((bracketed && phrase) || comments.join(' ')));
}
