import { beforeAll, describe, expect, it } from 'vitest';
import { docx, pdf, pptx, xlsx, zip } from '../../support/documents.ts';
import { sharedService, type Tenant } from '../../support/service.ts';
import { allowFiles, stage } from '../../support/uploads.ts';
import { receive, tenantWith } from './support.ts';

const TOKEN = 'ghp_q7Zt4Xw9Lm2Rk8Vb3Ny6Jc1Hd5Fs0PgTa123';
const [HEAD, TAIL] = [TOKEN.slice(0, 20), TOKEN.slice(20)];
const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const word = (parts: Record<string, string | Buffer>) =>
  zip({
    '[Content_Types].xml': TYPES,
    'word/document.xml': '<w:document xmlns:w="w"><w:p><w:r><w:t>Hello</w:t></w:r></w:p></w:document>',
    ...parts,
  });
const eml = (body: string, header = 'Subject: Hello') =>
  [
    'From: anna@example.org',
    'Received: from a.example by b.example',
    header,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Hello',
    '--b',
    'Content-Type: text/html',
    '',
    body,
    '--b--',
    '',
  ].join('\r\n');

describe('a file that goes out', () => {
  const service = sharedService();
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await tenantWith(service, 'derived_content');
    await allowFiles(service, tenant);
  });
  const staged = async (filename: string, content: Buffer | string) =>
    (await stage(service, tenant.admin, tenant, { filename, content: Uint8Array.from(Buffer.from(content)) }))
      .body;

  it.each<[string, string, Buffer | string]>([
    ['behind much text', 'log.txt', `${'A line of a log.\n'.repeat(20_000)}${TOKEN}`],
    ['in its name', `${TOKEN}.txt`, 'Hello'],
    ['in the html of a message', 'mail.eml', eml(`<p>Hello</p><p>${TOKEN}</p>`)],
    ['in a field of a message', 'mail.eml', eml('<p>Hello</p>', `X-Note: ${TOKEN}`)],
    [
      'in an attribute of a page',
      'page.html',
      `<!doctype html><html><body><p title="${TOKEN}">Hello</p></body></html>`,
    ],
    [
      'in deleted text',
      'a.docx',
      word({
        'word/document.xml': `<w:document xmlns:w="w"><w:p><w:r><w:t>Hello</w:t></w:r><w:del><w:r><w:rPr/><w:delText>${HEAD}</w:delText></w:r><w:r><w:delText>${TAIL}</w:delText></w:r></w:del></w:p></w:document>`,
      }),
    ],
    [
      'in a part of another name',
      'b.docx',
      word({
        'word/other.xml': `<w:document xmlns:w="w"><w:p><w:r><w:t>${TOKEN}</w:t></w:r></w:p></w:document>`,
      }),
    ],
    [
      'in a part in UTF-16',
      'c.docx',
      word({
        'word/footnotes.xml': Buffer.from(
          `\ufeff<w:footnotes xmlns:w="w"><w:p><w:t>${TOKEN}</w:t></w:p></w:footnotes>`,
          'utf16le',
        ),
      }),
    ],
    [
      'in the target of a link',
      'd.docx',
      word({
        'word/_rels/document.xml.rels': `<Relationships><Relationship Id="r1" TargetMode="External" Target="https://x.example/?a=${TOKEN}"/></Relationships>`,
      }),
    ],
    ['in a page within it', 'e.docx', word({ 'word/afchunk1.html': `<html><body>${TOKEN}</body></html>` })],
    [
      'in a chart',
      'f.docx',
      word({ 'word/charts/chart1.xml': `<c:chartSpace xmlns:c="c"><c:v>${TOKEN}</c:v></c:chartSpace>` }),
    ],
    [
      'in its properties',
      'g.docx',
      word({
        'docProps/core.xml': `<cp:coreProperties xmlns:cp="cp"><dc:title>${TOKEN}</dc:title></cp:coreProperties>`,
      }),
    ],
    [
      'in the note of a PDF',
      'h.pdf',
      pdf(['Hello'], { page: `/Annots[<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(${TOKEN})>>]` }),
    ],
    [
      'in the field of a form',
      'h.pdf',
      pdf(['Hello'], {
        catalogue: '/AcroForm<</Fields[6 0 R]>>',
        page: '/Annots[6 0 R]',
        objects: [`<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(${TOKEN})/Rect[0 0 9 9]>>`],
      }),
    ],
    [
      'in a file in a PDF',
      'h.pdf',
      pdf(['Hello'], {
        catalogue: '/Names<</EmbeddedFiles<</Names[(a.txt) 6 0 R]>>>>',
        objects: [
          '<</Type/Filespec/F(a.txt)/EF<</F 7 0 R>>>>',
          `<</Type/EmbeddedFile/Length ${TOKEN.length}>>\nstream\n${TOKEN}\nendstream`,
        ],
      }),
    ],
    [
      'in a text document',
      'i.odt',
      zip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': `<?xml version="1.0"?><office:document><text:p>${TOKEN}</text:p></office:document>`,
      }),
    ],
    ['in rich text', 'j.rtf', `{\\rtf1\\ansi Hello ${TOKEN}\\par}`],
    ['behind zero bytes', 'k.txt', `\0\0\0\0${TOKEN}`],
    ['in UTF-16 without a mark', 'l.txt', Buffer.from(`The key is ${TOKEN} since Monday.`, 'utf16le')],
    [
      'in an unknown file',
      'm.bin',
      Buffer.concat([Buffer.from([1, 2, 3, 255, 0, 0]), Buffer.from(TOKEN, 'utf16le'), Buffer.from([0, 7])]),
    ],
    ['in a damaged document', 'n.pdf', `%PDF-1.4\n1 0 obj << ${TOKEN}`],
  ])('hides no token %s', async (_, filename, content) => {
    const { scan, content_scan_status: status } = await staged(filename, content);
    expect([status, scan?.findings.map(({ category }) => category)]).toEqual([
      'flagged',
      expect.arrayContaining(['secret_detected']),
    ]);
  });

  it.each<[string, Buffer | string]>([
    ['hello.txt', 'Hello'],
    ['letter.docx', docx(['Dear Anna,', 'thank you.'])],
    ['sheet.xlsx', xlsx('Prices', 'Bread')],
    ['talk.pptx', pptx([{ text: 'Welcome', note: 'Say hello' }])],
    ['paper.pdf', pdf(['First page', 'Second page'])],
    ['page.html', '<!doctype html><html><body class="page-20240317"><p>Hello</p></body></html>'],
    ['long.txt', 'A line of a log.\n'.repeat(50_000)],
    ['bytes.bin', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256))],
  ])('without anything to hide is clean: %s', async (filename, content) => {
    const { content_scan_status: status } = await staged(filename, content);
    expect(status).toBe('clean');
  });

  it('with more text than is looked at cannot be sent', async () => {
    const { content_scan_status: status } = await staged('huge.txt', 'A line of a log.\n'.repeat(250_000));
    expect(status).toBe('error');
  });

  it('that comes in shows what its readers see, in UTF-16 without a mark, too', async () => {
    const content = Buffer.from('The meeting is on Monday at ten.', 'utf16le');
    const { attachments } = await receive(service, tenant, { filename: 'wide.txt', content });
    expect(attachments[0]).toMatchObject({ content_type: 'text/plain', preview_status: 'ready' });
  });
});
