import { describe, expect, test } from 'vitest';
import { replyText } from '../../../daemon/content/reply-text/reply-text.ts';
import { corpusPath } from '../../support/corpora.ts';
import { needsCorpora } from '../../support/needs.ts';
import { forwardCases } from './corpus.ts';
import { readFixtures } from './fixtures.ts';
import { measured } from './measure.ts';

const fixtures = readFixtures();

test('the fixtures are of twenty programs and ten languages', () => {
  expect(fixtures.length).toBeGreaterThan(200);
  expect(new Set(fixtures.map(({ name }) => name)).size).toBe(fixtures.length);
});

describe.each([...new Set(fixtures.map(({ group }) => group))])('mail of %s', (group) => {
  test.each(fixtures.filter((fixture) => fixture.group === group).map((fixture) => [fixture.name, fixture]))(
    '%s',
    (_, { text, html, expected }) => {
      expect(replyText({ text, html }).text).toBe(expected);
    },
  );
});

test('97 of 100 are exactly right, and no word of a writer is lost', () => {
  const results = fixtures.map((one) => ({ name: one.name, ...measured(replyText(one).text, one.expected) }));
  expect(results.filter(({ isExact }) => isExact).length).toBeGreaterThanOrEqual(0.97 * results.length);
  expect(results.filter(({ isLossy }) => isLossy).map(({ name }) => name)).toEqual([]);
});

test('the parts cover the text without gaps, and own words are one of them', () => {
  for (const { text, html, name } of fixtures) {
    const reply = replyText({ text, html });
    let position = 0;
    for (const { start, end } of reply.parts) {
      expect(start, name).toBe(position);
      position = end;
    }
    expect(position, name).toBe(reply.source.length);
    expect(reply.parts.some(({ kind }) => kind === 'own') || !reply.hasOwnWords, name).toBe(true);
  }
});

test('kinds and places of the parts', () => {
  const text = 'Fine.\n\n-- \nBob\n\nOn 3/4/24 10:30, Ann Smith wrote:\n> Can you come?\n';
  const { parts, source, hasOwnWords } = replyText({ text, html: null });
  expect(parts.map(({ kind, start, end }) => [kind, source.slice(start, end)])).toEqual([
    ['own', 'Fine.\n\n'],
    ['signature', '-- \nBob\n\n'],
    ['attribution', 'On 3/4/24 10:30, Ann Smith wrote:\n'],
    ['quoted', '> Can you come?\n'],
  ]);
  expect(hasOwnWords).toBe(true);
  expect(replyText({ text: null, html: null })).toEqual({
    text: '',
    hasOwnWords: false,
    source: '',
    parts: [],
  });
});

describe('published forwards', needsCorpora('mail-ham-spam'), () => {
  test('are found in 97 of 100, and no word above them is lost', () => {
    const cases = corpusPath('mail-ham-spam') === null ? [] : forwardCases();
    const wrong = cases.filter(({ text, own }) => {
      const reply = replyText({ text, html: null });
      return own === null ? reply.hasOwnWords : reply.text !== own;
    });
    expect(cases.length).toBeGreaterThan(80);
    expect(wrong.map(({ id }) => id).length).toBeLessThanOrEqual(cases.length * 0.03);
    for (const { text, own, id } of cases) {
      if (own !== null) expect(replyText({ text, html: null }).text.includes(own), id).toBe(true);
    }
  });
});

describe('a hostile message of a megabyte', () => {
  const SIZE = 1_000_000;
  const repeated = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length));
  /** Each unit makes some rule begin that doesn't end. */
  const UNITS = [
    'On Mon, Mar 4, 2024 at 10:30 AM Ann <ann@example.com> ',
    'On Mon, Mar 4, 2024 at 10:30 AM Ann <ann@example.com> wrote:\n',
    'On \n',
    'wrote:\n',
    '> \n\n',
    '>'.repeat(1000),
    'From: a@b.c\n',
    'From: a@b.c\n\n',
    'From: a\nx\nx\nx\n',
    '-----Original Message-----\n',
    '---------- Forwarded message ----------\n> x\n\n',
    '-',
    '- ',
    '_'.repeat(300).concat('\n'),
    '-- \n',
    'Sent from my \n',
    'Sent from my iPhone ',
    'Sent from my iPhone\n',
    'Tel: 1\n',
    '+1 2 3 4 5 6 7 8 9 ',
    'This e-mail is confidential. The addressee.\n\n',
    '```\n> a\n',
    'a ',
    '\n',
    '\u00a0',
    '> a\nb\n',
    'answers ',
  ];

  test.each(UNITS)('takes time in proportion to its length: %j', (unit) => {
    const text = repeated(unit);
    expect(replyText({ text, html: null }).parts.at(-1)?.end).toBe(text.length);
  });

  test.each(['<blockquote type=cite>', '<div class=gmail_attr>a', '<div id=divRplyFwdMsg>From: a<br>'])(
    'takes time in proportion to its length as HTML: %j',
    (unit) => {
      const { parts, source } = replyText({ text: null, html: repeated(unit) });
      expect(parts.at(-1)?.end ?? 0).toBe(source.length);
    },
  );
});
