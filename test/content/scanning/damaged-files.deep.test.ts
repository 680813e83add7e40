import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspectAttachment } from '../../../daemon/content/scanning/attachments/inspect.ts';
import { Seeded } from '../../mail/review/seeded.ts';
import { rar, SEVEN_ZIP, TAR_LZMA, tar } from '../../support/archives.ts';
import { docx, zip } from '../../support/documents.ts';
import {
  compoundFile,
  oneNote,
  outlookMessage,
  PICTURE,
  packagedObject,
  pdfWith,
  tnef,
  WINDOWS_PROGRAM,
} from '../../support/wrapped-files.ts';
import { attachment } from './support.ts';

const COPIES = 120;

/** A copy with bytes overwritten by the values that break lengths and links, or cut short. */
function damaged(file: Buffer, random: Seeded): Buffer {
  const copy = Buffer.from(file);
  for (let count = 1 + random.below(6); count > 0; count--) {
    const at = random.below(copy.length);
    const value = [0, 0xff, 0x7f, 0x80][random.below(5)] ?? random.below(256);
    copy.fill(value, at, Math.min(copy.length, at + 2 ** random.below(3)));
  }
  return random.below(4) === 0 ? copy.subarray(0, random.below(copy.length)) : copy;
}

describe('a damaged file', () => {
  const office = compoundFile([
    { name: 'WordDocument', content: Buffer.alloc(9000) },
    { name: 'Workbook', content: Buffer.alloc(500) },
  ]);
  it.each([
    ['zip', () => zip({ 'a.txt': 'Hello '.repeat(99), 'b.zip': zip({ 'c.exe': 'MZ' }) })],
    ['zip behind a picture', () => Buffer.concat([PICTURE, zip({ 'a.txt': 'Hello' })])],
    ['letter', () => docx(['Hi'], { 'word/embeddings/o.bin': packagedObject('a.exe', WINDOWS_PROGRAM) })],
    ['compound file', () => office],
    ['Outlook message', () => outlookMessage({ 'a.txt': WINDOWS_PROGRAM, 'b.txt': Buffer.alloc(6000) })],
    ['packaged object', () => packagedObject('a.exe', WINDOWS_PROGRAM)],
    ['winmail.dat', () => tnef({ 'a.txt': WINDOWS_PROGRAM, 'b.doc': office })],
    ['OneNote section', () => oneNote({ 'a.txt': WINDOWS_PROGRAM, 'b.doc': office })],
    ['PDF', () => pdfWith('a.exe', WINDOWS_PROGRAM)],
    ['tar', () => tar({ 'a.txt': 'Hello', 'b.exe': 'MZ' })],
    ['packed tar', async () => gzipSync(await tar({ 'a.txt': 'Hello' }))],
    ['RAR', () => rar('a.txt', 'Hello')],
    ['7z', () => SEVEN_ZIP],
    ['tar in lzma', () => TAR_LZMA],
  ] as const)('%s is told by its facts, whatever is damaged', async (_, make) => {
    const file = await make();
    const random = new Seeded(file.length);
    for (let count = 0; count < COPIES; count++) {
      const facts = await inspectAttachment(attachment('a.dat', damaged(file, random)));
      expect(facts.sniffedType).not.toBe('');
    }
  });

  it('that names sectors in a circle ends', async () => {
    const file = Buffer.from(office);
    // Each sector of the allocation table follows itself.
    for (let at = 512; at + 4 <= file.length; at += 4) file.writeUInt32LE(((at - 512) / 4) % 128, at);
    expect((await inspectAttachment(attachment('a.doc', file))).unreadable).toBe(true);
  });
});
