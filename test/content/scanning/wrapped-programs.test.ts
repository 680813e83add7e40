import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  ARJ,
  LZ4_FILE,
  LZMA_FILE,
  rar,
  SEVEN_ZIP,
  SEVEN_ZIP_LOCKED,
  SEVEN_ZIP_PROGRAM,
  TAR_LZMA,
  TAR_LZMA_PROGRAM,
  TAR_XZ,
  tar,
} from '../../support/archives.ts';
import { docx, xlsx, zip } from '../../support/documents.ts';
import {
  compoundFile,
  LINUX_PROGRAM,
  MAC_PROGRAM,
  oneNote,
  outlookMessage,
  PDF,
  PICTURE,
  packagedObject,
  pdfWith,
  tnef,
  WINDOWS_PROGRAM,
} from '../../support/wrapped-files.ts';
import { attachment, inbound, outbound, rulesOf, scan } from './support.ts';

type Case = readonly [what: string, name: string, make: () => Buffer | Promise<Buffer>];

const scanned = async (name: string, content: Buffer, direction = inbound) =>
  scan(direction({ attachments: [attachment(name, content)] }));

async function policyRules(name: string, content: Buffer): Promise<string[]> {
  return rulesOf(await scanned(name, content), 'attachment_policy');
}

const relationship = (type: string, target: string) =>
  `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
const message = (...parts: string[]) =>
  Buffer.from(
    ['From: a@example.com', 'Content-Type: multipart/mixed; boundary=b', '', ...parts, '--b--', ''].join(
      '\r\n',
    ),
  );
const sources = { 'README.md': 'x', 'a.js': 'x', 'b.js': 'x', 'c.sh': '#!/bin/sh\n', 'package.json': '{}' };
/** Compilers put the PE header behind a stub for DOS. */
const LONG_STUB = Buffer.alloc(600);
LONG_STUB.write('MZ');
LONG_STUB.writeUInt32LE(0x108, 60);
LONG_STUB.write('PE', 0x108);
const vhd = Buffer.concat([Buffer.alloc(2048), Buffer.from('conectix'), Buffer.alloc(504)]);

describe('programs in other files', () => {
  const programs: Case[] = [
    ['a zip behind a picture', 'a.png', () => Buffer.concat([PICTURE, zip({ 'a.exe': 'MZ' })])],
    ['a zip behind a PDF', 'a.pdf', () => Buffer.concat([PDF, zip({ 'a.js': 'run()' })])],
    [
      'a zip with bytes behind it',
      'a.pdf',
      () => Buffer.concat([PDF, zip({ 'a.js': 'run()' }), Buffer.from('\n%%EOF')]),
    ],
    ['a 7z behind a picture', 'a.png', () => Buffer.concat([PICTURE, SEVEN_ZIP_PROGRAM])],
    ['a RAR behind a PDF', 'a.pdf', () => Buffer.concat([PDF, rar('a.scr', 'MZ')])],
    ['a program behind a picture', 'a.png', () => Buffer.concat([PICTURE, WINDOWS_PROGRAM])],
    ['a program with a longer stub', 'a.dat', () => Buffer.concat([Buffer.from([0, 1, 2, 3]), LONG_STUB])],
    [
      'a program in a file of an unknown kind',
      'a.dat',
      () => Buffer.concat([Buffer.from([0, 1, 2, 3]), LINUX_PROGRAM]),
    ],
    ['a program called a text in a zip', 'a.zip', () => zip({ 'notes.txt': WINDOWS_PROGRAM })],
    ['a program for Linux called a text', 'a.zip', () => zip({ 'a.txt': LINUX_PROGRAM, ...sources })],
    ['a program for macOS without an ending', 'a.tar', () => tar({ tool: MAC_PROGRAM })],
    [
      'a program called a text in a packed tar',
      'a.tgz',
      async () => gzipSync(await tar({ 'a.txt': WINDOWS_PROGRAM })),
    ],
    ['a program called a text in a RAR', 'a.rar', () => rar('a.txt', WINDOWS_PROGRAM.toString('latin1'))],
    ['a program called a script among sources', 'a.zip', () => zip({ ...sources, 'd.js': WINDOWS_PROGRAM })],
    ['a packed program called a text', 'a.txt.gz', () => gzipSync(WINDOWS_PROGRAM)],
    [
      'a program in a packed tar in a zip',
      'a.zip',
      async () => zip({ 'b.tgz': gzipSync(await tar({ 'c.exe': 'MZ' })) }),
    ],
    ['a program in a 7z in a zip', 'a.zip', () => zip({ 'b.7z': SEVEN_ZIP_PROGRAM })],
    ['a program in a zip called a picture', 'a.zip', () => zip({ 'b.png': zip({ 'c.exe': 'MZ' }) })],
    ['a program in a tar in lzma', 'a.tar.lzma', () => TAR_LZMA_PROGRAM],
    [
      'a program in a letter, packaged',
      'a.docx',
      () => docx(['Hi'], { 'word/embeddings/oleObject1.bin': packagedObject('a.exe', WINDOWS_PROGRAM) }),
    ],
    [
      'a script in a letter, packaged',
      'a.docx',
      () => docx(['Hi'], { 'word/embeddings/oleObject1.bin': packagedObject('a.vbs', Buffer.from('run')) }),
    ],
    [
      'a large program in a letter, packaged',
      'a.docx',
      () =>
        docx(['Hi'], {
          'word/embeddings/oleObject1.bin': packagedObject(
            'a.dat',
            Buffer.concat([WINDOWS_PROGRAM, Buffer.alloc(90_000)]),
          ),
        }),
    ],
    [
      'a program as a part of a letter',
      'a.docx',
      () => docx(['Hi'], { 'word/media/image1.png': WINDOWS_PROGRAM }),
    ],
    [
      'a script beside the objects of a letter',
      'a.docx',
      () => docx(['Hi'], { 'word/embeddings/a.js': 'run()' }),
    ],
    [
      'a program in an old letter',
      'a.doc',
      () =>
        compoundFile([
          { name: 'WordDocument', content: Buffer.alloc(5000) },
          {
            storage: 'ObjectPool',
            name: '\u0001Ole10Native',
            content: Buffer.concat([Buffer.alloc(4), WINDOWS_PROGRAM]),
          },
        ]),
    ],
    [
      'an installer called a letter',
      'a.doc',
      () => compoundFile([], Buffer.from('84100c0000000000c000000000000046', 'hex')),
    ],
    [
      'a program in an Outlook message',
      'a.msg',
      () => outlookMessage({ 'note.txt': Buffer.from('Hi'), 'a.txt': WINDOWS_PROGRAM }),
    ],
    ['a script in an Outlook message', 'a.msg', () => outlookMessage({ 'a.wsf': Buffer.from('run') })],
    ['a program in winmail.dat', 'winmail.dat', () => tnef({ 'a.txt': WINDOWS_PROGRAM })],
    [
      'a script in winmail.dat',
      'winmail.dat',
      () => tnef({ 'photo.png': PICTURE, 'a.hta': Buffer.from('<script>') }),
    ],
    ['a program in a OneNote section', 'a.one', () => oneNote({ 'a.txt': WINDOWS_PROGRAM })],
    [
      'a script in a OneNote section',
      'a.one',
      () => oneNote({ 'photo.png': PICTURE, 'invoice.cmd': Buffer.from('start') }),
    ],
    ['a program in a PDF', 'a.pdf', () => pdfWith('notes.txt', WINDOWS_PROGRAM)],
    ['a script in a PDF', 'a.pdf', () => pdfWith('a.js', Buffer.from('run()'))],
    [
      'a program in a message in a zip',
      'a.zip',
      () => zip({ 'a.eml': message('--b', 'Content-Disposition: attachment; filename=a.exe', '', 'MZ') }),
    ],
    ['a disk image called data', 'a.dat', () => vhd],
    [
      'a shortcut without its ending',
      'a',
      () => Buffer.concat([Buffer.from('4c0000000114020000000000c000000000000046', 'hex'), Buffer.alloc(60)]),
    ],
  ];
  it.each(programs)('%s: is held', async (_, name, make) => {
    expect(await policyRules(name, await make())).toEqual(['executable-content']);
  });

  it('are held on the way out, too', async () => {
    const report = await scanned('a.pdf', pdfWith('notes.txt', WINDOWS_PROGRAM), outbound);
    expect(rulesOf(report, 'attachment_policy')).toEqual(['executable-content']);
    expect(report.verdict).toBe('quarantined');
  });

  it.each(
    'exe lnk url scf hta chm js vbs wsf ps1 jar apk msi reg iqy slk xll iso img vhd vhdx vmdk wim cab rdp'.split(
      ' ',
    ),
  )('a file called .%s is held whatever is in it', async (ending) => {
    expect(await policyRules(`a.${ending}`, Buffer.from('Hello.'))).toHaveLength(1);
  });
});

describe('scripts and macros in other files', () => {
  const held: [...Case, rule: string][] = [
    [
      'a script called a text',
      'a.zip',
      () => zip({ 'a.txt': '#!/bin/sh\nrm', ...sources }),
      'script-content',
    ],
    [
      'a page that builds a file',
      'a.html',
      () => Buffer.from('Hi <body onload="go(atob(x))">'),
      'script-content',
    ],
    [
      'a page that carries a file',
      'a.html',
      () => Buffer.from('<html><a download="a.zip" href="data:application/zip;base64,UEsDBA==">x</a>'),
      'script-content',
    ],
    [
      'a page in UTF-16 that builds a file',
      'a.html',
      () => Buffer.from('\ufeff<html><script>new Blob(x)</script>', 'utf16le'),
      'script-content',
    ],
    [
      'a page that builds a file, in a zip',
      'a.zip',
      () => zip({ 'a.html': `<html>${' '.repeat(9000)}<script>new Blob(x)</script>` }),
      'script-content',
    ],
    [
      'macros under another name',
      'a.docx',
      () =>
        docx(['Hi'], {
          'word/x.bin': 'x',
          '[Content_Types].xml':
            '<Types><Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
        }),
      'macros',
    ],
    [
      'macros in an object of a letter',
      'a.docx',
      () => docx(['Hi'], { 'word/embeddings/x.xlsx': docx([], { 'xl/vbaProject.bin': 'x' }) }),
      'macros',
    ],
    [
      'macros in an old letter',
      'a.doc',
      () => compoundFile([{ storage: 'Macros', name: 'dir', content: Buffer.alloc(9) }]),
      'macros',
    ],
    [
      'a sheet of Excel 4 macros',
      'a.xls',
      () =>
        compoundFile([{ name: 'Workbook', content: Buffer.from('8500080000000000000100000a000000', 'hex') }]),
      'macros',
    ],
    [
      'macros in an XML letter',
      'a.xml',
      () => Buffer.from('<?xml version="1.0"?><w:wordDocument w:macrosPresent="yes"/>'),
      'macros',
    ],
    [
      'a template on a server',
      'a.docx',
      () =>
        docx(['Hi'], {
          'word/_rels/settings.xml.rels': relationship('attachedTemplate', 'https://example.net/t.dotm'),
        }),
      'remote-template',
    ],
    [
      'an object on a server',
      'a.docx',
      () =>
        docx(['Hi'], {
          'word/_rels/document.xml.rels': relationship('oleObject', 'mhtml:http://example.net/x!y'),
        }),
      'remote-template',
    ],
    [
      'a workbook with a password',
      'a.xls',
      () => compoundFile([{ name: 'Workbook', content: Buffer.from('2f000200000000', 'hex') }]),
      'encrypted',
    ],
    [
      'a letter with a password',
      'a.docx',
      () => compoundFile([{ name: 'EncryptedPackage', content: Buffer.alloc(9) }]),
      'encrypted',
    ],
    [
      'an archive with a password behind a picture',
      'a.png',
      () => Buffer.concat([PICTURE, zip({ 'a.txt': { content: 'x', encrypted: true } })]),
      'encrypted',
    ],
    ['a 7z with a password in a zip', 'a.zip', () => zip({ 'a.7z': SEVEN_ZIP_LOCKED }), 'encrypted'],
  ];
  it.each(held)('%s: is held', async (_, name, make, rule) => {
    expect(await policyRules(name, await make())).toEqual([rule]);
  });
});

describe('containers that cannot be read', () => {
  const unreadable: Case[] = [
    ['bytes called a zip', 'a.zip', () => Buffer.from([1, 2, 0, 3])],
    ['bytes called a RAR', 'a.rar', () => Buffer.from([1, 2, 0, 3])],
    ['bytes called a 7z in a zip', 'a.zip', () => zip({ 'b.7z': Buffer.from([1, 2, 0, 3]) })],
    ['a zip cut short', 'a.zip', () => zip({ 'a.txt': 'Hello' }).subarray(0, 60)],
    ['a zip whose file is damaged', 'a.zip', () => zip({ 'a.txt': 'Hello' }).fill(0xff, 35, 36)],
    ['a 7z cut short', 'a.7z', () => SEVEN_ZIP.subarray(0, 60)],
    ['a RAR cut short', 'a.rar', () => rar('a.txt', 'x'.repeat(500)).subarray(0, 200)],
    ['a packed text cut short', 'a.txt.gz', () => gzipSync('Hello '.repeat(50)).subarray(0, -6)],
    ['an ARJ', 'a.arj', () => ARJ],
    ['an lz4', 'a.lz4', () => LZ4_FILE],
    ['a file in lzma', 'a.lzma', () => LZMA_FILE],
    [
      'a file in a PDF that is packed twice',
      'a.pdf',
      () =>
        Buffer.from(
          pdfWith('a.dat', PICTURE)
            .toString('latin1')
            .replace('/FlateDecode', '[/ASCIIHexDecode/FlateDecode]'),
          'latin1',
        ),
    ],
    ['winmail.dat cut short', 'winmail.dat', () => tnef({ 'a.txt': PICTURE }).subarray(0, 60)],
    [
      'an old letter cut short',
      'a.doc',
      () => compoundFile([{ name: 'WordDocument', content: Buffer.alloc(9000) }]).subarray(0, 600),
    ],
  ];
  it.each(unreadable)('%s: is held', async (_, name, make) => {
    const report = await scanned(name, await make());
    expect(rulesOf(report, 'attachment_policy')).toEqual(['unreadable-archive']);
    expect(report.verdict).toBe('quarantined');
  });
});

describe('the work for one attachment is bounded', () => {
  const nested = (levels: number): Buffer =>
    Buffer.from(
      levels === 0
        ? 'Subject: Hi\r\n\r\nHello.\r\n'
        : [
            `Content-Type: multipart/mixed; boundary=level${levels}`,
            'From: a@example.com',
            '',
            `--level${levels}`,
            'Content-Type: message/rfc822',
            'Content-Disposition: attachment; filename=a.eml',
            '',
            nested(levels - 1).toString(),
            `--level${levels}--`,
            '',
          ].join('\r\n'),
    );
  const sevens = (count: number) =>
    zip(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.7z`, SEVEN_ZIP])));
  const beyond: Case[] = [
    ['a file that unpacks to 150 MB', 'a.txt.gz', () => gzipSync(Buffer.alloc(150_000_000))],
    [
      'a file that unpacks to more than the archive says',
      'a.zip',
      () => zip({ 'a.txt': { content: Buffer.alloc(60_000_000), claimedSize: 10 } }),
    ],
    ['more messages in each other than are opened', 'a.eml', () => nested(5)],
    ['more archives for libarchive than are opened', 'a.zip', () => sevens(120)],
    [
      'more files than are listed',
      'a.zip',
      () => zip(Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`${index}`, '']))),
    ],
  ];
  it.each(beyond)('%s: is held', async (_, name, make) => {
    expect(await policyRules(name, await make())).toEqual(['unreadable-archive']);
  });

  it.each([
    ['messages in each other', 'a.eml', () => nested(4)],
    ['archives for libarchive', 'a.zip', () => sevens(20)],
  ] as const)('%s within the bounds pass', async (_, name, make) => {
    expect(await policyRules(name, make())).toEqual([]);
  });
});

describe('ordinary files with others in them', () => {
  const passing: Case[] = [
    [
      'a letter with a sheet, a picture and a packaged text',
      'a.docx',
      () =>
        docx(['Hi'], {
          'word/embeddings/Microsoft_Excel_Sheet.xlsx': xlsx('Sheet', 'x'),
          'word/media/image1.png': PICTURE,
          'word/embeddings/oleObject1.bin': packagedObject('notes.txt', Buffer.from('Hi')),
        }),
    ],
    [
      'a letter with a link and the template of an office',
      'a.docx',
      () =>
        docx(['Hi'], {
          'word/_rels/document.xml.rels': relationship('hyperlink', 'https://example.net'),
          'word/_rels/settings.xml.rels': relationship(
            'attachedTemplate',
            'file:///\\\\server\\share\\Letter.dotx',
          ),
        }),
    ],
    [
      'an old letter',
      'a.doc',
      () =>
        compoundFile([
          { name: 'WordDocument', content: Buffer.alloc(9000) },
          { name: '1Table', content: Buffer.alloc(50) },
        ]),
    ],
    [
      'an old workbook',
      'a.xls',
      () =>
        compoundFile([{ name: 'Workbook', content: Buffer.from('8500080000000000000000000a000000', 'hex') }]),
    ],
    ['an Outlook message', 'a.msg', () => outlookMessage({ 'a.pdf': PDF, 'b.docx': docx(['Hi']) })],
    ['winmail.dat', 'winmail.dat', () => tnef({ 'a.pdf': PDF, 'b.docx': docx(['Hi']) })],
    ['a OneNote section', 'a.one', () => oneNote({ 'a.pdf': PDF, 'b.png': PICTURE })],
    [
      'an invoice with its data',
      'a.pdf',
      () => pdfWith('factur-x.xml', Buffer.from('<?xml version="1.0"?><rsm/>')),
    ],
    ['sources and libraries', 'a.zip', () => zip({ ...sources, 'lib.so': LINUX_PROGRAM })],
    [
      'a saved page',
      'a.zip',
      () =>
        zip({ 'a.html': '<html><script>location = 1</script>', 'b.css': 'x', 'c.png': PICTURE, 'd.js': 'x' }),
    ],
    ['a tar in lzma', 'a.tar.lzma', () => TAR_LZMA],
    ['a tar in xz in a zip', 'a.zip', () => zip({ 'a.tar.xz': TAR_XZ })],
    [
      'a page with a picture in it',
      'a.html',
      () => Buffer.from('<html><img src="data:image/png;base64,AA=="><p onclick="x()">Hi</p>'),
    ],
  ];
  it.each(passing)('%s: pass', async (_, name, make) => {
    const report = await scanned(name, await make());
    expect(rulesOf(report, 'attachment_policy')).toEqual([]);
  });
});
