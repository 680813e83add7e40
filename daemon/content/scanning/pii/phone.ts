import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { hasContext, type Match, matches, type PiiCandidate } from './candidate.ts';

const NUMBER =
  /(?<![\w@/=#$€£.-])\+?\(?\d[\d ()./-]{5,28}\d(?:\s?(?:x|ext\.?|extension)\s?\d{1,6})?(?![\w@])/gi;
const CONTEXT =
  /\b(?:phone|telephone|tel|mobile|cell|cellular|call|fax|desk|office|whatsapp|sms|text|contact|dial|ring|reach|hotline|messages? to|answering at|registered|telefon|handy|tél|téléphone|móvil|celular|telefono|cellulare|numero)\b/i;
const CLOSE_CONTEXT =
  /\b(?:phone|telephone|tel|mobile|cell|fax|desk|office|whatsapp|work|home|dial|call(?:\s+\w+){0,2}\s+(?:at|on)|number(?:\s+is)?|messages to|answering at|registered|reach(?:\s+\w+){0,2}\s+(?:at|on))[\s:.#()*-]{0,6}$/i;
const TRAILING_CONTEXT = /^[\s,;)\\-]{0,4}(?:office|fax|mobile|phone|cell|desk|home|work)\b/i;
const DATE_OR_TIME =
  /^(?:(?:19|20)\d\d([-/. ])(?:0?[1-9]|1[0-2])\1\d{1,2}(?:[ T]|$)|\d{1,2}([-/.])\d{1,2}\2(?:\d{2}|\d{4})(?:[ T]|$))/;
const ADDRESS_OR_VERSION = /^\d{1,3}(?:\.\d{1,3}){3}$|^\d+\.\d+$/;
/** Candidates checked against numbering plans per text; later ones count as phone numbers by their form. */
const MAX_PARSED = 20_000;

const GROUPED = /\d[ .\-/)]+\(?\d/;

function countDigits(value: string): number {
  return value.replace(/x.*$/i, '').replace(/\D/g, '').length;
}

/**
 * Whether the numbering plans know a number; they are asked a bounded number of times, since each time costs.
 */
type IsValid = (value: string) => boolean;

function numberingPlans(): IsValid {
  let parsed = 0;
  return (value) => {
    if (++parsed > MAX_PARSED) return true;
    const number = parsePhoneNumberFromString(value.replace(/^00/, '+'), {
      defaultCountry: 'US',
      extract: false,
    });
    return number?.isValid() === true;
  };
}

function isNumber(text: string, span: Match, isValid: IsValid): boolean {
  const { start, end, value } = span;
  const digits = countDigits(value);
  if (digits < 7 || digits > 15 || DATE_OR_TIME.test(value) || ADDRESS_OR_VERSION.test(value)) return false;
  const international = value.startsWith('+') || (value.startsWith('00') && digits > 9);
  const grouped = GROUPED.test(value) || value.startsWith('(');
  if ((international || (grouped && digits >= 10)) && isValid(value)) return true;
  const close =
    CLOSE_CONTEXT.test(text.slice(Math.max(0, start - 40), start)) ||
    TRAILING_CONTEXT.test(text.slice(end, end + 16));
  if (close) return true;
  if (!hasContext(text, span, { words: CONTEXT, before: 40, after: 0 })) return false;
  return (grouped && digits <= 13) || international || isValid(value);
}

/** Telephone numbers: valid international and North American ones, others where the text says so. */
export function* phoneNumbers(text: string): Generator<PiiCandidate> {
  const isValid = numberingPlans();
  for (const span of matches(text, NUMBER))
    if (isNumber(text, span, isValid))
      yield { start: span.start, end: span.end, type: 'PHONE_NUMBER', rank: 55 };
}
