import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Extractor } from '../../../daemon/content/extract/extractor.ts';
import { corpusPath } from '../../support/corpora.ts';
import { docx, pdf, pdfBomb } from '../../support/documents.ts';
import { needsCorpora } from '../../support/needs.ts';
import { sharedService, startService, type Tenant } from '../../support/service.ts';
import { accept, detail, receive, tenantWith } from './support.ts';

const service = sharedService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await tenantWith(service, 'derived_content');
});

async function statusOf(filename: string, content: Buffer): Promise<(string | null | undefined)[]> {
  const { attachments } = await receive(service, tenant, { filename, content });
  return [attachments[0]?.preview_status, attachments[0]?.preview_reason_code];
}

describe('a hostile document', () => {
  it.each([
    ['docx', 'parts of 500 MB together', () => docx(['Hi'], manyParts(10, 50_000_000))],
    [
      'docx',
      'a part that unpacks to a thousand times its size',
      () => docx(['Hi'], manyParts(1, 60_000_000)),
    ],
    ['docx', 'twenty thousand parts', () => docx(['Hi'], manyParts(20_000, 1))],
  ])('of %s with %s says that it expands too much', async (extension, _, make) => {
    expect(await statusOf(`bomb.${extension}`, make())).toEqual(['failed', 'expands_too_much']);
  });

  it('whose page unpacks to more than the memory ends its reader, and nothing else', async () => {
    expect(await statusOf('bomb.pdf', pdfBomb(900_000_000))).toEqual(['failed', 'memory_limit']);
    expect(await statusOf('next.pdf', pdf(['Hello']))).toEqual(['ready', null]);
  });

  it('of ten thousand pages is read as far as it is shown', async () => {
    const pages = Array.from({ length: 10_000 }, (_, index) => `Page ${index} of many, many pages.`);
    const message = await receive(service, tenant, { filename: 'long.pdf', content: pdf(pages) });
    expect(message.attachments[0]).toMatchObject({
      preview_status: 'ready',
      preview_page_count: 10_000,
      preview_truncated: true,
      preview_char_count: null,
    });
  });
});

function manyParts(count: number, bytes: number): Record<string, Buffer> {
  const part = Buffer.alloc(bytes);
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`word/x${index}.xml`, part]));
}

describe('a document that takes long', () => {
  it('is read after the verdict, which does not wait for it', async () => {
    // With readers of its own: those of other tests are given more time.
    const extraction = { arriving: new Extractor(), pending: new Extractor(), outgoing: new Extractor() };
    const service = await startService({ overrides: { extraction } });
    const tenant = await tenantWith(service, 'derived_content');
    const { intake } = service.daemon.context;
    // Keeps the reader busy with another document until the end of the test.
    const slow = extraction.arriving.extract(
      'pdf',
      { content: pdf(Array.from({ length: 60_000 }, () => '')) },
      { cpu: 60_000, timeout: 6_000 },
    );
    const id = await accept(service, tenant, { filename: 'a.txt', content: 'Hello there.' });
    await intake.idle();
    const early = await detail(service, tenant, id);
    expect(early.state).toBe('available');
    await service.drain();
    expect((await detail(service, tenant, id)).attachments[0]).toMatchObject({ preview_status: 'ready' });
    expect(await slow).toEqual({ timedOut: true });
  });
});

const mime = corpusPath('email-mime');
const filetype = corpusPath('filetype/libmagic-tests');

describe('everything in the corpora', needsCorpora('email-mime'), () => {
  it('is read to an end without a crash', async () => {
    const files = [mime, filetype].flatMap((folder) => (folder === null ? [] : filesIn(folder)));
    for (const file of files) {
      const raw = readFileSync(file);
      if (raw.length > 5_000_000) continue;
      const answer = await service
        .deliver({ from: 'tom@example.com', to: tenant.mailbox.address, raw })
        .catch((error: Error) => error.message);
      expect(answer).toBeTruthy();
    }
    await service.drain();
    const rows = await service.daemon.context.store.read
      .selectFrom('attachments')
      .select(['preview_status', 'preview_reason_code'])
      .execute();
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter((row) => row.preview_status === 'pending')).toEqual([]);
    expect(rows.filter((row) => row.preview_status === 'ready').length).toBeGreaterThan(20);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile() && !file.endsWith('.json') && !file.endsWith('.xml'));
}
