import { describe, expect, test } from 'vitest';
import { examine } from '../../../daemon/content/analysis/examine-file.ts';
import { joinFlowed } from '../../../daemon/content/mime/flowed.ts';
import { type ParsedMessage, parseMessage } from '../../../daemon/content/mime/parse.ts';

const parse = (...lines: readonly string[]): Promise<ParsedMessage> =>
  parseMessage(Buffer.from(lines.join('\r\n'), 'latin1'));

const files = ({ attachments }: ParsedMessage) =>
  attachments.map(({ filename, content }) => [filename, Buffer.from(content).toString('latin1')]);

describe('flowed text', () => {
  test.each([
    ['quote marks go before lines are joined', ['> quoted ', '> text'], '> quoted text'],
    ['as deep as they are', ['>> one ', '>> two ', '> three ', '> four'], '>> one two \n> three four'],
    ['a quote is not joined with what follows', ['> quoted ', 'mine'], '> quoted \nmine'],
    ['nor with a quote of another depth', ['> one ', '>> two'], '> one \n>> two'],
    ['a stuffed space goes', [' From here', ' > no quote', '>  two'], 'From here\n> no quote\n>  two'],
    ['a stuffed space within a paragraph', ['one ', ' two'], 'one two'],
    ['a signature is not joined', ['one ', '-- ', 'Jane ', 'Doe'], 'one \n-- \nJane Doe'],
    ['a quoted signature', ['> one ', '> -- ', '> Jane'], '> one \n> -- \n> Jane'],
    ['an empty line stays', ['one ', '', 'two'], 'one \n\ntwo'],
    ['a blank quoted line', ['> ', '> one ', '> two'], '>\n> one two'],
    ['an empty quoted line', ['> one', '>', '> two'], '> one\n>\n> two'],
    ['marks with spaces between are text', ['> > one ', '> > two'], '> > one > two'],
  ])('%s', (_, lines, text) => {
    expect(joinFlowed(lines.join('\r\n'), false)).toBe(text);
  });

  test('with DelSp the space at the end of a line is not of the text', () => {
    expect(joinFlowed('> quoted \n> text\n-- \nsig', true)).toBe('> quotedtext\n-- \nsig');
    expect(joinFlowed('one  \ntwo', true)).toBe('one two');
  });

  test('HTML has no flow', async () => {
    expect((await parse('Content-Type: text/html; format=flowed', '', 'a ', 'b')).html).toBe('a \nb');
  });
});

describe('files in the text', () => {
  const CAT = ['begin 644 a.txt', '#0V%T', '`', 'end'];

  test('are attachments, and the text is what stands around them', async () => {
    const message = await parse('', 'before', '', ...CAT, '', 'after');
    expect(message.text).toBe('before\n\n\nafter');
    expect(message.attachments).toEqual([
      {
        filename: 'a.txt',
        declaredType: 'application/octet-stream',
        content: Buffer.from('Cat'),
        contentId: null,
        disposition: 'attachment',
        inline: false,
      },
    ]);
    expect(message.otherTexts).toEqual([CAT.join('\n')]);
  });

  test('follow the other attachments, in order', async () => {
    const message = await parse(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...['--b', '', ...CAT, ...CAT.join('\n').replace('a.txt', 'b c.txt').split('\n')],
      ...['--b', 'Content-Disposition: attachment; filename=first.txt', '', 'x', '--b--'],
    );
    expect(message.text).toBe('');
    expect(files(message)).toEqual([
      ['first.txt', 'x'],
      ['a.txt', 'Cat'],
      ['b c.txt', 'Cat'],
    ]);
  });

  test('have every byte, also where blanks at line ends are lost', async () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 7) & 0xff));
    for (const blank of [' ', '`']) {
      const message = await parse('', 'begin 600 x.bin', ...uuencoded(bytes, blank), blank.trim(), 'end');
      expect(message.text).toBe('');
      expect(message.attachments[0]?.content).toEqual(bytes);
    }
    const other = ['begin-base64 644 x', bytes.subarray(0, 45).toString('base64'), 'QQ==', '===='];
    expect((await parse('', ...other)).attachments[0]?.content).toEqual(
      Buffer.concat([bytes.subarray(0, 45), Buffer.from('A')]),
    );
  });

  test('a part may be encoded this way', async () => {
    const header = ['Content-Type: image/png; name=p.png', 'Content-Transfer-Encoding: x-uuencode', ''];
    const message = await parse(...header, ...CAT);
    expect(message.defects).toEqual([]);
    expect(files(message)).toEqual([['p.png', 'Cat']]);
  });

  test.each([
    ['control characters', '../\x07../e\tvil', '../ ../e vil'],
    ['300 characters', 'x'.repeat(300), 'x'.repeat(255)],
  ])('may have names with %s', async (_, name, filename) => {
    const message = await parse('', `begin 644 ${name}`, ...CAT.slice(1));
    expect(message.attachments[0]?.filename).toBe(filename);
  });

  test('one that breaks off is a file, and stays in the text', async () => {
    const message = await parse('', 'see', ...CAT.slice(0, 2), 'more words');
    expect(message.text).toBe('see\nbegin 644 a.txt\n#0V%T\nmore words');
    expect(files(message)).toEqual([['a.txt', 'Cat']]);
  });

  test.each([
    ['prose', ['begin 100 days of work', 'with a plan', 'end']],
    ['nothing but a frame', ['begin 644 a', 'end']],
    ['lines longer than they say', ['begin 644 a', '#0V%T0V%T0V%T', '`', 'end']],
  ])('%s is no file', async (_, lines) => {
    expect(await parse('', ...lines)).toMatchObject({ text: lines.join('\n'), attachments: [] });
  });

  test('are looked at like any other file', async () => {
    const program = Buffer.concat([Buffer.from('MZ\x90\0\x03', 'latin1'), Buffer.alloc(40)]);
    const raw = ['', 'See the file.', 'begin 644 a.exe', ...uuencoded(program, '`'), '`', 'end'].join('\r\n');
    const scope = { direction: 'inbound', policy: null } as const;
    expect(await examine({ raw: Buffer.from(raw), bare: false, texts: [], scope })).toMatchObject({
      verdict: 'quarantined',
      attachments: [{ filename: 'a.exe', policy_action: 'quarantine' }],
    });
  });

  test('more of them than a message may have parts are refused', async () => {
    await expect(parse('', ...Array.from({ length: 1001 }, () => CAT).flat())).rejects.toMatchObject({
      reason: 'too_many_parts',
    });
  });

  function uuencoded(bytes: Buffer, blank: string): string[] {
    const lines: string[] = [];
    for (let start = 0; start < bytes.length; start += 45) {
      const line = bytes.subarray(start, start + 45);
      const padded = Buffer.concat([line, Buffer.alloc(2)]);
      let text = String.fromCharCode(0x20 + line.length);
      for (let index = 0; index < line.length; index += 3) {
        const bits = padded.readUIntBE(index, 3);
        for (const shift of [18, 12, 6, 0]) {
          const six = (bits >> shift) & 0x3f;
          text += six === 0 ? blank : String.fromCharCode(0x20 + six);
        }
      }
      lines.push(text.trimEnd());
    }
    return lines;
  }
});

describe('a nested message', () => {
  const nested = (...lines: readonly string[]) =>
    parse('Content-Type: multipart/mixed; boundary=b', '', '--b', ...lines, '--b--');

  test('is called by its subject', async () => {
    const type = 'Content-Type: message/rfc822';
    const named = await nested(type, '', 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= a/b', '', 'x');
    expect(named.attachments[0]?.filename).toBe('Grüße a_b.eml');
    expect((await nested(type, '', 'X: y', '', 'x')).attachments[0]?.filename).toBeNull();
    expect((await nested(`${type}; name=own.eml`, '', 'Subject: s', '', 'x')).attachments[0]?.filename).toBe(
      'own.eml',
    );
  });
});
