import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { docx, pdf, pdfBomb, wordXml, xlsx, zip } from '../../support/documents.ts';
import { sharedService, type Tenant, unchecked } from '../../support/service.ts';
import { mailWith, receive, tenantWith } from './support.ts';

const service = sharedService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await tenantWith(service, 'derived_content');
});

async function statusOf(filename: string, content: Buffer): Promise<(string | null | undefined)[]> {
  const { attachments } = await receive(service, tenant, { filename, content });
  return [attachments[0]?.preview_status, attachments[0]?.preview_reason_code];
}

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "${'ha'.repeat(50)}">${Array.from(
  { length: 9 },
  (_, index) => `<!ENTITY ${'bcdefghij'[index]} "${`&${'abcdefghi'[index]};`.repeat(10)}">`,
).join('')}]>${wordXml('<w:p><w:r><w:t>Ha &j; ha</w:t></w:r></w:p>').replace(/^<\?xml[^>]*>/, '')}`;

describe('a hostile document', () => {
  it.each([
    ['docx', 'a part of 120 MB', () => docx([], { 'word/document.xml': Buffer.alloc(120_000_000) })],
    ['xlsx', 'a million strings', () => xlsx('Sheet', 'x', `<sst>${'<si/>'.repeat(1_100_000)}`)],
  ])('of %s with %s says that it expands too much', async (extension, _, make) => {
    expect(await statusOf(`bomb.${extension}`, make())).toEqual(['failed', 'expands_too_much']);
  });

  it('that unpacks to more than it says is damaged', async () => {
    const content = Buffer.from(wordXml('<w:p/>'.repeat(10_000)));
    const lying = docx([], { 'word/document.xml': { content, claimedSize: 100 } });
    expect(await statusOf('lying.docx', lying)).toEqual(['failed', 'malformed']);
  });

  it('with entities of entities stays as small as it is', async () => {
    const message = await receive(service, tenant, {
      filename: 'laughs.docx',
      content: docx([], { 'word/document.xml': LAUGHS }),
    });
    expect(message.attachments[0]).toMatchObject({ preview_status: 'ready' });
    expect(message.attachments[0]?.preview_char_count).toBeLessThan(20);
  });

  it('nested without an end is damaged', async () => {
    const nested = docx([], { 'word/document.xml': wordXml('<w:p>'.repeat(300_000)) });
    expect(await statusOf('deep.docx', nested)).toEqual(['failed', 'malformed']);
  });

  it('with a script is held, and its script is not run', async () => {
    const script = 'app.alert(1)';
    const content = pdf(['Hello'], {
      catalogue: '/OpenAction 6 0 R',
      objects: [`<</S/JavaScript/JS(${script})>>`],
    });
    const message = await receive(service, tenant, { filename: 'active.pdf', content });
    expect([message.state, message.attachments[0]?.preview_status]).toEqual(['quarantined', 'ready']);
  });

  it('that is two kinds of file at once is read as what it begins as', async () => {
    const both = Buffer.concat([pdf(['I am a paper']), zip({ 'word/document.xml': wordXml('') })]);
    const message = await receive(service, tenant, { filename: 'both.docx', content: both });
    expect(message.attachments[0]).toMatchObject({
      content_type: 'application/pdf',
      mime_mismatch: true,
      preview_status: 'ready',
    });
  });

  it.each([
    ['pdf', '%PDF-1.7\n'],
    ['docx', 'PK\x03\x04'],
    ['xlsx', 'PK\x03\x04'],
  ])('of noise that begins like a %s fails or is not read', async (extension, start) => {
    for (let seed = 1; seed <= 5; seed++) {
      const noise = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * seed * 7919) % 251));
      const [status] = await statusOf(
        `noise.${extension}`,
        Buffer.concat([Buffer.from(start, 'latin1'), noise]),
      );
      expect(['failed', null]).toContain(status);
    }
  });
});

describe('a hostile archive', () => {
  const nested = (depth: number): Buffer =>
    zip(depth === 0 ? { 'a.txt': 'The bottom.' } : { 'n.zip': nested(depth - 1) });
  const forwarded = async (depth: number): Promise<Buffer> =>
    mailWith(
      depth === 0
        ? []
        : [{ filename: 'f.eml', content: await forwarded(depth - 1), contentType: 'message/rfc822' }],
    );
  const many = () =>
    zip(Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`f${index}.txt`, `${index}`])));

  it.each([
    ['archives in archives without an end', 'deep.zip', () => nested(8)],
    ['messages in messages without an end', 'deep.eml', () => forwarded(8)],
    ['more files than anybody looks through', 'many.zip', many],
  ])('of %s is held, and read as far as it goes', async (_, filename, make) => {
    const { state, scan, attachments } = await receive(service, tenant, { filename, content: await make() });
    expect([state, attachments[0]?.preview_status]).toEqual(['quarantined', 'ready']);
    expect(scan?.categories).toContainEqual({ category: 'attachment_policy', decision: 'quarantine' });
  });

  it.each([
    [
      '300 MB',
      'bomb.gz',
      () => gzipSync(Buffer.alloc(300_000_000, 'Lunch is at noon.\n')),
      'Lunch is at noon.',
    ],
    ['a file that says it is 4 GB', 'lie.zip', () => liar(), '(not read)'],
    [
      'a file too large to read beside a small one',
      'big.zip',
      () => zip({ 'big.txt': Buffer.alloc(60_000_000, 'Lunch is at noon.\n'), 'small.txt': 'A small text.' }),
      'A small text.',
    ],
  ])('of %s is unpacked no further than it is read', async (_, filename, make, text) => {
    const { id, attachments } = await receive(service, tenant, { filename, content: make() });
    expect(attachments[0]).toMatchObject({ preview_status: 'ready', preview_truncated: true });
    const reply = await service.call(tenant.admin, api.getAttachmentPreview, unchecked({ id, idx: '0' }));
    expect(reply.body.preview.content).toContain(text);
  });

  const liar = () => zip({ 'a.txt': { content: 'Hi.', claimedSize: 4_000_000_000 } });
});

describe('the reader', () => {
  it('that is killed leaves a status, and the next document gets a new one', async () => {
    const { extraction } = service.daemon.context;
    await statusOf('warm.txt', Buffer.from('Hello'));
    const { pid } = extraction.arriving;
    const reading = extraction.arriving.extract(
      'pdf',
      { content: pdfBomb(50_000_000) },
      { cpu: 60_000, timeout: 60_000 },
    );
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    expect(await reading).toEqual({ failed: 'memory_limit' });
    expect(await statusOf('next.txt', Buffer.from('Hello'))).toEqual(['ready', null]);
  });
});
