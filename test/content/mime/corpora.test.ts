import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { mailAddresses } from '../../../daemon/content/mime/addresses.ts';
import { readHeaders } from '../../../daemon/content/mime/headers.ts';
import {
  bodyText,
  type ParsedMessage,
  parseMessage,
  UnparsableMessage,
} from '../../../daemon/content/mime/parse.ts';
import { type Entity, readTree } from '../../../daemon/content/mime/tree.ts';
import { corpusPath } from '../../support/corpora.ts';
import { needsCorpora } from '../../support/needs.ts';
import readDifferently from './read-differently.json' with { type: 'json' };
import { expectedReading, plain, type Reading, type StalwartMessage } from './stalwart.ts';

const mime = corpusPath('email-mime');
const bounces = corpusPath('email-dsn-bounces');

function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function bytesOf(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Differences have to match the list beside this file, which gives a reason for each. */
function expectListed(corpus: keyof typeof readDifferently, differing: readonly string[]): void {
  expect([...differing].sort()).toEqual(Object.keys(readDifferently[corpus]).sort());
}

describe('every message of the corpora', needsCorpora('email-mime', 'email-dsn-bounces'), () => {
  const files = [mime ?? '', bounces ?? ''].flatMap((folder) => {
    return folder === '' ? [] : filesBelow(folder, /\.(?:eml|msg|mbox|gz|txt)$/);
  });

  test('is read without an exception, and hardly any comes out empty', async () => {
    expect(files.length).toBeGreaterThan(300);
    const empty: string[] = [];
    for (const file of files) {
      const raw = bytesOf(file);
      expect(() => readHeaders(raw), file).not.toThrow();
      const message = await parseMessage(raw).catch((error: unknown) => {
        expect(error, file).toBeInstanceOf(UnparsableMessage);
        return null;
      });
      if (message !== null && bodyText(message) === '' && message.attachments.length === 0)
        empty.push(basename(file));
    }
    expectListed('empty', empty);
  });
});

describe('messages after public reports about other programs', needsCorpora('reports'), () => {
  const read = (name: string) => parseMessage(bytesOf(join(corpusPath('reports') ?? '', `${name}.eml`)));

  test.each([
    ['01-split-character', { subject: 'こんにちは' }],
    ['02-jis-without-charset', { text: 'こんにちは' }],
    ['03-declared-jis-is-utf8', { text: 'ほげほげ' }],
    ['04-raw-gbk-subject', { subject: '撤回邮件' }],
    ['05-flowed-quote', { text: 'Fine with me.\n\n> quotedtext\n-- \nsig' }],
    ['06-uuencoded', { text: 'see file', attachments: [{ filename: 'a.txt', content: Buffer.from('Cat') }] }],
  ])('%s is read as meant', async (name, expected) => {
    expect(await read(name)).toMatchObject(expected);
  });
});

const fuzz = corpusPath('fuzz');

test('no naughty string in a header field breaks the line or adds a field', needsCorpora('fuzz'), () => {
  const strings = ['blns', 'crlf_injection'].flatMap((name) =>
    readFileSync(join(fuzz ?? '', `${name}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => Object.values(JSON.parse(line) as Record<string, unknown>))
      .filter((value) => typeof value === 'string'),
  );
  expect(strings.length).toBeGreaterThan(500);
  for (const string of strings) {
    const encoded = `=?utf-8?B?${Buffer.from(string).toString('base64')}?=`;
    for (const subject of [encoded, string.replace(/[\r\n]/g, ' ')]) {
      const { subject: read, messageId } = readHeaders(
        Buffer.from(`Subject: ${subject}\r\n\r\nMessage-ID: <a@b>`),
      );
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not come out
      expect(read).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/);
      expect(messageId).toBeNull();
    }
  }
});

describe("Stalwart's expected values", needsCorpora('email-mime'), () => {
  const root = join(mime ?? '', 'stalwart-mail-parser');

  test.each(['rfc', 'thirdparty', 'malformed'] as const)(
    '%s: subject, addresses, bodies and attachments agree',
    async (set) => {
      const files = filesBelow(join(root, set), /\.eml$/);
      expect(files.length).toBeGreaterThan(5);
      const differing: string[] = [];
      for (const file of files) {
        const json = readFileSync(
          join(root, `${set}-expected`, basename(file).replace('.eml', '.json')),
          'utf8',
        );
        const expected = expectedReading(JSON.parse(json) as StalwartMessage);
        const ours = ourReading(await parseMessage(bytesOf(file)), expected);
        if (JSON.stringify(ours) !== JSON.stringify(expected)) differing.push(basename(file, '.eml'));
      }
      expectListed(`stalwart-${set}`, differing);
    },
  );

  /**
   * Where they give no size, or make the HTML of a part that is text in their way, ours is taken for granted.
   */
  function ourReading(message: ParsedMessage, expected: Reading): Reading {
    const addresses = (list: readonly { address: string }[]): string[] => list.map(({ address }) => address);
    const html = message.html === null ? null : plain(message.html);
    const converted = html?.includes('<pre style="white-space: pre-wrap">') === true;
    return {
      subject: message.subject,
      from: addresses(message.from === null ? [] : [message.from]),
      to: addresses(message.to),
      cc: addresses(message.cc),
      text: message.text === null ? null : plain(message.text),
      html: converted && expected.html !== null ? expected.html : html,
      attachments: message.attachments.map(({ filename, declaredType, content }, index) => {
        const known = expected.attachments[index]?.size !== null;
        // A nested message that has no name is called by its subject here.
        const isCalled = declaredType === 'message/rfc822' && expected.attachments[index]?.name === null;
        return { name: isCalled ? null : filename, type: declaredType, size: known ? content.length : null };
      }),
    };
  }

  const vectors = (name: string): { header: string; expected: unknown }[] =>
    JSON.parse(readFileSync(join(root, 'field-vectors', `${name}.json`), 'utf8'));

  const header = (name: string, value: string) =>
    readHeaders(Buffer.from(`${name}: ${value.trimStart()}${value.endsWith('\n') ? '' : '\r\n'}\r\nbody`));

  function compare(
    name: keyof typeof readDifferently,
    read: (value: string) => unknown,
    want: (value: unknown) => unknown,
  ) {
    const differing: string[] = [];
    for (const [index, vector] of vectors(name).entries()) {
      const [ours, theirs] = [read(vector.header), want(vector.expected)];
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) differing.push(String(index));
    }
    expectListed(name, differing);
  }

  test('unstructured fields', () =>
    compare(
      'unstructured',
      (value) => header('Subject', value).subject,
      (value) => value,
    ));

  test('message identifiers', () => {
    const ours = (value: string): string[] =>
      header('References', value).references.map((id) => id.slice(1, -1));
    compare('id', ours, (value) => [value].flat().filter((id) => id !== null));
  });

  test('dates', () => {
    type Expected = Record<
      'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'tz_hour' | 'tz_minute',
      number
    >;
    const moment = (value: unknown): string | null => {
      if (value === null) return null;
      const date = value as Expected & { tz_before_gmt: boolean };
      const offset = (date.tz_before_gmt ? -1 : 1) * (date.tz_hour * 60 + date.tz_minute);
      const minute = date.minute - offset;
      return new Date(
        Date.UTC(date.year, date.month - 1, date.day, date.hour, minute, date.second),
      ).toISOString();
    };
    compare('date', (value) => header('Date', value).date, moment);
  });

  test('addresses', () => {
    type Expected = { List?: Mailbox[]; Group?: { addresses: Mailbox[] }[] };
    type Mailbox = { name: string | null; address: string | null };
    const theirs = (value: unknown): string[] => {
      const { List = [], Group = [] } = (value ?? {}) as Expected;
      const all = [...List, ...Group.flatMap(({ addresses }) => addresses)];
      return all.flatMap(({ name, address }) => {
        if (!address?.includes('@')) return [];
        const at = address.lastIndexOf('@');
        return `${name ?? ''} <${address.slice(0, at)}${address.slice(at).toLowerCase()}>`;
      });
    };
    const ours = (value: string): string[] =>
      mailAddresses(value.replace(/\r?\n/g, '').trim()).map(({ name, address }) => `${name} <${address}>`);
    compare('address', ours, theirs);
  });
});

describe("mime4j's expected structures", needsCorpora('email-mime'), () => {
  const folder = join(mime ?? '', 'mime4j-expected-xml');

  test('the same parts are found in the same places', () => {
    const messages = ['mime4j-testmsgs', 'mime4j-mimetools'].flatMap((set) =>
      filesBelow(join(mime ?? '', set), /\.msg$/),
    );
    expect(messages.length).toBeGreaterThan(70);
    const differing: string[] = [];
    for (const file of messages) {
      const name = basename(file, '.msg');
      const xml = readFileSync(join(folder, `${name}_decoded.xml`), 'utf8');
      if (shapeOf(readTree(bytesOf(file)).root) !== expectedShape(xml))
        differing.push(relative(mime ?? '', file));
    }
    expectListed('mime4j', differing);
  });

  /** A multipart as its parts in brackets, everything else as a dot. */
  function shapeOf(entity: Entity): string {
    return entity.multipart === null ? '.' : `(${entity.children.map(shapeOf).join('')})`;
  }

  /** The same of the XML. What is within a nested message is left out, as it is content for us. */
  function expectedShape(xml: string): string {
    let nested = -1;
    let shape = '';
    for (const [, tag = ''] of xml.matchAll(/<(\/?[a-z-]+)(?: name="[^"]*")?\/?>/g)) {
      if (tag === 'message') nested++;
      if (nested === 1 && tag === 'message') shape += '.';
      if (nested <= 0)
        shape += { multipart: '(', '/multipart': ')', 'text-body': '.', 'binary-body': '.' }[tag] ?? '';
      if (tag === '/message') nested--;
    }
    // A multipart in which no part was found is its own text for us.
    return shape.replaceAll('()', '.');
  }
});
