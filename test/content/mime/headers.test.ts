import { describe, expect, test } from 'vitest';
import { readHeaders } from '../../../daemon/content/mime/headers.ts';
import { processorTime } from '../../support/processor-time.ts';

const read = (header: string) => readHeaders(Buffer.from(`${header}\r\n\r\nbody`, 'latin1'));
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

test('an ordinary header gives every value', () => {
  expect(
    read(
      [
        'Received: from a by b; Tue, 1 Jul 2003 10:52:37 +0200',
        'Received: from c by d;',
        '\tTue, 1 Jul 2003 10:52:30 +0200',
        'From: "Doe, Jane" <Jane.Doe@Example.COM>',
        'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= aus',
        '  Wien',
        'Message-ID: <one@example.com>',
        'In-Reply-To: <zero@example.com>',
        'References: <root@example.com>',
        ' <zero@example.com>',
        'Date: Tue, 1 Jul 2003 10:52:37 +0200',
        'Auto-Submitted: Auto-Replied; owner-email="x@example.com"',
        'Content-Type: Multipart/Report; report-type=delivery-status; boundary=b',
      ].join('\r\n'),
    ),
  ).toEqual({
    from: 'Jane.Doe@example.com',
    otherAuthors: [],
    addresses: { from_name: 'Doe, Jane' },
    subject: 'Grüße aus Wien',
    messageId: '<one@example.com>',
    inReplyTo: '<zero@example.com>',
    references: ['<root@example.com>', '<zero@example.com>'],
    receivedCount: 2,
    date: '2003-07-01T08:52:37.000Z',
    autoSubmitted: 'auto-replied',
    contentType: 'multipart/report',
    automatic: { kind: 'bounce', by: 'Content-Type: multipart/report' },
    automaticWithoutPath: { kind: 'bounce', by: 'Content-Type: multipart/report' },
  });
});

test('nothing at all gives nothing at all', () => {
  expect(readHeaders(new Uint8Array())).toEqual({
    from: null,
    otherAuthors: [],
    addresses: {},
    subject: '',
    messageId: null,
    inReplyTo: null,
    references: [],
    receivedCount: 0,
    date: null,
    autoSubmitted: null,
    contentType: 'text/plain',
    automatic: null,
    automaticWithoutPath: { kind: 'bounce', by: 'Return-Path: <>' },
  });
});

test('a view into a larger buffer is read within its bounds', () => {
  const whole = Buffer.from('XXXXSubject: inner\r\n\r\nSubject: outer\r\n');
  expect(readHeaders(new Uint8Array(whole.buffer, whole.byteOffset + 4, 18)).subject).toBe('inner');
});

test('only the header is read, and of repeated fields the first', () => {
  const { subject, from } = read('Subject: one\r\nFrom: a@b.example\r\nSubject: two\r\nFrom: c@d.example');
  expect([subject, from]).toEqual(['one', 'a@b.example']);
  expect(readHeaders(Buffer.from('A: b\n\nSubject: in the body\n')).subject).toBe('');
});

describe('subjects', () => {
  test.each([
    ['raw UTF-8', utf8('Voilà'), 'Voilà'],
    ['raw Latin-1', 'Fr\xf6sche', 'Frösche'],
    ['Latin-1 within an encoded word', '=?iso-8859-1?Q?Fr\xf6sche?=', 'Frösche'],
    ['a character split over two encoded words', '=?utf-8?Q?=C3?=\r\n =?utf-8?Q?=BC?=', 'ü'],
    ['base64 in a Japanese charset', '=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本'],
    ['control characters, encoded', '=?utf-8?Q?a=0D=0ABcc:_x=00=1B[31m?=', 'a Bcc: x [31m'],
    ['an unknown charset', '=?no-such?Q?plain?=', 'plain'],
  ])('%s', (_, raw, subject) => expect(read(`Subject: ${raw}`).subject).toBe(subject));

  test('a bare CR cannot make a second line of one', () => {
    expect(read('Subject: a\rBcc: b').subject).toBe('a Bcc: b');
  });
});

describe('senders', () => {
  const authors = (from: string): (string | null)[] => {
    const { from: first, otherAuthors } = read(`From: ${from}`);
    return [first, ...otherAuthors];
  };

  test.each([
    ['a@b.example', 'a@b.example'],
    ['"a@trusted.example" <evil@other.example>', 'evil@other.example'],
    ['=?utf-8?Q?a=40trusted.example?= <evil@other.example>', 'evil@other.example'],
    ['a@trusted.example <evil@other.example>', 'evil@other.example'],
    ['evil@other.example (a (b) <a@trusted.example>)', 'evil@other.example'],
    ['(a (b) <a@trusted.example>) <evil@other.example>', 'evil@other.example'],
    ['(a \\) <a@trusted.example>) evil@other.example', 'evil@other.example'],
    ['"a \\" <a@trusted.example>" <evil@other.example>', 'evil@other.example'],
    ['<spam @ bad.example>', 'spam@bad.example'],
    ['a . b @ bad (x) . example', 'a.b@bad.example'],
    ['M <mallory(x)@mixed.example>', 'mallory@mixed.example'],
    ['spam@bad.example.', 'spam@bad.example'],
    ['<@one.example,@two.example:spam@bad.example>', 'spam@bad.example'],
    ['"spam"@bad.example', 'spam@bad.example'],
    ['"s p".a\\m@bad.example', null],
    ['"a b"@plain.example', '"a b"@plain.example'],
    ['"a\\"b"@plain.example', '"a\\"b"@plain.example'],
    ['a..b.@carrier.example', 'a..b.@carrier.example'],
    ['a@[192.0.2.1]', 'a@[192.0.2.1]'],
    ['Doe, Jane <jane@b.example>', 'jane@b.example'],
    ['=?utf-8?Q?Doe,_Jane?= <jane@b.example>', 'jane@b.example'],
    ['John O"Brien <john@b.example>', 'john@b.example'],
    ['Jane (work <jane@b.example>', 'jane@b.example'],
    ['Jane <jane@b.example', 'jane@b.example'],
    [utf8('Jörg <jörg@plain.example>'), 'jörg@plain.example'],
    [utf8('x@Bücher.Example'), 'x@bücher.example'],
    [utf8('x@ⓑad.example'), 'x@bad.example'],
    [utf8('\u212Aate@two.example'), '\u212Aate@two.example'],
    ['nobody', null],
    ['undisclosed-recipients:;', null],
    ['<>', null],
    ['a@', null],
    ['a@b..example', null],
    [`${'x'.repeat(300)}@b.example`, null],
  ])('%s', (from, address) => expect(authors(from)).toEqual([address]));

  test('who is named besides is read too, whatever the separator or the form', () => {
    expect(authors('Team: a@b.example, c@d.example;')).toEqual(['a@b.example', 'c@d.example']);
    expect(authors('a@b.example; c@d.example')).toEqual(['a@b.example', 'c@d.example']);
    expect(authors('"a"b<c@d.example>c <a@b.example>')).toEqual(['a@b.example', 'c@d.example']);
    expect(authors('a@b.example: <c@d.example>')).toEqual(['a@b.example', 'c@d.example']);
    expect(authors('a@b.example\r\nFrom: c@d.example\r\nFrom: a@b.example')).toEqual([
      'a@b.example',
      'c@d.example',
    ]);
  });

  test.each(['(', '"', '<', '"\\"', '(a)', 'a ', 'a@b ', '@', ':,', '[a', '=?a?q?', '<@a,', '"a".'])(
    'a field of nothing but %s is read at once',
    async (piece) => {
      const raw = Buffer.from(`From: ${piece.repeat(60_000 / piece.length)}\r\n\r\n`);
      expect(await processorTime(() => readHeaders(raw))).toBeLessThan(2000);
    },
  );
});

describe('identifiers', () => {
  test('one without brackets gets them, words are none', () => {
    expect(read('Message-ID: bare@example.com').messageId).toBe('<bare@example.com>');
    expect(read('In-Reply-To: your message of Tuesday').inReplyTo).toBeNull();
    expect(read('In-Reply-To: Your message <a@b.example> of Tuesday').inReplyTo).toBe('<a@b.example>');
  });

  test('of very many references the root and the last ones are kept', () => {
    const many = Array.from({ length: 500 }, (_, index) => `<${index}@example.com>`);
    const { references } = read(`References: ${many.join('\r\n ')}`);
    expect(references).toHaveLength(100);
    expect([references[0], references.at(-1)]).toEqual(['<0@example.com>', '<499@example.com>']);
  });
});

describe('dates', () => {
  test.each([
    ['Fri, 21 Nov 1997 09:55:06 -0600', '1997-11-21T15:55:06.000Z'],
    ['21 Nov 97 09:55:06 GMT', '1997-11-21T09:55:06.000Z'],
    ['1 Jan 05 00:00 EST', '2005-01-01T05:00:00.000Z'],
    ['Fri, 21 Nov 1997 09(comment (nested)):55:06', null],
    ['Fri, 21 Nov 1997 09:55:06', '1997-11-21T09:55:06.000Z'],
    ['99 Nov 1997 09:55:06 +0000', null],
    ['yesterday', null],
  ])('%s', (date, moment) => expect(read(`Date: ${date}`).date).toBe(moment));
});

describe('malformed headers', () => {
  test('an mbox line and a byte order mark at the start are skipped', () => {
    expect(read('From a@b Tue Jul  1 10:52:37 2003\r\nSubject: x').subject).toBe('x');
    expect(read('\xef\xbb\xbfSubject: x').subject).toBe('x');
  });

  test('a line that is no field is skipped when fields follow, and begins the body when none do', () => {
    expect(read('Subject: a\r\nrubbish\r\nMessage-ID: <a@b>').messageId).toBe('<a@b>');
    expect(read('Subject: a\r\nHello there\r\nhow are you').subject).toBe('a');
  });

  test('white space before the colon is forgiven', () => {
    expect(read('Subject : x').subject).toBe('x');
  });
});

test('whatever the bytes are, reading them does not throw', () => {
  let state = 1;
  const next = (n: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % n;
  };
  const names = ['From', 'Subject', 'References', 'Date', 'Content-Type', 'Message-ID', 'Received'];
  for (let round = 0; round < 500; round++) {
    const noise = Buffer.from(Array.from({ length: next(200) }, () => next(256)));
    const raw = Buffer.concat([
      Buffer.from(`${names[next(names.length)]}: `),
      noise,
      Buffer.from('\r\n\r\n'),
    ]);
    expect(() => readHeaders(raw)).not.toThrow();
  }
});
