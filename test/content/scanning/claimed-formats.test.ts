import { describe, expect, it } from 'vitest';
import { docx, pdf, pptx, xlsx, zip } from '../../support/documents.ts';
import { compoundFile, outlookMessage, PDF } from '../../support/wrapped-files.ts';
import { attachment, inbound, outbound, rulesOf, scan } from './support.ts';

/** Bytes of no format. */
const NOISE = Buffer.from([0x8f, 0x01, 0x00, 0xe3, 0x1b, 0x90, 0x42, 0x00, 0xff, 0x10, 0xa7, 0x05]);

const EXTENSIONS =
  'zip rar 7z gz tar doc docx docm dotx xls xlsx xlsm xltx ppt pptx ppsx odt ods odp odg rtf epub pages msg pdf eml'.split(
    ' ',
  );

const TYPES = [
  'application/zip',
  'application/x-7z-compressed',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/pdf',
  'application/rtf',
];

const policyRules = async (name: string | null, content: Uint8Array | string, type: string | null = null) => {
  const file = { ...attachment(name ?? '', content, type), filename: name };
  const [came, went] = await Promise.all([
    scan(inbound({ attachments: [file] })),
    scan(outbound({ attachments: [file] })),
  ]);
  expect(rulesOf(came, 'attachment_policy')).toEqual(rulesOf(went, 'attachment_policy'));
  return rulesOf(came, 'attachment_policy');
};

describe('bytes of no known format', () => {
  it.each(EXTENSIONS.filter((each) => !/^(?:docm|xlsm)$/.test(each)))(
    'called .%s are held',
    async (extension) => {
      expect(await policyRules(`report.${extension}`, NOISE)).toEqual(['unreadable-archive']);
      expect(await policyRules(`Report.${extension.toUpperCase()} `, NOISE)).toEqual(['unreadable-archive']);
    },
  );

  it.each(TYPES)('declared as %s are held', async (type) => {
    expect(await policyRules('report', NOISE, type)).toEqual(['unreadable-archive']);
    expect(await policyRules(null, NOISE, `${type}; charset=binary`)).toEqual(['unreadable-archive']);
  });

  it.each(['docx', 'pdf', 'odt', 'zip'])('called .%s are held in an archive too', async (extension) => {
    expect(await policyRules('files.zip', zip({ [`report.${extension}`]: NOISE }))).toEqual([
      'unreadable-archive',
    ]);
  });

  it.each(['data.bin', 'capture.pcap', 'model.onnx', 'noname', 'photo.heic', 'sound.mp3'])(
    'pass where the name claims no document: %s',
    async (name) => {
      expect(await policyRules(name, NOISE)).toEqual([]);
    },
  );
});

describe('files that are what they are called', () => {
  it.each([
    ['letter.docx', () => docx(['Hello'])],
    ['sheet.xlsx', () => xlsx('One', 'Hello')],
    ['slides.pptx', () => pptx([{ text: 'Hello', note: '' }])],
    ['paper.pdf', () => pdf(['Hello'])],
    ['small.pdf', () => PDF],
    ['letter.odt', () => zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' })],
    ['old.doc', () => compoundFile([{ name: 'WordDocument', content: Buffer.alloc(9000) }])],
    ['mail.msg', () => outlookMessage({})],
    ['text.rtf', () => Buffer.from('{\\rtf1\\ansi Hello}')],
    ['page.doc', () => Buffer.from('<html><body>Saved as a page.</body></html>')],
    ['table.xls', () => Buffer.from('a\tb\n1\t2\n')],
    ['sheet.xml', () => Buffer.from('<?xml version="1.0"?><Workbook/>')],
    ['empty.docx', () => Buffer.alloc(0)],
    ['note.eml', () => Buffer.from('Subject: Hi\r\n\r\nHello.\r\n')],
  ] as const)('pass: %s', async (name, make) => {
    expect(await policyRules(name, make() as Buffer)).toEqual([]);
  });
});
