import MailComposer from 'nodemailer/lib/mail-composer';
import { describe, expect, test } from 'vitest';
import { bodyText, type ParsedMessage, parseMessage } from '../../../daemon/content/mime/parse.ts';

const parse = (lines: readonly string[] | string): Promise<ParsedMessage> =>
  parseMessage(Buffer.from(typeof lines === 'string' ? lines : lines.join('\r\n'), 'latin1'));

const contents = (message: ParsedMessage): string[] =>
  message.attachments.map(({ content }) => Buffer.from(content).toString('latin1'));

/** A multipart whose parts are given as lines. */
const multipart = (subtype: string, ...parts: string[][]): string[] => [
  `Content-Type: multipart/${subtype}; boundary="b"`,
  '',
  'preamble',
  ...parts.flatMap((part) => ['--b', ...part]),
  '--b--',
  'epilogue',
];

const TEXT = ['Content-Type: text/plain', '', 'the text'];
const HTML = ['Content-Type: text/html', '', '<p>the html</p>'];

describe('bodies', () => {
  test('a message without any header of its own is text', async () => {
    const message = await parse('\r\njust text\r\n');
    expect(message).toMatchObject({
      text: 'just text',
      html: null,
      attachments: [],
      defects: [],
      from: null,
    });
  });

  test('alternatives give text and HTML', async () => {
    expect(await parse(multipart('alternative', TEXT, HTML))).toMatchObject({
      text: 'the text',
      html: '<p>the html</p>',
    });
  });

  test('HTML alone has no text part, and its text is made when asked for', async () => {
    const message = await parse(HTML);
    expect(message.text).toBeNull();
    expect(bodyText(message)).toBe('the html');
    expect(bodyText(await parse(TEXT))).toBe('the text');
    expect(bodyText(await parse(['Content-Type: image/png', '', 'x']))).toBe('');
  });

  test('text before and after a picture is one body', async () => {
    const picture = ['Content-Type: image/png', 'Content-ID: <p@x>', '', 'PNG'];
    const message = await parse(multipart('mixed', TEXT, picture, TEXT));
    expect(message.text).toBe('the text\nthe text');
    expect(message.attachments).toMatchObject([
      { declaredType: 'image/png', contentId: '<p@x>', inline: true },
    ]);
  });

  test('a text file that names itself is an attachment, the first text is the body', async () => {
    const file = ['Content-Type: text/plain; name=notes.txt', '', 'notes'];
    const message = await parse(multipart('mixed', TEXT, file));
    expect(message.text).toBe('the text');
    expect(message.attachments).toMatchObject([
      { filename: 'notes.txt', disposition: 'attachment', inline: false },
    ]);
  });

  test('a text that is disposed as an attachment is none of the body', async () => {
    const message = await parse(['Content-Disposition: attachment', '', 'x']);
    expect(message).toMatchObject({
      text: null,
      attachments: [{ filename: null, declaredType: 'text/plain' }],
    });
  });

  test.each([
    ['UTF-8', 'utf-8', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
    ['Windows-1252', 'windows-1252', '\x93Gr\xfc\xdfe\x94 \x80', '“Grüße” €'],
    ['Shift_JIS under a Microsoft name', 'cp932', '\x93\xfa\x96{', '日本'],
    ['KOI8-R', 'koi8-r', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
    ['Latin-1 that calls itself ASCII', 'us-ascii', 'Gr\xfc\xdfe', 'Grüße'],
    ['UTF-8 that calls itself ASCII', 'us-ascii', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
    ['UTF-8 under an unknown name', 'x-no-such', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
  ])('text in %s', async (_, charset, raw, text) => {
    expect((await parse([`Content-Type: text/plain; charset="${charset}"`, '', raw])).text).toBe(text);
  });

  test('8-bit text without a declared charset is read as what it is', async () => {
    expect((await parse('Subject: x\r\n\r\nGr\xfc\xdfe')).text).toBe('Grüße');
    expect((await parse('Subject: x\r\n\r\nGr\xc3\xbc\xc3\x9fe')).text).toBe('Grüße');
  });

  test('text that is not in its charset is marked', async () => {
    expect((await parse(['Content-Type: text/plain; charset=utf-8', '', 'a\xff'])).defects).toEqual([
      'undecodable_text',
    ]);
  });

  test('quoted-printable, base64 and flowed lines are undone', async () => {
    const qp = ['Content-Transfer-Encoding: quoted-printable', '', 'Gr=C3=BC=', '=C3=9Fe =3D =ZZ  =', 'end'];
    expect((await parse(['Content-Type: text/plain; charset=utf-8', ...qp])).text).toBe('Grüße = =ZZ  end');
    const base64 = ['Content-Transfer-Encoding: BASE64', '', 'SGVs', 'bG8='];
    expect((await parse(base64)).text).toBe('Hello');
    const flowed = ['Content-Type: text/plain; format=flowed; delsp=no', '', 'one ', 'line', '-- ', 'Jane'];
    expect((await parse(flowed)).text).toBe('one line\n-- \nJane');
  });
});

describe('attachments', () => {
  test('come out byte for byte, whatever their transfer encoding', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const base64 = [
      'Content-Type: application/x',
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64'),
    ];
    const plain = ['Content-Type: application/x', '', 'one\r\n\r\ntwo\r\n'];
    const padded = [
      'Content-Type: application/x',
      'Content-Transfer-Encoding: base64',
      '',
      'QQ==',
      'Qg==',
      'Qw',
    ];
    const empty = ['Content-Type: application/x', ''];
    const message = await parse(multipart('mixed', base64, plain, padded, empty));
    expect(contents(message)).toEqual([bytes.toString('latin1'), 'one\r\n\r\ntwo\r\n', 'ABC', '']);
  });

  test.each([
    ['a plain name', 'filename=a.txt', 'a.txt'],
    ['a quoted name', 'filename="a \\"b\\".txt"', 'a "b".txt'],
    ['brackets in a name', 'filename=Invoice(1).pdf', 'Invoice(1).pdf'],
    ['an encoded word', 'filename="=?utf-8?Q?=C3=BC.txt?="', 'ü.txt'],
    ['RFC 2231', "filename*=utf-8''%C3%BC.txt", 'ü.txt'],
    ['RFC 2231 in pieces', "filename*0*=utf-8''%C3; filename*1*=%BC; filename*2=.txt", 'ü.txt'],
    ['raw UTF-8', 'filename="\xc3\xbc.txt"', 'ü.txt'],
    ['raw Latin-1', 'filename="\xfc.txt"', 'ü.txt'],
    ['control characters', "filename*=utf-8''a%00%0D%0Ab.txt", 'a b.txt'],
    ['a path', 'filename="../../etc/passwd"', '../../etc/passwd'],
    ['no name', 'size=3', null],
  ])('%s', async (_, parameter, filename) => {
    const message = await parse([`Content-Disposition: attachment; ${parameter}`, '', 'x']);
    expect(message.attachments.map((attachment) => attachment.filename)).toEqual([filename]);
  });

  test('a nested message is one attachment, exactly as it came, and its parts are not taken for ours', async () => {
    const inner = ['Subject: inner', ...multipart('mixed', TEXT)]
      .join('\r\n')
      .replaceAll('"b"', '"i"')
      .replaceAll('--b', '--i');
    const message = await parse(multipart('mixed', TEXT, ['Content-Type: message/rfc822', '', inner]));
    expect(message.text).toBe('the text');
    expect(message.attachments).toMatchObject([{ declaredType: 'message/rfc822' }]);
    expect(contents(message)).toEqual([inner]);
  });

  test('the parts of a delivery report are attachments with their types', async () => {
    const status = ['Content-Type: message/delivery-status', '', 'Action: failed'];
    const message = await parse(
      multipart('report', TEXT, status, ['Content-Type: text/rfc822-headers', '', 'A: b']),
    );
    expect(message.attachments.map(({ declaredType }) => declaredType)).toEqual([
      'message/delivery-status',
      'text/rfc822-headers',
    ]);
  });
});

describe('what nodemailer composes', () => {
  test('comes out as it went in', async () => {
    const html = '<p>Grüße <img src="cid:logo@x"></p>';
    const raw = await new MailComposer({
      from: { name: 'Jürgen, "J"', address: 'j@a.example' },
      to: ['b@b.example', '"C D" <c@c.example>'],
      cc: 'd@d.example',
      replyTo: 'r@a.example',
      subject: 'Grüße 🎉 and a rather long subject that has to be folded over several lines to be legal',
      messageId: '<m@a.example>',
      inReplyTo: '<p@a.example>',
      references: ['<o@a.example>', '<p@a.example>'],
      date: new Date('2026-01-02T03:04:05Z'),
      text: 'Grüße\n\n.dot\n-- \nJ',
      html,
      attachments: [
        {
          filename: 'Übersicht 2026.pdf',
          content: Buffer.from([0, 13, 10, 255]),
          contentType: 'application/pdf',
        },
        { filename: 'logo.png', content: Buffer.from('PNG'), cid: 'logo@x' },
      ],
    })
      .compile()
      .build();
    const message = await parseMessage(raw);
    expect(message).toMatchObject({
      from: { name: 'Jürgen, "J"', address: 'j@a.example' },
      to: [
        { name: '', address: 'b@b.example' },
        { name: 'C D', address: 'c@c.example' },
      ],
      cc: [{ address: 'd@d.example' }],
      replyTo: [{ address: 'r@a.example' }],
      subject: 'Grüße 🎉 and a rather long subject that has to be folded over several lines to be legal',
      date: '2026-01-02T03:04:05.000Z',
      messageId: '<m@a.example>',
      inReplyTo: '<p@a.example>',
      references: ['<o@a.example>', '<p@a.example>'],
      text: 'Grüße\n\n.dot\n-- \nJ',
      html,
      defects: [],
    });
    const byName = Object.fromEntries(message.attachments.map((one) => [one.filename, one]));
    expect(byName['Übersicht 2026.pdf']).toMatchObject({ declaredType: 'application/pdf', inline: false });
    expect([...(byName['Übersicht 2026.pdf']?.content ?? [])]).toEqual([0, 13, 10, 255]);
    expect(byName['logo.png']).toMatchObject({ contentId: '<logo@x>', inline: true });
  });
});

describe('structure that is broken', () => {
  test('a multipart that is never closed is read to the end', async () => {
    const message = await parse(
      multipart('mixed', TEXT, ['Content-Type: application/x', '', 'file']).slice(0, -2),
    );
    expect(message).toMatchObject({ text: 'the text', defects: ['missing_closing_boundary'] });
    expect(contents(message)).toEqual(['file']);
  });

  test('a part without the empty line after its header has no body', async () => {
    const message = await parse(multipart('mixed', ['Content-Type: application/x'], TEXT));
    expect(contents(message)).toEqual(['']);
  });

  test.each([
    ['without a boundary', 'Content-Type: multipart/mixed'],
    ['whose boundary never comes', 'Content-Type: multipart/mixed; boundary=never'],
  ])('what a multipart %s holds is its text', async (_, type) => {
    const { text, defects } = await parse([type, '', 'held']);
    expect(text).toBe('held');
    expect(defects).toContain('missing_boundary');
  });

  test.each([
    ['a forgotten semicolon', 'multipart/mixed boundary="b"'],
    ['a comment', 'multipart/mixed (a; b="c"); boundary=b (d)'],
    ['a boundary in pieces', 'multipart/mixed; boundary*0="b"; boundary*1=""'],
    ['a repeated boundary', 'multipart/mixed; boundary=b; boundary=c'],
    ['upper case', 'MULTIPART/MIXED; BOUNDARY=b'],
  ])('%s in the content type is no obstacle', async (_, type) => {
    expect(await parse([`Content-Type: ${type}`, '', '--b', ...TEXT, '--b--'])).toMatchObject({
      text: 'the text',
    });
  });

  test('of repeated content types the first counts, and it is marked', async () => {
    const message = await parse(['Content-Type: text/plain', 'Content-Type: text/html', '', '<b>x</b>']);
    expect(message).toMatchObject({ text: '<b>x</b>', html: null, defects: ['repeated_header'] });
  });

  test('an inner boundary that begins like the outer one is told apart', async () => {
    const inner = ['Content-Type: multipart/mixed; boundary=bb', '', '--bb', ...TEXT, '--bb--'];
    expect(await parse(multipart('mixed', inner, TEXT))).toMatchObject({
      text: 'the text\nthe text',
      defects: [],
    });
  });

  test('an unknown transfer encoding leaves the bytes and is marked', async () => {
    const message = await parse(['Content-Transfer-Encoding: x-uuencode', '', 'begin 644 a']);
    expect(message).toMatchObject({ text: 'begin 644 a', defects: ['unknown_transfer_encoding'] });
  });
});

describe('bounds', () => {
  const nested = (depth: number): string =>
    Array.from(
      { length: depth },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    ).join('');

  test('fifty levels are read, more are unparsable', async () => {
    expect((await parse(`${nested(50)}\r\nx`)).text).toBe('x');
    await expect(parse(nested(51))).rejects.toMatchObject({
      name: 'UnparsableMessage',
      reason: 'nested_too_deeply',
    });
  });

  test('a thousand parts are read, more are unparsable', async () => {
    const parts = (count: number): string =>
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: a/b\r\n\r\n'.repeat(count)}`;
    expect((await parse(parts(1000))).attachments).toHaveLength(1000);
    await expect(parse(parts(1001))).rejects.toMatchObject({ reason: 'too_many_parts' });
  });

  test('a header of 300 KB is unparsable, and so are headers of 3 MB together', async () => {
    const reason = 'header_too_large';
    await expect(parse(`A: ${'x'.repeat(300_000)}\r\n\r\n`)).rejects.toMatchObject({ reason });
    const part = `--b\r\nA: ${'x'.repeat(200_000)}\r\n\r\n`;
    const message = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(15)}`;
    await expect(parse(message)).rejects.toMatchObject({ reason });
  });

  test('the list of headers and each of its values are cut', async () => {
    const { headers } = await parse(`${'A: b\r\n'.repeat(600)}\r\n`);
    expect(headers).toHaveLength(500);
    expect((await parse(`Long: ${'x'.repeat(10_000)}\r\n\r\n`)).headers[0]?.value).toHaveLength(4000);
  });

  test('HTML that is too long to be made into text as a whole is marked', async () => {
    const { defects } = await parse(['Content-Type: text/html', '', 'x'.repeat(2_000_001)]);
    expect(defects).toEqual(['html_too_long']);
  });
});

test('whatever is cut out of a message or put into it, the parser comes back with an answer', async () => {
  const seed = [
    ...multipart('mixed', TEXT, HTML, ['Content-Disposition: attachment; filename="x"', '', 'y']),
  ].join('\r\n');
  const noise = [
    '\r\n',
    '--b',
    '--b--',
    '\r\n\r\n',
    '"',
    '(',
    ';',
    '=?utf-8?B?',
    '\0',
    '\xff',
    ': ',
    'Content-Type: multipart/mixed; boundary=b\r\n',
  ];
  let state = 7;
  const next = (n: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % n;
  };
  for (let round = 0; round < 500; round++) {
    let text = seed;
    for (let edits = next(6) + 1; edits > 0; edits--) {
      const at = next(text.length);
      text = text.slice(0, at) + (noise[next(noise.length)] ?? '') + text.slice(at + next(20));
    }
    const message = await parse(text);
    expect(typeof bodyText(message)).toBe('string');
  }
});
