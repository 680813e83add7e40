import { hash } from 'node:crypto';

/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    let digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    if (index % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** Issuer ranges and lengths of payment cards. */
const CARD_RANGES: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12})$/,
  /^3[47]\d{13}$/,
  /^(?:30[0-5]|3095|36|3[89])\d{11,16}$/,
  /^(?:6011|64[4-9]\d|65\d\d)\d{12,15}$/,
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  /^62\d{14,17}$/,
  /^(?:5[0678]\d\d|6[0-9]\d\d)\d{8,15}$/,
  /^(?:1800|2131)\d{11}$/,
];

const REPEATED_DIGIT = /^(\d)\1+$/;

export function isCardNumber(digits: string): boolean {
  return (
    CARD_RANGES.some((range) => range.test(digits)) && !REPEATED_DIGIT.test(digits) && passesLuhn(digits)
  );
}

/**
 * Lengths of the countries in the IBAN registry (ISO 13616), and in the last line of those whose banks use
 * IBANs without being in it.
 */
const IBAN_LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 ' +
    'LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 ' +
    'RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30 ' +
    'AO25 BF28 BJ28 CF27 CG27 CI28 CM27 CV25 DZ26 GA27 GQ27 GW25 IR26 KM27 MA28 MG27 ML28 MZ25 NE28 SN28 TD27 TG28'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

const [CODE_OF_0, CODE_OF_9, CODE_OF_A] = [48, 57, 65];

/** Of digits and capital letters. */
function remainder97(characters: string): number {
  let rest = 0;
  for (let index = 0; index < characters.length; index++) {
    const code = characters.charCodeAt(index);
    const value = code <= CODE_OF_9 ? code - CODE_OF_0 : code - CODE_OF_A + 10;
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest;
}

const DIGITS_AND_CAPITALS = /^[0-9A-Z]+$/;

/** How many leading characters of `compact` are a valid IBAN; 0 if none. */
export function ibanLength(compact: string): number {
  const iban = compact.toUpperCase();
  const length = IBAN_LENGTHS.get(iban.slice(0, 2)) ?? 0;
  if (length === 0 || iban.length < length || !DIGITS_AND_CAPITALS.test(iban.slice(0, length))) return 0;
  return remainder97(iban.slice(4, length) + iban.slice(0, 4)) === 1 ? length : 0;
}

/** Modulus 11 of NHS numbers. */
export function isNhsNumber(digits: string): boolean {
  if (digits.length !== 10 || REPEATED_DIGIT.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < 9; index++) sum += Number(digits[index]) * (10 - index);
  return (11 - (sum % 11)) % 11 === Number(digits[9]);
}

/** Check digit of a DEA registration number. */
export function isDeaNumber(number: string): boolean {
  const digit = (index: number) => Number(number[index + 2]);
  const odd = digit(0) + digit(2) + digit(4);
  const even = digit(1) + digit(3) + digit(5);
  return (odd + 2 * even) % 10 === digit(6);
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** So many digits to the base of 58 are exact as a number; integers of any size cost more for each step. */
const DIGITS_AT_ONCE = 9;
const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');

function base58(digits: string): number | null {
  let number = 0;
  for (const character of digits) {
    const digit = BASE58.indexOf(character);
    if (digit === -1) return null;
    number = number * 58 + digit;
  }
  return number;
}

/** Version byte, 20-byte hash and four bytes of double SHA-256. */
export function isBase58CheckAddress(address: string): boolean {
  let number = 0n;
  for (let index = 0; index < address.length; index += DIGITS_AT_ONCE) {
    const digits = address.slice(index, index + DIGITS_AT_ONCE);
    const value = base58(digits);
    if (value === null) return false;
    number = number * BigInt(58 ** digits.length) + BigInt(value);
  }
  const hex = number.toString(16).padStart(50, '0');
  if (hex.length !== 50) return false;
  const bytes = Buffer.from(hex, 'hex');
  return sha256(sha256(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21));
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const BECH32_CONSTANTS = new Set([1, 0x2bc830a3]);

/** BIP 173 and BIP 350. */
export function isBech32Address(address: string): boolean {
  const lower = address.toLowerCase();
  if (address !== lower && address !== address.toUpperCase()) return false;
  const separator = lower.lastIndexOf('1');
  const prefix = lower.slice(0, separator);
  const expanded = [
    ...[...prefix].map((c) => c.charCodeAt(0) >> 5),
    0,
    ...[...prefix].map((c) => c.charCodeAt(0) & 31),
  ];
  let checksum = 1;
  for (const value of [...expanded, ...[...lower.slice(separator + 1)].map((c) => BECH32.indexOf(c))]) {
    if (value === -1) return false;
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    for (let bit = 0; bit < 5; bit++) if ((top >>> bit) & 1) checksum ^= GENERATOR[bit] ?? 0;
  }
  return BECH32_CONSTANTS.has(checksum);
}
