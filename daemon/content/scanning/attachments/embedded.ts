import { constants, inflateSync } from 'node:zlib';
import { MAX_ENTRIES, MAX_INNER } from './limits.ts';
import { type Member, plainMember } from './member.ts';
import { sniff } from './sniff.ts';

export const TNEF_SIGNATURE = Buffer.from('789f3e22', 'hex');
const TNEF_ATTACHMENT_BEGIN = 0x00069002;
const TNEF_ATTACHMENT_NAME = 0x00018010;
const TNEF_ATTACHMENT_DATA = 0x0006800f;
const TNEF_ATTACHMENT_PROPERTIES = 0x00069005;

const KINDLESS = /^text\/|octet-stream|xml/;

/** The attachments in a `winmail.dat` (MS-OXTNEF); throws when it breaks off. */
export function* tnefMembers(content: Buffer): Generator<Member> {
  let name = '';
  let file: Buffer | null = null;
  // Signature and key, then attributes: level, id, length, data, checksum.
  for (let at = 6; at < content.length; ) {
    const id = content.readUInt32LE(at + 1);
    const start = at + 9;
    const end = start + content.readUInt32LE(at + 5);
    if (end > content.length) throw new Error('an attribute is cut short');
    const data = content.subarray(start, end);
    if (id === TNEF_ATTACHMENT_BEGIN) {
      if (file) yield plainMember(name, file);
      name = '';
      file = null;
    }
    if (id === TNEF_ATTACHMENT_NAME) name = text(data);
    if (id === TNEF_ATTACHMENT_DATA) file = data;
    // A message in a message is a property that holds another TNEF.
    const inner = id === TNEF_ATTACHMENT_PROPERTIES ? data.indexOf(TNEF_SIGNATURE) : -1;
    if (inner !== -1) yield plainMember('', data.subarray(inner));
    at = end + 2;
  }
  if (file) yield plainMember(name, file);
}

const text = (bytes: Buffer) => bytes.toString('latin1').replace(/\0.*$/s, '');

export const ONENOTE_SIGNATURE = Buffer.from('e4525c7b8cd8a74daeb15378d02996d3', 'hex');
/** Begins each file in a OneNote section (MS-ONESTORE 2.6.13, FileDataStoreObject). */
const ONENOTE_FILE = Buffer.from('e716e3bd65261145a4c48d4d0b7a9eac', 'hex');
/** File names are properties elsewhere in the section: text in UTF-16. */
const ONENOTE_NAME = /(?:[\x20-\x7e]\0){1,200}\.\0(?:[a-z0-9]\0){1,8}/gi;

/**
 * The files in a OneNote section. Scripts are known by their names only, so these are taken where a file is
 * text.
 */
export async function* oneNoteMembers(content: Buffer): AsyncGenerator<Member> {
  let isNameless = false;
  for (let at = content.indexOf(ONENOTE_FILE); at !== -1; at = content.indexOf(ONENOTE_FILE, at + 16)) {
    const start = at + 36;
    if (start > content.length) throw new Error('a file is cut short');
    const file = content.subarray(start, start + content.readUInt32LE(at + 16));
    yield plainMember('', file);
    isNameless ||= KINDLESS.test((await sniff(file)).type);
  }
  if (!isNameless) return;
  const names = new Set(content.toString('latin1').match(ONENOTE_NAME)?.slice(0, MAX_ENTRIES));
  for (const name of names) yield plainMember(name.replaceAll('\0', ''), new Uint8Array());
}

const PDF_FILE = /\/EmbeddedFile\b/g;
const PDF_NAME = /\/U?F\s?\(((?:\\.|[^\\)]){1,300})\)/g;
/** Bytes before and behind the mark within which the dictionary of its stream lies. */
const DICTIONARY = 1000;

/** Bytes at the beginning and at the end of a PDF in which names of files are searched. */
const NAMES_SEARCHED = 2_000_000;

/** The files in a PDF, by the mark of their streams; throws for those in filters that aren't undone here. */
export function* pdfMembers(content: Buffer): Generator<Member> {
  if (!content.includes('/EmbeddedFile')) return;
  const pdf = content.toString('latin1');
  let files = 0;
  let marks = 0;
  for (const { index } of pdf.matchAll(PDF_FILE)) {
    if (++marks > MAX_ENTRIES) throw new Error('too many files');
    const before = pdf.slice(Math.max(0, index - DICTIONARY), index);
    const behind = pdf.slice(index, index + DICTIONARY);
    const stream = behind.indexOf('stream');
    // The list of all files in the catalog has no stream.
    if (stream === -1 || behind.slice(0, stream).includes('endobj')) continue;
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1) + behind.slice(0, stream);
    const start = index + stream + (behind[stream + 6] === '\r' ? 8 : 7);
    yield plainMember('', unfiltered(dictionary, content.subarray(start)));
    files++;
  }
  if (files === 0) return;
  const ends =
    pdf.slice(0, NAMES_SEARCHED) + pdf.slice(Math.max(NAMES_SEARCHED, pdf.length - NAMES_SEARCHED));
  for (const [, name = ''] of [...ends.matchAll(PDF_NAME)].slice(0, MAX_ENTRIES))
    yield plainMember(name.replaceAll('\0', ''), new Uint8Array());
}

function unfiltered(dictionary: string, data: Buffer): Buffer {
  const filters = dictionary.match(/\/(?:\w+Decode|Crypt)\b/g) ?? [];
  if (filters.length === 0) {
    const end = data.indexOf('endstream');
    return end === -1 ? data : data.subarray(0, end);
  }
  if (filters.join() !== '/FlateDecode') throw new Error('a file is packed in an unknown way');
  return inflateSync(data, { maxOutputLength: MAX_INNER, finishFlush: constants.Z_SYNC_FLUSH });
}
