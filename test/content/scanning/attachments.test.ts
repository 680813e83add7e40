import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { pack as packTar } from 'tar-stream';
import { afterEach, describe, expect, it } from 'vitest';
import { docx, zip } from '../../support/documents.ts';
import { attachment, inbound, rulesOf, scan, zipOf } from './support.ts';

const PE = Buffer.concat([
  Buffer.from('MZ'),
  Buffer.alloc(58),
  Buffer.from([0x40, 0, 0, 0]),
  Buffer.from('PE\0\0'),
  Buffer.alloc(300),
]);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join('');

const policyRules = async (name: string, content: Uint8Array | string) =>
  rulesOf(await scan(inbound({ attachments: [attachment(name, content)] })), 'attachment_policy');

describe('the attachment policy', () => {
  it.each([
    ['setup.exe', PE, 'executable-extension'],
    ['invoice.pdf.exe', PE, 'double-extension'],
    ['report.pdf', PE, 'executable-content'],
    ['data.bin', PE, 'executable-content'],
    ['macro.docm', zipOf(['word/document.xml', 'word/vbaProject.bin']), 'macros'],
    ['letter.docx', zipOf(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']), 'macros'],
    ['secret.zip', zipOf(['plan.txt'], 1), 'encrypted'],
    ['files.zip', zipOf(['invoice.js']), 'executable-content'],
    ['broken.zip', zipOf(['a.txt']).subarray(0, 40), 'unreadable-archive'],
    ['run.ps1', 'Write-Host 1', 'script-extension'],
    ['cod\u202egnp.exe', PE, 'name-direction-override'],
    ['shell.php%00.png', '<?php echo 1;', 'hidden-extension'],
    ['invoice.exe .pdf', 'Hello.', 'hidden-extension'],
    ['invoice.js          .pdf', 'Hello.', 'hidden-extension'],
    ['notes.md', '<?php system($_GET["c"]);', 'script-content'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="go()"></svg>', 'script-content'],
  ] as const)('holds %s', async (name, content, rule) => {
    expect(await policyRules(name, content)).toEqual([rule]);
  });

  it.each([
    ['photo.png', PNG],
    ['notes.txt', 'Buy milk and bread.'],
    ['Booking.com confirmation.pdf', '%PDF-1.4\n'],
    ['Node.js guide.md', 'Use printf("<%d>") here, <%= name %> there, and <?php echo $name; ?> nowhere.'],
    [
      'logo.svg',
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;"/>',
    ],
    ['data.bin', Uint8Array.of(1, 2, 3, 4)],
    ['sources.zip', zipOf(['src/a.js', 'src/b.js', 'src/c.sh', 'README.md', 'package.json'])],
    ['sheet.xlsx', zipOf(['[Content_Types].xml', 'xl/workbook.xml'])],
  ] as const)('lets %s pass', async (name, content) => {
    expect(await policyRules(name, content)).toEqual([]);
  });

  it('tells what reading the attachment may yield', async () => {
    const report = await scan(
      inbound({ attachments: [attachment('a.png', PNG, 'image/png'), attachment('b.exe', PE)] }),
    );
    expect(report.attachments[0]).toMatchObject({
      sniffedType: 'image/png',
      mismatch: false,
      policyAction: 'deliver',
      antivirus: 'skipped',
    });
    expect(report.attachments[1]).toMatchObject({ policyAction: 'quarantine' });
  });

  it('can be switched off', async () => {
    const policy = { disabled_scanners: ['attachment-policy' as const] };
    const report = await scan(inbound({ attachments: [attachment('a.ps1', 'Write-Host 1')], policy }));
    expect(rulesOf(report, 'attachment_policy')).toEqual([]);
  });
});

describe('content at odds with its name or type', () => {
  it('warns when a picture is called a document', async () => {
    const report = await scan(inbound({ attachments: [attachment('paper.pdf', PNG)] }));
    expect(rulesOf(report, 'attachment_type_mismatch')).toEqual(['extension-type']);
    expect(report.verdict).toBe('warning');
  });

  it('warns when the declared type is wrong', async () => {
    const report = await scan(inbound({ attachments: [attachment('a.png', PNG, 'application/pdf')] }));
    expect(rulesOf(report, 'mime_mismatch')).toEqual(['declared-type']);
  });

  it('holds a disguised program', async () => {
    const policy = { disabled_scanners: ['attachment-policy' as const] };
    const report = await scan(inbound({ attachments: [attachment('photo.png', PE, 'image/png')], policy }));
    expect(report.verdict).toBe('quarantined');
    expect(rulesOf(report, 'attachment_type_mismatch')).toEqual(['disguised-program']);
  });
});

describe('malware', () => {
  it.each([
    ['plain', Buffer.from(EICAR)],
    ['compressed', gzipSync(EICAR)],
  ])('signatures are found in %s attachments and block the message', async (_, content) => {
    const report = await scan(inbound({ attachments: [attachment('test.dat', content)] }));
    expect(report.verdict).toBe('blocked');
    expect(report.attachments[0]).toMatchObject({
      antivirus: 'infected',
      signature: 'Eicar-Test-Signature',
      policyAction: 'block',
    });
  });

  describe('by clamd', () => {
    let server: Server | null = null;
    afterEach(() => server?.close());

    async function clamdThatAnswers(answer: string | null): Promise<{ host: string; port: number }> {
      server = createServer((socket) => {
        let received = Buffer.alloc(0);
        socket.on('data', (data) => {
          received = Buffer.concat([received, data]);
          if (!received.subarray(-4).equals(Buffer.alloc(4))) return;
          socket.end(answer ?? '');
        });
      });
      await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      return { host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 };
    }

    it('blocks what it finds', async () => {
      const clamd = await clamdThatAnswers('stream: Win.Test.Thing FOUND\0');
      const report = await scan(inbound({ attachments: [attachment('a.bin', 'abc')] }), { clamd });
      expect(report.verdict).toBe('blocked');
      expect(report.attachments[0]).toMatchObject({ antivirus: 'infected', signature: 'Win.Test.Thing' });
    });

    it('calls an attachment clean that it found nothing in', async () => {
      const clamd = await clamdThatAnswers('stream: OK\0');
      const report = await scan(inbound({ attachments: [attachment('a.txt', 'abc')] }), { clamd });
      expect(report.verdict).toBe('clean');
      expect(report.attachments[0]?.antivirus).toBe('clean');
    });

    it.each([
      ['silence', null],
      ['an error', 'stream: size limit exceeded. ERROR\0'],
    ])('holds the message on %s', async (_, answer) => {
      const clamd = await clamdThatAnswers(answer);
      const report = await scan(inbound({ attachments: [attachment('a.txt', 'abc')] }), { clamd });
      expect(rulesOf(report, 'scan_incomplete')).toEqual(['scan-incomplete']);
      expect(report.attachments[0]?.antivirus).toBe('error');
    });

    it('holds the message when clamd is not there', async () => {
      const clamd = await clamdThatAnswers('stream: OK\0');
      server?.close();
      const report = await scan(inbound({ attachments: [attachment('a.txt', 'abc')] }), { clamd });
      expect(report.verdict).toBe('quarantined');
    });
  });
});

describe('what lies in an archive', () => {
  const tar = async (...names: string[]) => {
    const pack = packTar();
    for (const name of names) pack.entry({ name }, 'x');
    pack.finalize();
    const parts: Buffer[] = [];
    for await (const part of pack as AsyncIterable<Buffer>) parts.push(part);
    return Buffer.concat(parts);
  };

  const packedTar = async (name: string, content: Buffer) => {
    const pack = packTar();
    pack.entry({ name }, content);
    pack.finalize();
    const parts: Buffer[] = [];
    for await (const part of pack as AsyncIterable<Buffer>) parts.push(part);
    return gzipSync(Buffer.concat(parts));
  };

  it.each([
    ['a program in a tar', 'a.tar', () => tar('README', 'setup.exe'), 'executable-content'],
    [
      'a program in a packed tar',
      'a.tar.gz',
      async () => gzipSync(await tar('setup.exe')),
      'executable-content',
    ],
    ['a packed program', 'setup.exe.gz', () => gzipSync(PE), 'executable-content'],
    [
      'a program in a zip in a zip',
      'a.zip',
      () => zip({ 'b.zip': zip({ 'c.exe': 'MZ' }) }),
      'executable-content',
    ],
    [
      'a program beside the parts of a letter',
      'a.docx',
      () => docx(['Hi'], { 'run.exe': 'MZ' }),
      'executable-content',
    ],
    [
      'macros in a letter in a zip',
      'a.zip',
      () => zip({ 'l.docx': docx([], { 'word/vbaProject.bin': 'x' }) }),
      'macros',
    ],
    ['a letter for macros in a zip', 'a.zip', () => zip({ 'l.docm': 'x' }), 'macros'],
    [
      'a file with a password in a zip in a zip',
      'a.zip',
      () => zip({ 'b.zip': zip({ 'c.txt': { content: 'x', encrypted: true } }) }),
      'encrypted',
    ],
    [
      'four zips in each other',
      'a.zip',
      () => zip({ 'b.zip': zip({ 'c.zip': zip({ 'd.zip': zip({ 'e.txt': 'x' }) }) }) }),
      'unreadable-archive',
    ],
    [
      'a zip in a zip that unpacks to 60 MB',
      'a.zip',
      () => zip({ 'b.zip': Buffer.alloc(60_000_000) }),
      'unreadable-archive',
    ],
    [
      'a packed tar that breaks off inside a file',
      'a.tar.gz',
      async () => (await packedTar('notes.txt', randomBytes(200_000))).subarray(0, 100_000),
      'unreadable-archive',
    ],
    ['a way out of the folder', 'a.zip', () => zip({ '../../evil.txt': 'x' }), 'unreadable-archive'],
    [
      'more than anybody unpacks',
      'a.tar.gz',
      () => gzipSync(Buffer.alloc(150_000_000)),
      'unreadable-archive',
    ],
  ] as const)('%s is found', async (_, name, make, rule) => {
    expect(await policyRules(name, await make())).toEqual([rule]);
  });

  it.each([
    ['papers', 'a.zip', () => zip({ 'a.pdf': 'x', 'b/letter.docx': docx(['Hi']) })],
    ['three zips in each other', 'a.zip', () => zip({ 'b.zip': zip({ 'c.zip': zip({ 'd.txt': 'x' }) }) })],
    [
      'sources in a packed tar',
      'a.tar.gz',
      async () => gzipSync(await tar('a.js', 'b.js', 'c.sh', 'README')),
    ],
    ['a packed text', 'notes.txt.gz', () => gzipSync('Buy milk.')],
    [
      'an object of another program in a letter',
      'a.docx',
      () => docx(['Hi'], { 'word/embeddings/oleObject1.bin': 'x' }),
    ],
  ] as const)('%s pass', async (_, name, make) => {
    expect(await policyRules(name, await make())).toEqual([]);
  });
});
