import { hasContext, matches, type PiiCandidate, type PiiDetector } from './candidate.ts';
import {
  ibanLength,
  isBase58CheckAddress,
  isBech32Address,
  isCardNumber,
  isDeaNumber,
  isNhsNumber,
  passesLuhn,
} from './checksums.ts';

/** Ranks: what has a checksum goes before what has a form, and that before what only its context tells. */
const RANK = { checksum: 90, address: 80, form: 60, context: 50 } as const;

const digitsOf = (value: string) => value.replace(/\D/g, '');

const LOCAL_PART = /[\p{L}\p{N}._%+'#=&~!$*?^{|}/-]{1,64}$/u;
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}[\p{L}\p{N}-]{1,23}/u;

function* emails(text: string): Generator<PiiCandidate> {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const local = LOCAL_PART.exec(text.slice(Math.max(0, at - 64), at))?.[0].replace(/^[.'/*=?&|]+/, '');
    const domain = DOMAIN.exec(text.slice(at + 1, at + 255))?.[0];
    if (!local || !domain) continue;
    yield {
      start: at - local.length,
      end: at + 1 + domain.length,
      type: 'EMAIL_ADDRESS',
      rank: RANK.address,
    };
  }
}

/** Between groups of digits: one mark, a wider gap, or the end of a line. */
const GAP = '(?:[ .-]|[ \\t]{1,3}|[ \\t]{0,3}\\r?\\n[ \\t>]{0,3})';
/**
 * A number of which the digits before are no part; after `%B` it stands on a magnetic stripe. It may begin
 * within another one.
 */
const CARD = new RegExp(
  `(?=\\d{4})(?:(?<![A-Za-z0-9/]|\\d\\.|[A-Za-z0-9]_)|(?<=%B))(?=(?<card>\\d{12,19}|\\d{4}${GAP}\\d{4}${GAP}\\d{4}${GAP}\\d{1,7}(?!\\d)|3\\d{3}${GAP}\\d{6}${GAP}\\d{4,5})(?![A-Za-z0-9%]|\\.\\d|_[A-Za-z0-9]))`,
  'g',
);
const CARD_CONTEXT = /card|visa|amex|mastercard|maestro|\bcc\b/i;
const SHORTEST_WITHOUT_CONTEXT = 14;
/** Groups as people write them; digits that stand apart in other ways may be of a table. */
const USUAL_GROUPS = /^\d+(?:([ .-])\d+(?:\1\d+)*)?$/;
/** Behind these a number counts something or is a fraction, unless the text is about cards. */
const OF_SOMETHING = /(?:#|\d,)$/;

const cards: PiiDetector = (text) => {
  let aboutCards: boolean | undefined;
  const isAboutCards = () => {
    aboutCards ??= CARD_CONTEXT.test(text);
    return aboutCards;
  };
  return matches(text, CARD)
    .filter(({ value, start, end }) => {
      const digits = digitsOf(value);
      if (!passesLuhn(digits)) return false;
      if (hasContext(text, { start, end }, { words: CARD_CONTEXT })) return true;
      if (OF_SOMETHING.test(text.slice(Math.max(0, start - 2), start)) && !isAboutCards()) return false;
      return USUAL_GROUPS.test(value) && digits.length >= SHORTEST_WITHOUT_CONTEXT && isCardNumber(digits);
    })
    .map(({ start, end }) => ({ start, end, type: 'CREDIT_CARD', rank: RANK.checksum }));
};

const SSN_CONTEXT = /\bssn?\b|social[\s-]+security|\bsoc\.? sec|tax(?:payer)?[\s-]+id|\bss[ #]/i;
const SSN = /(?<![\d-])(?!000|666|9\d\d)\d{3}([- .]?)(?!00)\d{2}([- .]?)(?!0000)\d{4}(?![\d-])/g;
const WELL_KNOWN_EXAMPLES = new Set(['078051120', '219099999']);

function* socialSecurity(text: string): Generator<PiiCandidate> {
  for (const { start, end, value } of matches(text, SSN)) {
    const dashed = /^\d{3}-\d{2}-\d{4}$/.test(value);
    const bare = /^\d{9}$/.test(value);
    const even = /^\d{3}([ .])\d{2}\1\d{4}$/.test(value);
    const context = hasContext(text, { start, end }, { words: SSN_CONTEXT });
    if (WELL_KNOWN_EXAMPLES.has(digitsOf(value)) && !context) continue;
    if (!dashed && !context && (bare || !even)) continue;
    yield { start, end, type: 'US_SSN', rank: context ? RANK.checksum : RANK.form };
  }
}

const ITIN = /(?<![\d-])9\d{2}[- ]?(?:5\d|6[0-5]|7\d|8[0-8]|9[0-2]|9[4-9])[- ]?\d{4}(?![\d-])/g;
const ITIN_CONTEXT = /\bitin\b|individual taxpayer|taxpayer id|tax id|tax number/i;

const itins: PiiDetector = (text) =>
  matches(text, ITIN)
    .filter(
      ({ start, end, value }) =>
        /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(value) || hasContext(text, { start, end }, { words: ITIN_CONTEXT }),
    )
    .map(({ start, end }) => ({ start, end, type: 'US_ITIN', rank: RANK.form + 1 }));

const IBAN_START = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9])/g;
/** 34 characters in groups of four, with separators. */
const LONGEST_IBAN = 42;

const ibans: PiiDetector = (text) =>
  matches(text, IBAN_START).flatMap(({ start }) => {
    const stretch = text.slice(start, start + LONGEST_IBAN + 1);
    const length = ibanLength(stretch.replace(/[ -]/g, ''));
    if (length === 0) return [];
    let index = 0;
    for (let taken = 0; taken < length; index++)
      if (stretch[index] !== ' ' && stretch[index] !== '-') taken++;
    if (/[A-Za-z0-9]/.test(stretch[index] ?? '')) return [];
    return [{ start, end: start + index, type: 'IBAN_CODE', rank: RANK.checksum + 1 } as const];
  });

const NHS = /(?<![\d-])\d{3}[- ]?\d{3}[- ]?\d{4}(?![\d-])/g;
const NHS_CONTEXT = /\bnhs\b|national health|health service|patient/i;
/** North American numbers: area and exchange begin with 2 to 9. */
const LIKE_A_US_PHONE = /^[2-9]\d{2}[- ]?[2-9]\d{2}/;

const nhsNumbers: PiiDetector = (text) =>
  matches(text, NHS)
    .filter(({ start, end, value }) => {
      if (!isNhsNumber(digitsOf(value))) return false;
      if (hasContext(text, { start, end }, { words: NHS_CONTEXT })) return true;
      return (
        /^\d{3} \d{3} \d{4}$/.test(value) &&
        !LIKE_A_US_PHONE.test(value) &&
        !hasContext(text, { start, end }, { words: /phone|mobile|call|tel|fax|cell/i })
      );
    })
    .map(({ start, end }) => ({ start, end, type: 'UK_NHS', rank: RANK.checksum }));

const ACCOUNT = /(?<![\d-])\d{8,17}(?![\d-])/g;
const ACCOUNT_CONTEXT =
  /\b(?:bank|checking|savings|routing|deposit|wire|iban|aba)\b.{0,40}$|\b(?:account|acct|a\/c)\.?\s*(?:number|no\.?|num|#|is|:)/is;

const accounts: PiiDetector = (text) =>
  matches(text, ACCOUNT)
    .filter(({ start }) => ACCOUNT_CONTEXT.test(text.slice(Math.max(0, start - 60), start)))
    .map(({ start, end }) => ({ start, end, type: 'US_BANK_NUMBER', rank: RANK.form }));

const LICENSE =
  /(?<![\w-])(?:[A-Za-z]{0,3}\d{4,15}[A-Za-z]?|[A-Za-z]\d{3}[- ]\d{3,4}[- ]\d{2,4}(?:[- ]\d{2,4}){0,2}|\d{3}[- ]\d{3}[- ]\d{3})(?![\w-])/g;
const LICENSE_CONTEXT =
  /driv(?:er|ing)'?s?['’]?s?\s+(?:licen[cs]e|permit)|\blicen[cs]e\s*(?:number|no\.?|#)|\bd\.?l\.?\s*(?:#|no\.?|number)|\bDLN\b/i;

const licenses: PiiDetector = (text) =>
  !/licen[cs]e|permit|\bd\.?l\b/i.test(text)
    ? []
    : matches(text, LICENSE)
        .filter(({ start }) => LICENSE_CONTEXT.test(text.slice(Math.max(0, start - 50), start)))
        .map(({ start, end }) => ({ start, end, type: 'US_DRIVER_LICENSE', rank: RANK.form + 2 }));

const PASSPORT = /(?<![\w-])(?:[A-Za-z]\d{8}|\d{9})(?![\w-])/g;
const PASSPORT_CONTEXT = /passport|travel document/i;

const passports: PiiDetector = (text) =>
  !PASSPORT_CONTEXT.test(text)
    ? []
    : matches(text, PASSPORT)
        .filter(({ start, end }) => hasContext(text, { start, end }, { words: PASSPORT_CONTEXT }))
        .map(({ start, end }) => ({ start, end, type: 'US_PASSPORT', rank: RANK.form + 3 }));

const DEA = /(?<![\w-])[ABCDEFGHJKLMPRSTUX][A-Z9]\d{7}(?![\w-])/g;
const DEA_CONTEXT = /\bdea\b|medical|prescri|physician|pharmac|licen[cs]e/i;

const medicalLicenses: PiiDetector = (text) =>
  matches(text, DEA)
    .filter(
      ({ start, end, value }) =>
        isDeaNumber(value) && hasContext(text, { start, end }, { words: DEA_CONTEXT, before: 80 }),
    )
    .map(({ start, end }) => ({ start, end, type: 'MEDICAL_LICENSE', rank: RANK.checksum }));

const BITCOIN = /(?<![A-Za-z0-9])[13][1-9A-HJ-NP-Za-km-z]{25,34}(?![A-Za-z0-9])/g;
const BECH32 = /(?<![A-Za-z0-9])(?:bc1[02-9ac-hj-np-z]{11,71}|BC1[02-9AC-HJ-NP-Z]{11,71})(?![A-Za-z0-9])/g;
const ETHEREUM = /(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])/g;

function* cryptoAddresses(text: string): Generator<PiiCandidate> {
  const span = { type: 'CRYPTO', rank: RANK.checksum } as const;
  for (const { start, end, value } of matches(text, BITCOIN))
    if (isBase58CheckAddress(value)) yield { start, end, ...span };
  for (const { start, end, value } of matches(text, BECH32))
    if (isBech32Address(value)) yield { start, end, ...span };
  for (const { start, end } of matches(text, ETHEREUM)) yield { start, end, ...span };
}

const DIGIT = /\d/;
const WITH_DIGITS: readonly PiiDetector[] = [
  cards,
  socialSecurity,
  itins,
  ibans,
  nhsNumbers,
  accounts,
  licenses,
  passports,
  medicalLicenses,
  cryptoAddresses,
];

/** Detectors for values that have a form, a checksum or a telling context. */
export const patternDetectors: readonly PiiDetector[] = [
  emails,
  function* (text) {
    if (DIGIT.test(text)) for (const detector of WITH_DIGITS) yield* detector(text);
  },
];
