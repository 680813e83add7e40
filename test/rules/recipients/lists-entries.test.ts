import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAddress, parseEntry } from '../../../shared/address.ts';
import { corpusPath } from '../../support/corpora.ts';
import { needsCorpora } from '../../support/needs.ts';

const accepted = (text: string) => !('problem' in parseEntry(text));

describe('the grammar of list entries', () => {
  it.each([
    ['Ann@Example.org', 'ann@example.org', 'email'],
    ['\t ann+tag@example.org \n', 'ann+tag@example.org', 'email'],
    ["!#$%&'*+/=?^_`{|}~-@example.org", "!#$%&'*+/=?^_`{|}~-@example.org", 'email'],
    ['@Example.ORG', '@example.org', 'domain'],
    ['@a-b.c1.example', '@a-b.c1.example', 'domain'],
    [`@${'a'.repeat(63)}.example`, `@${'a'.repeat(63)}.example`, 'domain'],
  ])('reads %j', (text, pattern, type) => {
    expect(parseEntry(text)).toEqual({ pattern, type });
  });

  const long = Array.from({ length: 4 }, () => 'a'.repeat(62)).join('.');
  it.each([
    '',
    ' ',
    '@',
    'ann',
    'ann@',
    'ann@@example.org',
    '@@example.org',
    '@localhost',
    '@.example.org',
    '@-example.org',
    '@_example.org',
    '@example-.org',
    '@example.org.',
    '@example..org',
    '@ex_ample.org',
    '@*.example.org',
    '*@example.org',
    '@exämple.org',
    'änn@example.org',
    '@xn--exmple-cua.org',
    'ann@xn--exmple-cua.org',
    'ann@XN--exmple-cua.org',
    '\u212Aate@example.org',
    'ann@example.org, bob@example.org',
    'Ann <ann@example.org>',
    '.ann@example.org',
    'ann.@example.org',
    'a..b@example.org',
    'ann@example.org\0',
    `${'a'.repeat(65)}@example.org`,
    `@${'a'.repeat(64)}.example`,
    `@${long}.example`,
    `ann@${long}.ab`,
  ])('refuses %j', (text) => {
    expect(parseEntry(text)).toEqual({ problem: expect.stringMatching(/^(?:has|is) /) });
  });

  it('ends at 253 characters of a domain and 254 of an address', () => {
    const domain = `${long}.`.padEnd(253, 'b');
    expect([domain.length, accepted(`@${domain}`), accepted(`@${domain}b`)]).toEqual([253, true, false]);
    const address = `ab@${long}`;
    expect([address.length, accepted(address), accepted(`c${address}`)]).toEqual([254, true, false]);
  });

  it('is the grammar of recipients too, which keep their spelling', () => {
    expect(parseAddress('Ann@Example.ORG')).toEqual({ local: 'Ann', domain: 'example.org' });
    expect(parseAddress('@example.org')).toBeNull();
    expect(parseAddress(' ann@example.org')).toBeNull();
  });
});

interface Vector {
  readonly id: string;
  readonly address: string;
  readonly diagnosis: string;
  readonly label: 'valid' | 'invalid' | 'deprecated_or_special';
}

const TRIMMED = 'Entries are trimmed before they are read, line ends included.';
const DOMAIN_PATTERN = 'What stands alone behind an @ is a domain pattern here.';
const PUNYCODE = 'International domains are refused in either spelling: look-alikes must not pass.';
const ONE_LABEL = 'Domains need two labels or more: a top-level domain alone takes no mail in practice.';
const DIGITS = 'Labels may be digits: all that can be mailed can be listed.';

/** Vectors that are read otherwise than their label says, each with the reason. */
const READ_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  [TRIMMED]: [
    ...[88, 89, 99, 127, 128, 132].map(String),
    ...[141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158].map(String),
    'original-278',
  ],
  [DOMAIN_PATTERN]: ['7', 'original-72', 'original-191'],
  [PUNYCODE]: ['100', 'original-279'],
  [ONE_LABEL]: ['5'],
  [DIGITS]: ['23', '24', 'original-48', 'original-97', 'original-216'],
};

/** Why forms that RFC 5321 or 5322 allows, or once allowed, are no entries. */
const SPECIAL_FORMS: readonly (readonly [RegExp, string])[] = [
  [
    /QUOTEDSTRING|DEPREC_LOCALPART|DEPREC_QP|DEPREC_QTEXT/,
    'Local parts are dot-atoms: quoted ones are not taken.',
  ],
  [/ADDRESSLITERAL|DOMAINLITERAL|DOMLIT|IPV6/, 'Domains are names: address literals are not taken.'],
  [/COMMENT|CTEXT|CFWS|FWS/, 'Comments and folding belong to header fields, not to addresses.'],
  [/TOOLONG/, 'The lengths of RFC 5321 are kept.'],
  [/RFC5321_TLD$/, ONE_LABEL],
  [/RFC5322_DOMAIN$/, 'Labels are letters, digits and inner hyphens.'],
];

describe.each(['isemail', 'isemail_original'])('the vectors of %s', (name) => {
  const corpus = `addresses/${name}.jsonl`;
  const path = corpusPath(corpus);
  const vectors = path
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Vector)
    : [];
  const prefix = name === 'isemail' ? '' : 'original-';
  const otherwise = new Set(
    Object.values(READ_OTHERWISE)
      .flat()
      .filter((id) => id.startsWith('original-') === (prefix !== ''))
      .map((id) => `${name}-${id.replace('original-', '')}`),
  );

  it(
    'are read as labelled, special forms as invalid, except for the listed ones',
    needsCorpora(corpus),
    () => {
      const differing = vectors.filter(({ address, label }) => accepted(address) !== (label === 'valid'));
      expect(new Set(differing.map(({ id }) => id))).toEqual(otherwise);
    },
  );

  it('have a reason for every special form that is refused', needsCorpora(corpus), () => {
    const unexplained = vectors.filter(
      ({ address, label, diagnosis }) =>
        label === 'deprecated_or_special' &&
        !accepted(address) &&
        !SPECIAL_FORMS.some(([form]) => form.test(diagnosis)),
    );
    expect(unexplained).toEqual([]);
  });
});
