import { TextDecoder } from 'node:util';

/** Charsets of mail: those of the WHATWG Encoding Standard, with further labels that mailers write. */

/** By a label without prefix and separators. */
const ALIASES: Readonly<Record<string, string>> = {
  shiftjis: 'shift_jis',
  windows31j: 'shift_jis',
  mskanji: 'shift_jis',
  eucjp: 'euc-jp',
  iso2022jp: 'iso-2022-jp',
  iso2022jp1: 'iso-2022-jp',
  iso2022jp2: 'iso-2022-jp',
  iso2022jp3: 'iso-2022-jp',
  iso2022jpms: 'iso-2022-jp',
  junet: 'iso-2022-jp',
  euckr: 'euc-kr',
  uhc: 'euc-kr',
  tis620: 'windows-874',
  iso88598i: 'iso-8859-8',
  iso88598e: 'iso-8859-8',
  iso2022kr: 'iso-2022-kr',
  hzgb2312: 'hz-gb-2312',
  hz: 'hz-gb-2312',
};

/** Code pages, as in `cp932`. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  '874': 'windows-874',
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '51932': 'euc-jp',
  '50220': 'iso-2022-jp',
  '50221': 'iso-2022-jp',
  '50222': 'iso-2022-jp',
  '50225': 'iso-2022-kr',
  '52936': 'hz-gb-2312',
  '54936': 'gb18030',
  '65001': 'utf-8',
};

/** 7-bit charsets that the standard leaves out: shifted text is that of an 8-bit one without the high bit. */
const SHIFTED: Readonly<Record<string, { readonly base: string; readonly shifted: RegExp }>> = {
  // RFC 1557
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes and shifts are control characters
  'iso-2022-kr': { base: 'euc-kr', shifted: /\x1b\$\)C|\x0e([^\x0f\n]*)\x0f?()/g },
  // RFC 1843
  'hz-gb-2312': { base: 'gbk', shifted: /~\{((?:[!-w][!-~])*)(?:~\})?|~\n|~(~)/g },
};

/** Charsets whose bytes look like ASCII but aren't. */
const SEVEN_BIT = /^(?:iso-2022|hz-)/;

export function isSevenBit(name: string): boolean {
  return SEVEN_BIT.test(name);
}

const MULTI_BYTE = new Set(['gbk', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr']);

export function isMultiByte(name: string): boolean {
  return MULTI_BYTE.has(name);
}

/** Asked for before, since a label that is unknown is slow to find. Bounded: senders make them up. */
const MOST_LABELS = 1000;
const labels = new Map<string, string | null>();

/** The name of the charset that a label means; null for an unknown one. */
export function charsetOf(label: string): string | null {
  const written = label.trim().toLowerCase().slice(0, 60);
  const known = labels.get(written);
  if (known !== undefined) return known;
  if (labels.size >= MOST_LABELS) labels.clear();
  const name = nameOf(written);
  labels.set(written, name);
  return name;
}

function nameOf(written: string): string | null {
  const known = encodingOf(written);
  if (known !== null) return known;
  const bare = written.replace(/^(?:x-ms-|x-|cs)/, '').replace(/[\s._-]+/g, '');
  const page = /^(?:cp|windows|ms|ibm)(\d+)$/.exec(bare)?.[1] ?? '';
  return CODE_PAGES[page] ?? ALIASES[bare] ?? encodingOf(bare);
}

/** The standard's name of an encoding; null when it has none of this label. */
function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

const decoders = new Map<string, TextDecoder>();

function decoder(name: string, fatal: boolean): TextDecoder {
  const key = `${name} ${fatal}`;
  const known = decoders.get(key) ?? new TextDecoder(name, { fatal });
  decoders.set(key, known);
  return known;
}

/** Text of bytes in a charset by its name, with U+FFFD for what isn't in it. */
export function decodeAs(bytes: Uint8Array, name: string): string {
  const shift = SHIFTED[name];
  return shift ? unshifted(bytes, shift) : decoder(name, false).decode(prepared(bytes, name));
}

/** As `decodeAs`; null when a byte isn't in the charset. */
export function decodeExactly(bytes: Uint8Array, name: string): string | null {
  if (SHIFTED[name]) return nullIfBroken(decodeAs(bytes, name));
  try {
    return decoder(name, true).decode(prepared(bytes, name));
  } catch {
    return null;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escapes and shifts are control characters
const IDLE_ESCAPE = /\x1b(?:\([BJ]|\$[@B])(?=\x1b[($])/g;

/** The standard's decoder takes an escape right after another one for an error. */
function prepared(bytes: Uint8Array, name: string): Uint8Array {
  if (name !== 'iso-2022-jp') return bytes;
  return Buffer.from(Buffer.from(bytes).toString('latin1').replace(IDLE_ESCAPE, ''), 'latin1');
}

function nullIfBroken(text: string): string | null {
  return text.includes('\ufffd') ? null : text;
}

function unshifted(bytes: Uint8Array, { base, shifted }: { base: string; shifted: RegExp }): string {
  const eightBit = Buffer.from(bytes)
    .toString('latin1')
    .replace(shifted, (_, text: string | undefined, tilde: string | undefined) =>
      text ? text.replace(/[!-~]/g, withHighBit) : (tilde ?? ''),
    );
  return decoder(base, false).decode(Buffer.from(eightBit, 'latin1'));
}

function withHighBit(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) | 0x80);
}

/** Escapes to two-byte Japanese (RFC 1468) and Korean (RFC 1557). */
const JAPANESE = '\x1b$';
const KOREAN = '\x1b$)C';

/** One character in so many may be broken: some mailers write an escape twice. */
const MOST_BROKEN = 20;

/** The 7-bit charset whose escapes are in text that declares none. */
export function escapedCharset(bytes: Buffer): string | null {
  if (!bytes.includes(JAPANESE, 0, 'latin1')) return null;
  const name = bytes.includes(KOREAN, 0, 'latin1') ? 'iso-2022-kr' : 'iso-2022-jp';
  const text = decodeAs(bytes, name);
  const broken = text.length - text.replaceAll('\ufffd', '').length;
  return broken * MOST_BROKEN <= text.length ? name : null;
}
