import type { SpanField, TextEvidence, TextPart } from '../types.ts';
import { asciiLookAlike, isRareLetter } from './characters.ts';
import { begin, push, type Work, walk } from './walk.ts';

const NOT_ASCII = /[^\n\r\t\x20-\x7e]/;
const NO_EVIDENCE: TextEvidence = { zeroWidth: 0, bidi: 0, confusables: 0, tagText: '' };

/**
 * Text in the form that rules are written for. `offsets` leads from each of its characters to the source;
 * null when the two are the same.
 */
export interface Normalized {
  readonly normal: string;
  readonly offsets: Uint32Array | null;
  readonly evidence: TextEvidence;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ASCII_LETTER = /[A-Za-z]/;
const LATIN_SHARE = 0.6;

function mostlyLatin(text: string): boolean {
  let latin = 0;
  let other = 0;
  const step = Math.max(1, Math.floor(text.length / 4000));
  for (let index = 0; index < text.length; index += step) {
    const code = text.charCodeAt(index) | 32;
    if (code >= 97 && code <= 122) latin++;
    else if (code > 0x24f) other++;
  }
  return latin > LATIN_SHARE * (latin + other);
}

/** Characters around a word that show which script its sentence is written in. */
const NEIGHBOURHOOD = 24;

/** Whether letters of the same script stand nearby that no ASCII letter looks like. */
function isAmongItsScript(text: string, start: number, length: number): boolean {
  const script = text.charCodeAt(start) >> 8;
  const end = Math.min(text.length, start + length + NEIGHBOURHOOD);
  for (let index = Math.max(0, start - NEIGHBOURHOOD); index < end; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x24f && code >> 8 === script && asciiLookAlike(code) === undefined) return true;
  }
  return false;
}

/**
 * Turns look-alikes into ASCII in words that mix scripts, and in whole words of look-alikes in Latin text,
 * unless they're part of a sentence in their own script.
 */
function foldLookAlikes(text: string, work: Work): string {
  const latin = mostlyLatin(text);
  return text.replace(WORD, (word, start: number) => {
    let folded = '';
    let swapped = 0;
    let foreign = 0;
    let rare = 0;
    for (let index = 0; index < word.length; index++) {
      const code = word.charCodeAt(index);
      const ascii = code < 0x80 ? undefined : asciiLookAlike(code);
      if (isRareLetter(code)) rare++;
      if (ascii !== undefined) swapped++;
      else if (code > 0x24f) foreign++;
      folded += ascii ?? word[index];
    }
    const mixed = swapped > 0 && ASCII_LETTER.test(word);
    const isOdd = swapped > 1 && foreign === 0;
    const disguised = isOdd && (rare === swapped || (latin && !isAmongItsScript(text, start, word.length)));
    if (!mixed && !disguised) return word;
    work.confusables += swapped;
    return folded;
  });
}

/**
 * Compatibility forms become plain, invisible characters go, look-alike letters become ASCII. Every offset of
 * the result maps back to the source.
 */
export function normalizeText(raw: string): Normalized {
  if (!NOT_ASCII.test(raw)) return { normal: raw, offsets: null, evidence: NO_EVIDENCE };
  const work = begin(raw);
  walk(work);
  const joined = work.out.join('');
  push(work, '\n', raw.length);
  const normal = foldLookAlikes(joined, work);
  const { zeroWidth, bidi, confusables, tagText } = work;
  return {
    normal,
    offsets: work.offsets.subarray(0, joined.length + 1),
    evidence: { zeroWidth, bidi, confusables, tagText },
  };
}

/** A normalised part of the message. */
export function textPart(
  field: SpanField,
  raw: string,
  extra: { attachmentIndex?: number; hidden?: boolean } = {},
): TextPart {
  const { attachmentIndex, hidden = false } = extra;
  return {
    field,
    ...(attachmentIndex === undefined ? {} : { attachmentIndex }),
    raw,
    hidden,
    ...normalizeText(raw),
  };
}

/** The source span of a stretch of normalised text. */
export function sourceSpan(part: TextPart, start: number, end: number): { start: number; end: number } {
  if (!part.offsets) return { start, end };
  const last = part.offsets[Math.max(start, end - 1)] ?? part.raw.length;
  const after = part.offsets[end] ?? part.raw.length;
  return { start: part.offsets[start] ?? 0, end: Math.max(after, Math.min(part.raw.length, last + 1)) };
}
