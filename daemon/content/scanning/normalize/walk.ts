import {
  isBidiControl,
  isCombiningMark,
  isJoined,
  isTagCharacter,
  isZeroWidth,
  letterInSign,
  regionalLetter,
  selectedByte,
} from './characters.ts';

const BLACK_FLAG = 0x1f3f4;
const CANCEL_TAG = 0xe007f;

/** A text on the way to its normal form. */
export interface Work {
  readonly raw: string;
  readonly out: string[];
  offsets: Uint32Array;
  length: number;
  zeroWidth: number;
  bidi: number;
  confusables: number;
  tagText: string;
  /** Values of variation selectors after Latin letters, which have no variants. */
  readonly selected: number[];
}

export function begin(raw: string): Work {
  const offsets = new Uint32Array(raw.length + 16);
  return {
    raw,
    out: [],
    offsets,
    length: 0,
    zeroWidth: 0,
    bidi: 0,
    confusables: 0,
    tagText: '',
    selected: [],
  };
}

/** Adds text that comes from one place of the source. */
export function push(work: Work, text: string, offset: number): void {
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

/** Selectors in a row; one is usual, two happen, and in many a text is hidden. */
function readSelectors(raw: string, start: number): { bytes: number[]; end: number } {
  const bytes: number[] = [];
  let index = start;
  while (index < raw.length) {
    const code = raw.codePointAt(index) ?? 0;
    const byte = selectedByte(code);
    if (byte === null) break;
    bytes.push(byte);
    index += code > 0xffff ? 2 : 1;
  }
  return { bytes, end: index };
}

const FEWEST_HIDDEN = 4;

function takeSelectors(work: Work, index: number, previous: number): number {
  const { bytes, end } = readSelectors(work.raw, index);
  if (bytes.length >= FEWEST_HIDDEN) {
    const text = Buffer.from(bytes).toString('utf8');
    work.tagText += text;
    push(work, text, index);
  } else if (isLatin(previous)) work.selected.push(...bytes);
  return end;
}

/** Regional indicators in a row; two are a flag, and so are the next two. */
const MOST_OF_FLAGS = 7;

function takeRegional(work: Work, start: number): number {
  const { raw } = work;
  let end = start;
  let letters = '';
  for (let letter: string | undefined; end < raw.length; end += 2) {
    letter = regionalLetter(raw.codePointAt(end) ?? 0);
    if (letter === undefined) break;
    letters += letter;
  }
  const spells = letters.length === 1 || letters.length > MOST_OF_FLAGS;
  for (let index = start; index < end; index += 2)
    push(work, spells ? (letters[(index - start) / 2] ?? '') : raw.slice(index, index + 2), index);
  return end;
}

function isLatin(code: number): boolean {
  const small = code | 32;
  return (
    (small >= 97 && small <= 122) || (code >= 0xc0 && code <= 0x24f) || (code >= 0x1e00 && code <= 0x1eff)
  );
}

const MARK = /[\p{Mn}\p{Me}]/u;
const composites = new Map<string, string>();

function composed(pair: string): string {
  const known = composites.get(pair);
  if (known !== undefined) return known;
  const result = pair.normalize('NFC');
  if (composites.size < 20_000) composites.set(pair, result);
  return result;
}

/**
 * A mark becomes part of the character before it where there is such a one; else it goes, or stays in its own
 * script.
 */
function takeMark(work: Work, code: number, index: number): void {
  const mark = String.fromCodePoint(code);
  const last = work.out.at(-1) ?? '';
  const one = last.length === 1 ? composed(last + mark) : '';
  if (one.length === 1) work.out[work.out.length - 1] = one;
  else if (!isCombiningMark(code) && !(MARK.test(mark) && bearsNone(last.charCodeAt(0))))
    push(work, compatible(code), index);
}

const BLANK = 0x20;

/** Whether no mark of another script belongs on a character: on a Latin letter, or on nothing at all. */
function bearsNone(code: number): boolean {
  return code <= BLANK || isLatin(code);
}

/** First code point that may be a mark. */
const FIRST_MARK = 0x300;

function isMark(code: number, work: Work): boolean {
  if (code < FIRST_MARK) return false;
  if (isCombiningMark(code) || isJoined(code)) return true;
  return bearsNone(work.out.at(-1)?.charCodeAt(0) ?? BLANK) && MARK.test(String.fromCodePoint(code));
}

/** Reads all characters; what prints nothing goes, and what means the same is written the same. */
export function walk(work: Work): void {
  const { raw } = work;
  let previous = 0;
  for (let index = 0; index < raw.length; ) {
    const code = raw.codePointAt(index) ?? 0;
    const width = code > 0xffff ? 2 : 1;
    if ((code >= 0x20 && code < 0x7f) || (code >= 9 && code <= 13)) {
      push(work, raw[index] ?? '', index);
    } else if (isTagCharacter(code)) {
      const tags = readTags(raw, index);
      if (previous !== BLACK_FLAG) {
        work.tagText += tags.text;
        push(work, tags.text, index);
      }
      index = tags.end;
      continue;
    } else if (selectedByte(code) !== null) {
      index = takeSelectors(work, index, previous);
      continue;
    } else if (regionalLetter(code) !== undefined) {
      index = takeRegional(work, index);
      continue;
    } else if (isZeroWidth(code)) work.zeroWidth++;
    else if (isBidiControl(code)) work.bidi++;
    else if (isMark(code, work)) takeMark(work, code, index);
    else push(work, letterInSign(code) ?? compatible(code), index);
    previous = code;
    index += width;
  }
  work.tagText += Buffer.from(work.selected).toString('utf8');
}
