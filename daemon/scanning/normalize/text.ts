import type { SpanField, TextEvidence, TextPart } from '../types.ts';
import {
  asciiLookAlike,
  isBidiControl,
  isCombiningMark,
  isTagCharacter,
  isVariationSelector,
  isZeroWidth,
} from './characters.ts';

const NOT_ASCII = /[^\n\r\t\x20-\x7e]/;
const BLACK_FLAG = 0x1f3f4;
const CANCEL_TAG = 0xe007f;
const NO_EVIDENCE: TextEvidence = { zeroWidth: 0, bidi: 0, confusables: 0, tagText: '' };

/**
 * Text in the form that rules are written for. `offsets` leads from each of its characters to the source; null
 * when the two are the same.
 */
export interface Normalized {
  readonly normal: string;
  readonly offsets: Uint32Array | null;
  readonly evidence: TextEvidence;
}

interface Work {
  readonly out: string[];
  offsets: Uint32Array;
  length: number;
  zeroWidth: number;
  bidi: number;
  confusables: number;
  tagText: string;
}

function push(work: Work, text: string, offset: number): void {
  if (work.length + text.length >= work.offsets.length) {
    const larger = new Uint32Array(2 * (work.offsets.length + text.length));
    larger.set(work.offsets);
    work.offsets = larger;
  }
  for (let index = 0; index < text.length; index++) work.offsets[work.length++] = offset;
  work.out.push(text);
}

const compatibility = new Map<number, string>();

/** NFKC of one code point; most of them are unchanged, so the answer is kept. */
function compatible(code: number): string {
  const known = compatibility.get(code);
  if (known !== undefined) return known;
  const text = String.fromCodePoint(code);
  const result = text.normalize('NFKC');
  if (compatibility.size < 20_000) compatibility.set(code, result);
  return result;
}

/** Tag characters spell emoji flags as well; those follow a black flag and are short. */
function readTags(raw: string, start: number): { text: string; end: number } {
  let text = '';
  let index = start;
  while (index < raw.length) {
    const code = raw.codePointAt(index) ?? 0;
    if (!isTagCharacter(code)) break;
    if (code !== CANCEL_TAG) text += String.fromCharCode(code - 0xe0000);
    index += 2;
  }
  return { text, end: index };
}

function walk(raw: string, work: Work): void {
  let previous = 0;
  for (let index = 0; index < raw.length; ) {
    const code = raw.codePointAt(index) ?? 0;
    const width = code > 0xffff ? 2 : 1;
    if (code < 0x80) {
      push(work, raw[index] ?? '', index);
    } else if (isTagCharacter(code)) {
      const tags = readTags(raw, index);
      if (previous !== BLACK_FLAG) {
        work.tagText += tags.text;
        push(work, tags.text, index);
      }
      index = tags.end;
      continue;
    } else if (isZeroWidth(code)) work.zeroWidth++;
    else if (isBidiControl(code)) work.bidi++;
    else if (!isVariationSelector(code) && !isCombiningMark(code)) push(work, compatible(code), index);
    previous = code;
    index += width;
  }
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

/** Turns look-alikes into ASCII in words that mix scripts, and in whole words of look-alikes in Latin text. */
function foldLookAlikes(text: string, work: Work): string {
  const latin = mostlyLatin(text);
  return text.replace(WORD, (word) => {
    let folded = '';
    let swapped = 0;
    let foreign = 0;
    for (let index = 0; index < word.length; index++) {
      const code = word.charCodeAt(index);
      const ascii = code < 0x80 ? undefined : asciiLookAlike(code);
      if (ascii !== undefined) swapped++;
      else if (code > 0x24f) foreign++;
      folded += ascii ?? word[index];
    }
    const mixed = swapped > 0 && ASCII_LETTER.test(word);
    const disguised = latin && swapped > 1 && foreign === 0;
    if (!mixed && !disguised) return word;
    work.confusables += swapped;
    return folded;
  });
}

/**
 * Compatibility forms become plain, invisible characters go, look-alike letters become ASCII. Every offset of the
 * result maps back to the source.
 */
export function normalizeText(raw: string): Normalized {
  if (!NOT_ASCII.test(raw)) return { normal: raw, offsets: null, evidence: NO_EVIDENCE };
  const offsets = new Uint32Array(raw.length + 16);
  const work: Work = { out: [], offsets, length: 0, zeroWidth: 0, bidi: 0, confusables: 0, tagText: '' };
  walk(raw, work);
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
