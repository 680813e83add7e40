import { readFileSync } from 'node:fs';
import type { Seeded } from '../../mail/review/seeded.ts';
import { corpusPath } from '../../support/corpora.ts';

/** Values that no schema wants, and bytes that are no body. */

function corpus(name: string): string[] {
  const file = corpusPath(`fuzz/${name}`);
  if (!file) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).text as string);
}

const OWN = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '../../../../etc/passwd',
  '%00',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '"; drop table messages; --',
  '\r\nBcc: everybody@example.com',
  '\u202egnp.exe',
  '𝕬'.repeat(300),
  'a'.repeat(100_000),
  '1e999',
  '-0',
  '9007199254740993',
  '٣',
  '2026-02-30T25:61:61Z',
  '+999999-01-01T00:00:00Z',
  'null',
  '[]',
  '*',
  '%',
  '_',
  'am_live_x.y',
  'CON',
  'a@b@c',
  '@',
  `${'a'.repeat(64)}@${'b.'.repeat(90)}example`,
  'i̇@example.com',
];

const NAUGHTY = [...OWN, ...corpus('blns.jsonl'), ...corpus('crlf_injection.jsonl')];

export const naughtyText = (random: Seeded): string => random.pick(NAUGHTY);

/** A value of any type. */
export function hostileValue(random: Seeded): unknown {
  const makers: readonly (() => unknown)[] = [
    () => naughtyText(random),
    () => naughtyText(random),
    () => random.pick([0, -1, 1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324]),
    () => random.pick([true, false, null]),
    () =>
      random.pick<unknown>([
        [],
        {},
        [[]],
        [{}],
        [null],
        { length: 1 },
        { toString: 1 },
        { hasOwnProperty: 1 },
      ]),
    () => Array.from({ length: 2000 }, (_, index) => `${index}@example.com`),
    () => nested(random.pick([5, 50, 2000]), random.next() < 0.5),
    () => ({ $ne: null, '0': 'a', 'a.b': 1 }),
    () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  ];
  return random.pick(makers)();
}

function nested(depth: number, isArray: boolean): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = isArray ? [value] : { a: value };
  return value;
}

/** The text of a body, or one that is none. */
export function hostileBytes(random: Seeded, body: unknown): Buffer {
  const text = JSON.stringify(body ?? {});
  const makers: readonly (() => string | Buffer)[] = [
    () => text.slice(0, Math.max(1, random.below(text.length))),
    () => text.replace('{', '{"__proto__":{"polluted":true},'),
    // The same key twice: the later one counts, and must be checked.
    () => text.replace(/^\{("[^"]+":)/, '{$1null,$1'),
    () => text.replace(/}$/, `,"${random.pick(['x', 'toString', 'hasOwnProperty'])}":1}`),
    () =>
      Buffer.concat([
        Buffer.from('{"name":"'),
        Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0]),
        Buffer.from('"}'),
      ]),
    () => `\ufeff${text}`,
    () => text.replaceAll('"', "'"),
    () =>
      random.pick([
        '[]',
        '"x"',
        '1',
        'null',
        'true',
        '{',
        '',
        ' ',
        '{"a":1e999}',
        '{"\\ud800":1}',
        '{"a":"\\u0000"}',
      ]),
    () => `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    () => `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    () => `{"body":"${'x'.repeat(random.pick([100_001, 1_900_000, 2_100_000]))}"}`,
  ];
  return Buffer.from(random.pick(makers)());
}

/** Multipart bodies that are broken in some way. */
export function hostileForm(random: Seeded, mailbox: string): { type: string; bytes: Buffer } {
  const part = (disposition: string, content: string) =>
    `--cut\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const file = part(
    `name="file"; filename="${random.pick(['a.csv', '../a', 'a\\b', '', 'é.txt', 'a'.repeat(300)])}"`,
    'x,y',
  );
  const owner = part('name="mailbox_id"', mailbox);
  const text = random.pick([
    `${owner}${file}--cut--\r\n`,
    `${owner}${file}`,
    `${file}--cut--\r\n`,
    `${owner}${owner}${file}--cut--\r\n`,
    `${owner}${file}${file}--cut--\r\n`,
    `${part('name="__proto__"', 'x')}${owner}${file}--cut--\r\n`,
    `${part('name="mailbox_id"', naughtyText(random))}${file}--cut--\r\n`,
    `${part('', 'x')}${owner}--cut--\r\n`,
    '--cut\r\n\r\n--cut--',
    'no parts at all',
    '',
    part('name="x"', 'y').repeat(50),
  ]);
  const type = random.pick([
    'multipart/form-data; boundary=cut',
    'multipart/form-data; boundary=cut',
    'multipart/form-data',
  ]);
  return { type, bytes: Buffer.from(text) };
}

export function hostileHeaders(random: Seeded): Record<string, string> {
  const latin = Array.from(naughtyText(random), (each) =>
    /[\t\x20-\x7e\x80-\xff]/.test(each) ? each : '?',
  ).join('');
  return random.pick([
    { 'idempotency-key': latin.slice(0, 400) },
    { prefer: latin.slice(0, 400) },
    { accept: latin.slice(0, 400) },
    { cookie: `agentmail_session=${latin.slice(0, 200)}` },
    { 'last-event-id': latin.slice(0, 400) },
    { 'x-forwarded-for': latin.slice(0, 400) },
    { 'x-long': 'a'.repeat(9000) },
    { 'x-too-long': 'a'.repeat(20_000) },
    { expect: 'something' },
    { 'content-encoding': 'gzip' },
    { range: 'bytes=0-0' },
    { 'if-none-match': '*' },
    { upgrade: 'websocket', connection: 'upgrade' },
    { authorization: latin.slice(0, 200) },
  ]);
}

export const HOSTILE_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/jsonp',
  'multipart/form-data',
  'application/vnd.api+json',
  '',
  '\u00ff',
];
