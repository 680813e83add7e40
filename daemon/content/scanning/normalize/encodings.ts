import type { Run, Runs } from './runs.ts';

/** Bytes written as a text, read back; offsets are those of the text that held them. */
export interface Encoded extends Run {
  readonly encoding: 'base64' | 'hex' | 'percent' | 'ascii-codes';
  readonly text: string;
}

const LEAST_HEX_DIGITS = 32;
/** Digits without gaps, or each byte or two of them apart. */
const HEX =
  /(?<![0-9a-z])(?:(?:[0-9a-f]{2}[ :]){15,}[0-9a-f]{2}|(?:[0-9a-f]{4}[ :]){7,}[0-9a-f]{4}|(?:[0-9a-f]{2}){16,})/gi;
const PERCENT = /(?:%[0-9a-f]{2}){8,}/gi;
const ONE_BYTE = /[01]{8}/g;
const BINARY = /(?<![01])(?:[01]{8}[ ,]{0,2}){8,20000}/g;

interface Decoder {
  readonly encoding: Encoded['encoding'];
  readonly pattern: RegExp;
  readonly bytes: (value: string) => Buffer;
}

const DECODERS: readonly Decoder[] = [
  { encoding: 'hex', pattern: HEX, bytes: (value) => Buffer.from(value.replace(/[ :]/g, ''), 'hex') },
  { encoding: 'percent', pattern: PERCENT, bytes: (value) => Buffer.from(value.replaceAll('%', ''), 'hex') },
  {
    encoding: 'ascii-codes',
    pattern: BINARY,
    bytes: (value) => Buffer.from((value.match(ONE_BYTE) ?? []).map((byte) => Number.parseInt(byte, 2))),
  },
];

/** Shorter pieces of a path are no text in Base64. */
const SHORTEST_PIECE = 24;
/** Separator of two lines in a block: the break and quote marks. */
const BREAK = /^[ \t]{0,2}\r?\n[ \t>]{0,8}$/;
const LONGEST_BREAK = 12;

/** Lines of Base64 that follow each other are one text, as long as each but the last is of whole groups. */
function blocksOf(text: string, runs: readonly Run[]): Run[][] {
  const blocks: Run[][] = [];
  for (const run of runs) {
    const block = blocks.at(-1);
    const last = block?.at(-1);
    const follows =
      last !== undefined &&
      run.start - last.end <= LONGEST_BREAK &&
      (last.end - last.start) % 4 === 0 &&
      BREAK.test(text.slice(last.end, run.start));
    if (block && follows) block.push(run);
    else blocks.push([run]);
  }
  return blocks;
}

/** A run and, as `/` is one of the digits, each piece of it, which may be a part of a path. */
function piecesOf(text: string, { start, end }: Run): Run[] {
  const pieces: Run[] = [];
  let from = start;
  for (const piece of text.slice(start, end).split('/')) {
    if (piece.length >= SHORTEST_PIECE) pieces.push({ start: from, end: from + piece.length });
    from += piece.length + 1;
  }
  return pieces;
}

function read(text: string, runs: readonly Run[]): Encoded {
  const written = runs.map(({ start, end }) => text.slice(start, end)).join('');
  return {
    encoding: 'base64',
    text: Buffer.from(written, 'base64').toString('utf8'),
    start: runs[0]?.start ?? 0,
    end: runs.at(-1)?.end ?? 0,
  };
}

/** Decodes a block as a whole, else its lines, else pieces of them. */
function* base64In(text: string, runs: readonly Run[], says: (text: string) => boolean): Generator<Encoded> {
  for (const block of blocksOf(text, runs)) {
    const whole = read(text, block);
    if (says(whole.text)) {
      yield whole;
      continue;
    }
    for (const run of block) {
      const line = block.length > 1 ? read(text, [run]) : whole;
      if (says(line.text)) yield line;
      else
        for (const piece of piecesOf(text, run).map((one) => read(text, [one])))
          if (says(piece.text)) yield piece;
    }
  }
}

/**
 * Texts that stand in an encoding of bytes, as far as they say something. Each character is decoded three
 * times at most.
 */
export function* encodedIn(text: string, runs: Runs, says: (text: string) => boolean): Generator<Encoded> {
  yield* base64In(text, runs.base64, says);
  for (const { encoding, pattern, bytes } of DECODERS) {
    if (encoding === 'hex' && runs.hexDigits < LEAST_HEX_DIGITS) continue;
    for (const match of text.matchAll(pattern)) {
      const decoded = bytes(match[0]).toString('utf8');
      if (says(decoded))
        yield { encoding, text: decoded, start: match.index, end: match.index + match[0].length };
    }
  }
}

/** End of a word in a text with character substitutions. */
const WORD_END = /[\s"'<>]/;
/** Characters of such a word before and after its first percent sign. */
const LONGEST_BEFORE = 500;
const LONGEST_AFTER = 4000;
const ESCAPE = /%[0-9a-f]{2}/i;
const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/**
 * Words in which some characters are written as `%20`, as addresses write them, with the characters
 * themselves.
 */
export function* percentWordsIn(text: string): Generator<{ text: string } & Run> {
  for (let at = text.indexOf('%'); at !== -1; ) {
    let start = at;
    while (start > 0 && at - start < LONGEST_BEFORE && !WORD_END.test(text[start - 1] ?? ' ')) start--;
    let end = at + 1;
    while (end < text.length && end - at < LONGEST_AFTER && !WORD_END.test(text[end] ?? ' ')) end++;
    const word = text.slice(start, end);
    if (ESCAPE.test(word)) {
      const plain = word.replace(ESCAPES, (bytes) =>
        Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
      );
      yield { text: plain, start, end };
    }
    at = text.indexOf('%', end);
  }
}
