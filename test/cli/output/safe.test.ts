import { describe, expect, test } from 'vitest';
import { safeJson, safeLine, safeText } from '../../../cli/output/terminal/safe.ts';

const HOSTILE = {
  'an escape sequence': ['\u001b[2Jgone', '\\u{1b}[2Jgone'],
  'an operating system command': ['\u001b]0;title\u0007', '\\u{1b}]0;title\\u{7}'],
  'an eight-bit control': ['\u009b31m', '\\u{9b}31m'],
  'a direction override': ['abc\u202Efdp.exe', 'abc\\u{202e}fdp.exe'],
  'a direction isolate': ['\u2066x\u2069', '\\u{2066}x\\u{2069}'],
  'a zero-width space': ['pay\u200Bpal', 'pay\\u{200b}pal'],
  'a tag character': ['a\u{E0041}', 'a\\u{e0041}'],
  'a delete': ['a\u007f', 'a\\u{7f}'],
  'half a surrogate pair': ['a\ud800', 'a\\u{d800}'],
  'a backspace': ['a\bb', 'a\\u{8}b'],
} as const;

describe('text from mail on a terminal', () => {
  test.each(Object.entries(HOSTILE))('%s is written out', (_, [hostile, shown]) => {
    expect(safeLine(hostile)).toBe(shown);
    expect(safeText(hostile)).toBe(shown);
  });

  test('a subject cannot start a new line', () => {
    expect(safeLine('one\r\nFrom: two\rthree\tfour')).toBe('one From: two three four');
  });

  test('a body keeps its lines, and a lone carriage return cannot overwrite one', () => {
    expect(safeText('one\r\ntwo\n\tthree')).toBe('one\ntwo\n    three');
    expect(safeText('harmless\rrm -rf')).toBe('harmless\\u{d}rm -rf');
  });

  test('letters of all scripts and emoji stay as they are', () => {
    const text = 'Grüße 日本語 עברית العربية 👩\u200D💻 ❤\uFE0F é';
    expect(safeLine(text)).toBe(text);
  });

  test('a joiner that joins no emoji is written out', () => {
    expect(safeLine('pay\u200Dpal')).toBe('pay\\u{200d}pal');
  });
});

describe('JSON on a terminal', () => {
  test.each(Object.entries(HOSTILE))('%s is escaped, and its value is unchanged', (_, [hostile]) => {
    const json = safeJson({ hostile });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(json).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(JSON.parse(json)).toEqual({ hostile });
  });

  test('a document is indented over several lines, a stream is one line each', () => {
    expect(safeJson({ a: 1 }, 2)).toBe('{\n  "a": 1\n}');
    expect(safeJson({ a: 'x\ny' })).toBe('{"a":"x\\ny"}');
  });
});
