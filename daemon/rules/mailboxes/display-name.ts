import { LIMITS } from '../../../shared/contract/limits.ts';
import { CONTROL, IGNORABLE } from '../../content/mime/display-name.ts';
import { decodeWords } from '../../content/mime/encoded-words.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';

const OUTSIDE_OF_HOSTS = /[^\p{L}\p{M}\p{N}._-]+/u;
const AROUND_HOSTS = /^[._-]+|[._-]+$/g;
/** Looks like a host name, as `bank.example`. */
const HOST_LIKE = /^(?:[^.]+\.)+(?:[\p{L}\p{M}]{2,}|xn--[\w-]+)$/u;
/** Abbreviations such as `M.Sc.`. */
const ABBREVIATION = /^(?:\p{Lu}\p{L}{0,2}\.)+$/u;
const SEPARATORS = /[\s\p{P}\p{S}]+/gu;

/** Returns a display name in its stored form, or refuses it so that it can't pass for another sender. */
export function assertDisplayName(raw: string, brandNames: readonly string[]): string {
  const name = raw.normalize('NFKC');
  // Mail programs decode encoded words even in quotes, so check the decoded name.
  const read = decodeWords(name).normalize('NFKC');
  const refuse = (reason: string) => new ServiceError('DISPLAY_NAME_INVALID', { reason });
  if (CONTROL.test(name) || CONTROL.test(read)) throw refuse('control_chars');
  const trimmed = name.trim();
  const length = [...trimmed].length;
  if (length < 1 || length > LIMITS.displayNameCodePoints) throw refuse('length');
  const readings = [trimmed, read];
  if (readings.some((text) => text.includes('@') || namesHost(text))) throw refuse('address_like');
  const folded = readings.map(foldBrand);
  const brands = brandNames.map(foldBrand).filter((brand) => brand !== '');
  if (folded.some((text) => brands.some((brand) => text.includes(brand)))) throw refuse('platform_brand');
  return trimmed;
}

/** Whether a text contains a host name. */
function namesHost(text: string): boolean {
  const words = text.replaceAll(IGNORABLE, '').split(OUTSIDE_OF_HOSTS);
  return words.some((word) => !ABBREVIATION.test(word) && HOST_LIKE.test(word.replaceAll(AROUND_HOSTS, '')));
}

/** Folds case, accents and separators; upper case first, since `ı` has `I`. */
function foldBrand(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(IGNORABLE, '').replaceAll(/\p{M}/gu, '');
  return letters.toUpperCase().toLowerCase().replaceAll(SEPARATORS, '');
}

/** Characters of a display name without quotes: RFC 5322 atoms, spaces, and RFC 6532 text. */
const PLAIN_PHRASE = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~ \u0080-\u{10FFFF}]+$/u;

/** The From header: `Name <address>`, quoted where RFC 5322 requires it. */
export function fromDisplay(name: string, address: string): string {
  const phrase = PLAIN_PHRASE.test(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
  return `${phrase} <${address}>`;
}
