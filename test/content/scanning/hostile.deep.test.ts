import { describe, expect, it } from 'vitest';
import { processorTime } from '../../support/processor-time.ts';
import { attachment, inbound, outbound, scan, zipOf } from './support.ts';

const LENGTH = 500_000;
const repeat = (piece: string, length = LENGTH) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Milliseconds of processor time, far below the time limit of a scan. */
const LIMIT = 5_000;

function millisecondsFor(texts: { text?: string; html?: string }): Promise<number> {
  return processorTime(async () => {
    for (const message of [inbound(texts), outbound(texts)]) {
      const { categories } = await scan(message);
      expect(categories.map((row) => row.category)).not.toContain('scan_incomplete');
    }
  });
}

describe('half a megabyte of bait', () => {
  it.each([
    ['one letter', 'a'],
    ['digits', '1'],
    ['digits in groups', '1 1 '],
    ['telephone groups', '(1) 234-'],
    ['card groups', '4111 '],
    ['at signs', 'a@'],
    ['dots', 'a.'],
    ['spaces', ' '],
    ['newlines', '\n'],
    ['quote marks', '> '],
    ['orders without an end', 'ignore all all all all '],
    ['assignments', 'password = '],
    ['assignments in quotes', '"a" == '],
    ['curl', 'curl -u '],
    ['Base64', 'QUJD'],
    ['hexadecimal', 'ab '],
    ['single letters', 'a b '],
    ['capital words', 'Anna '],
    ['zero-width characters', 'a\u200b'],
    ['combining marks', 'a\u0301\u0301\u0301'],
    ['web tokens', 'eyJhbGciOiJIUzI1NiJ9.eyJ'],
    ['IBAN beginnings', 'DE89 '],
    ['private key headers', '-----BEGIN '],
  ])('of %s is decided in time', async (_, piece) => {
    expect(await millisecondsFor({ text: repeat(piece) })).toBeLessThan(LIMIT);
  });

  it.each([
    ['nested elements', '<div>'],
    ['unclosed tags', '<a href="x" '],
    ['style sheets', '<style>.a{display:none}</style>'],
    ['comments', '<!-- x -->'],
    ['entities', '&amp;'],
    ['closing tags', '</p>'],
    ['hidden elements', '<b style="display:none">x'],
  ])('of %s in html is decided in time', async (_, piece) => {
    expect(await millisecondsFor({ html: repeat(piece) })).toBeLessThan(LIMIT);
  });

  it('in a hundred thousand links is decided in time', async () => {
    const html = Array.from(
      { length: 100_000 },
      (_, index) => `<a href="https://h${index}.example/">l</a>`,
    ).join('');
    const text = Array.from({ length: 100_000 }, (_, index) => `https://t${index}.example/`).join(' ');
    // Six megabytes, twelve times as much as the others.
    expect(await millisecondsFor({ html, text })).toBeLessThan(6 * LIMIT);
  });

  it('in the directory of an archive is decided in time', async () => {
    const names = Array.from({ length: 30_000 }, (_, index) => `f${index}.txt`);
    const message = inbound({ attachments: [attachment('many.zip', zipOf(names))] });
    const used = await processorTime(async () => {
      expect((await scan(message)).verdict).toBe('quarantined');
    });
    expect(used).toBeLessThan(LIMIT);
  });
});
