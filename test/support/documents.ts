import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** Small documents that tests attach to mail, honest and hostile ones. */

export interface ZipEntry {
  readonly content: Buffer | string;
  /** False unpacked size in the directory. */
  readonly claimedSize?: number;
  readonly encrypted?: boolean;
}

/** A zip with these files, deflated. */
export function zip(files: Readonly<Record<string, ZipEntry | Buffer | string>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, file] of Object.entries(files)) {
    const entry = typeof file === 'string' || Buffer.isBuffer(file) ? { content: file } : file;
    const content = Buffer.from(entry.content);
    const packed = deflateRawSync(content);
    const bytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE((entry.encrypted ? 1 : 0) | 0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(entry.claimedSize ?? content.length, 18);
    fields.writeUInt16LE(bytes.length, 22);
    const local = Buffer.concat([signature(0x04034b50), fields, bytes, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50), Buffer.from([20, 0]), fields, tail, bytes);
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const CONTENT_TYPES = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${
    main.startsWith('word')
      ? 'wordprocessingml.document'
      : main.startsWith('xl')
        ? 'spreadsheetml.sheet'
        : 'presentationml.presentation'
  }.main+xml"/></Types>`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const wordXml = (body: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;

/** A Word document of paragraphs; `extra` adds or replaces parts. */
export function docx(
  paragraphs: readonly string[],
  extra: Readonly<Record<string, ZipEntry | Buffer | string>> = {},
): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`).join('');
  return zip({
    '[Content_Types].xml': CONTENT_TYPES('word/document.xml'),
    'word/document.xml': wordXml(body),
    ...extra,
  });
}

/** A workbook with one sheet: a shared string, a number, a date (1 March 2024) and a truth value. */
export function xlsx(
  name: string,
  text: string,
  strings = `<sst><si><t>${escaped(text)}</t></si></sst>`,
): Buffer {
  return zip({
    '[Content_Types].xml': CONTENT_TYPES('xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': strings,
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>42.5</v></c><c s="1"><v>45352</v></c><c t="b"><v>1</v></c></row></sheetData></worksheet>',
  });
}

/** A presentation; each slide has a text and a note. */
export function pptx(slides: readonly { readonly text: string; readonly note: string }[]): Buffer {
  const run = (text: string) => `<p:sld><a:p><a:r><a:t>${escaped(text)}</a:t></a:r></a:p></p:sld>`;
  const parts = slides.flatMap(({ text, note }, index) => [
    [`ppt/slides/slide${index + 1}.xml`, run(text)],
    [`ppt/notesSlides/notesSlide${index + 1}.xml`, run(note)],
  ]);
  return zip({
    '[Content_Types].xml': CONTENT_TYPES('ppt/presentation.xml'),
    'ppt/presentation.xml': '<p:presentation/>',
    ...Object.fromEntries(parts),
  });
}

export interface PdfOptions {
  /** Entries of the catalogue, as `/OpenAction 9 0 R`. */
  readonly catalogue?: string;
  /** Entries of each page, as `/Annots[…]`. */
  readonly page?: string;
  /** Entries of the trailer, as `/Encrypt …`. */
  readonly trailer?: string;
  readonly objects?: readonly string[];
}

/** A PDF with one line of text on each page. */
export function pdf(pages: readonly string[], options: PdfOptions = {}): Buffer {
  const contents = pages.map((text) => {
    const drawn = `BT /F1 12 Tf 20 50 Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
    return Buffer.from(`<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`);
  });
  return pdfOf(contents, options);
}

/** A PDF whose page unpacks to so many bytes. */
export function pdfBomb(bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes, 32), { level: 9 });
  const head = `<</Length ${packed.length}/Filter/FlateDecode>>\nstream\n`;
  return pdfOf([Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])]);
}

/**
 * Object 1 is the catalogue, 2 the pages, 3 the font; then page and content in turn, then those of the
 * options.
 */
function pdfOf(
  contents: readonly Buffer[],
  { catalogue = '', page = '', trailer = '', objects = [] }: PdfOptions = {},
) {
  const kids = contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const all: Buffer[] = [
    Buffer.from(`<</Type/Catalog/Pages 2 0 R${catalogue}>>`),
    Buffer.from(`<</Type/Pages/Kids[${kids}]/Count ${contents.length}>>`),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
    ...contents.flatMap((content, index) => [
      Buffer.from(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + 2 * index} 0 R${page}>>`,
      ),
      content,
    ]),
    ...objects.map((object) => Buffer.from(object)),
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  let length = parts[0]?.length ?? 0;
  const offsets = all.map((object, index) => {
    const offset = length;
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    length += whole.length;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${all.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

/** Makes readers ask for a password. */
export const PDF_ENCRYPTION = `/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>`;

/** An encrypted Office document: a compound file with an EncryptedPackage stream. */
export function encryptedOffice(): Buffer {
  const file = Buffer.alloc(8192);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  Buffer.from('EncryptedPackage', 'utf16le').copy(file, 1024);
  return file;
}
