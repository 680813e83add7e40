import { fileTypeFromBuffer } from 'file-type';
import { parseMessage } from '../../inbound/parse.ts';
import type { AttachmentFacts, ScanAttachment } from '../types.ts';
import { listArchive } from './archive.ts';
import {
  EXECUTABLE_EXTENSIONS,
  extensionsOf,
  familyOfType,
  MACRO_EXTENSIONS,
  SCRIPT_EXTENSIONS,
  SOURCE_EXTENSIONS,
} from './extensions.ts';

const SNIFFED_PREFIX = 1_000_000;
const TEXT_SAMPLE = 4096;
/** Bytes; of fewer, nobody can tell. */
const SHORTEST_UTF16 = 16;
const SEARCHED = 4_000_000;
const MAX_LISTED = 200;
/** An archive with fewer files than this is no source tree. */
const SMALL_ARCHIVE = 4;

const EMAIL = 'message/rfc822';

const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const TEXT_TYPES: readonly (readonly [RegExp, string, string])[] = [
  [/^\s*(?:<!--.{0,500}?-->\s*)?<(?:!doctype html|html|head|body)\b/is, 'text/html', 'html'],
  [/<svg[\s>]/i, 'image/svg+xml', 'svg'],
  [/^\s*<\?xml/i, 'application/xml', 'xml'],
  [/^\s*<\?php/i, 'application/x-httpd-php', 'php'],
  [/^#!/, 'text/x-script', 'sh'],
  [/^(?:From |Return-Path: |Received: |Delivered-To: |MIME-Version: )/, EMAIL, 'eml'],
  [/^\{\\rtf/, 'application/rtf', 'rtf'],
];

/** A byte order mark of UTF-16, whose text has zero bytes. */
function isMarkedUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Text in UTF-16 without a mark: every other byte is zero, and the others are letters. */
function isBareUtf16(sample: Uint8Array): boolean {
  const zeroAt = sample.indexOf(0);
  if (zeroAt < 0 || zeroAt > 1 || sample.length < SHORTEST_UTF16) return false;
  let odd = 0;
  for (const [index, byte] of sample.entries()) {
    const isZero = index % 2 === zeroAt;
    const isText = byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127);
    if (isZero ? byte !== 0 : !isText) odd++;
  }
  return odd <= sample.length / 50;
}

function looksLikeText(sample: Uint8Array): boolean {
  if (isMarkedUtf16(sample) || isBareUtf16(sample)) return true;
  let control = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) control++;
  }
  return control <= sample.length / 100;
}

interface Sniffed {
  readonly type: string;
  readonly extension: string | null;
}

async function sniff(content: Uint8Array): Promise<Sniffed> {
  const prefix = content.subarray(0, SNIFFED_PREFIX);
  const known = await fileTypeFromBuffer(prefix).catch(() => undefined);
  if (known && known.mime !== 'application/xml') return { type: known.mime, extension: known.ext };
  const sample = content.subarray(0, TEXT_SAMPLE);
  if (content.length === 0 || !looksLikeText(sample))
    return { type: 'application/octet-stream', extension: null };
  const text = latin1(sample);
  for (const [pattern, type, extension] of TEXT_TYPES) if (pattern.test(text)) return { type, extension };
  return known ? { type: known.mime, extension: known.ext } : { type: 'text/plain', extension: 'txt' };
}

type File = Pick<ScanAttachment, 'filename' | 'declaredType' | 'content'>;

/** Media type of a file, told from its bytes; `application/octet-stream` when nothing is known. */
export async function sniffType(file: File): Promise<string> {
  return asTable(await sniff(file.content), file).type;
}

/** Nothing in the bytes tells a table from other text, so there the sender is believed. */
function asTable({ type, extension }: Sniffed, { filename, declaredType }: File): Sniffed {
  const named = extensionsOf(filename ?? '').at(-1) === 'csv' || declaredType === 'text/csv';
  return type === 'text/plain' && named ? { type: 'text/csv', extension: 'csv' } : { type, extension };
}

const ACTIVE_PDF = /\/(?:JavaScript|JS|Launch|EmbeddedFile|OpenAction|AA)\b/g;
/** What runs on a server, by what it does there: templates and notes about code have the same brackets. */
const SERVER_SCRIPT =
  /<\?(?:php\b|=)[\s\S]{0,2000}?(?:\$_(?:get|post|request|cookie|files|server)\b|\b(?:eval|assert|system|exec|shell_exec|passthru|popen|proc_open|base64_decode|include|require)\s?\(|`)|<%@\s*(?:page|language)|<%[=!]?\s*(?:eval|execute(?:global)?|request|response|server|runtime|system|process)\b|<jsp:|<script\s+runat|<cfexecute/i;
const MARKUP_SCRIPT =
  /<script[\s>]|<(?:iframe|object|embed)\b|\son(?:load|error|click|begin|mouse\w+|focus\w*)\s*=|javascript:|<!ENTITY\s[^>]{0,200}(?:\bSYSTEM\b|\bPUBLIC\b|&)/i;
const SCRIPT_TAG = /<script[\s>]/i;
const SMUGGLING =
  /\batob\s{0,9}\(|new Blob|fromCharCode|unescape\s{0,9}\(|createObjectURL|msSaveOrOpenBlob|location\s{0,9}=/i;
const RTF_OBJECT = /\\obj(?:data|update|autlink|ocx)\b/;

function hasScript(type: string, content: Uint8Array): boolean {
  if (type === 'application/x-httpd-php' || type === 'text/x-script') return true;
  const text = latin1(content.subarray(0, SEARCHED));
  if (type === 'application/pdf') {
    const marks = new Set([...text.matchAll(ACTIVE_PDF)].slice(0, 50).map((match) => match[0].slice(0, 6)));
    return marks.has('/Launc') || ((marks.has('/JavaS') || marks.has('/JS')) && marks.size > 1);
  }
  if (type === 'image/svg+xml') return MARKUP_SCRIPT.test(text);
  if (type === 'text/html') return SCRIPT_TAG.test(text) && SMUGGLING.test(text);
  if (type === 'application/rtf') return RTF_OBJECT.test(text);
  if (type.startsWith('image/')) return /<\?php\b|<script\s+language\s*=\s*["']?php/i.test(text);
  return type.startsWith('text/') && SERVER_SCRIPT.test(text.slice(0, TEXT_SAMPLE));
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le').toString('latin1');
const ENCRYPTED_OFFICE = utf16('EncryptedPackage');
const VBA_STREAMS = [utf16('_VBA_PROJECT'), utf16('VBA'), utf16('Macros')];
const SEVEN_ZIP_AES = '\x06\xf1\x07\x01';
const RAR5_SIGNATURE = Buffer.from('526172211a070100', 'hex');
const RAR4_SIGNATURE = Buffer.from('526172211a0700', 'hex');
const RAR5_ENCRYPTION_HEADER = 4;
const RAR4_HEADERS_ENCRYPTED = 0x80;

/** RAR 5: the first header, after its checksum and size, is of type 4. RAR 4: a flag of the archive header. */
function isEncryptedRar(content: Uint8Array): boolean {
  const head = Buffer.from(content.subarray(0, 16));
  if (head.subarray(0, 8).equals(RAR5_SIGNATURE)) {
    return [13].some((offset) => head[offset] === RAR5_ENCRYPTION_HEADER);
  }
  return head.subarray(0, 7).equals(RAR4_SIGNATURE) && ((head[10] ?? 0) & RAR4_HEADERS_ENCRYPTED) !== 0;
}

async function isEncrypted(type: string, content: Uint8Array): Promise<boolean> {
  if (type === 'application/pdf') return isLockedPdf(content);
  if (type === 'application/x-cfb') return latin1(content.subarray(0, SEARCHED)).includes(ENCRYPTED_OFFICE);
  if (type === 'application/x-7z-compressed')
    return latin1(content.subarray(-65_536)).includes(SEVEN_ZIP_AES);
  return isEncryptedRar(content);
}

/** Many invoices are encrypted so that nobody changes them, and open without a password. */
async function isLockedPdf(content: Uint8Array): Promise<boolean> {
  if (!/\/Encrypt\b/.test(latin1(content.subarray(-SEARCHED)))) return false;
  const { opensWithoutPassword } = await import('../../attachments/extract/pdf-document.ts');
  return !(await opensWithoutPassword(content));
}

/** Where Office and OpenDocument files keep theirs, at any depth of an archive. */
const MACRO_PART = /(?:^|\/)vbaProject\.bin$|\/macrosheets\/|(?:^|\.od[tspg]\/)Basic\//i;

function hasMacros(type: string, entries: readonly string[], content: Uint8Array): boolean {
  if (
    entries.some((name) => MACRO_PART.test(name) || MACRO_EXTENSIONS.has(extensionsOf(name).at(-1) ?? ''))
  ) {
    return true;
  }
  if (/macroenabled/i.test(type)) return true;
  if (type !== 'application/x-cfb') return false;
  const text = latin1(content.subarray(0, SEARCHED));
  return VBA_STREAMS.some((stream) => text.includes(stream));
}

function runnable(entries: readonly string[]): boolean {
  return entries.some((name) => {
    const extension = extensionsOf(name).at(-1) ?? '';
    const dangerous = EXECUTABLE_EXTENSIONS.has(extension) || SCRIPT_EXTENSIONS.has(extension);
    return dangerous && (entries.length < SMALL_ARCHIVE || !SOURCE_EXTENSIONS.has(extension));
  });
}

/** Parts of office documents, which are zip files; objects of other programs in them end in `.bin`. */
const OFFICE_MARK = /^\[Content_Types\]\.xml$|^(?:word|xl|ppt)\/|^content\.xml$/;
const OFFICE_PART =
  /(?:^|\/)(?:word|xl|ppt|visio|docProps|customXml|_rels|META-INF|Configurations2|Pictures|Object \d+|ObjectReplacements|OEBPS)\/.*$|(?:^|\/)\[Content_Types\]\.xml$/i;

/** Messages in messages that are looked into; a deeper one counts as not looked into. */
const MAX_MESSAGES = 5;

/** Tells an attachment from its bytes; name and declared type only tell tables from other text. */
export async function inspectAttachment(attachment: ScanAttachment, depth = 0): Promise<AttachmentFacts> {
  const { content } = attachment;
  const { type, extension } = asTable(await sniff(content), attachment);
  const isMessage = type === EMAIL || (type === 'text/plain' && claimsToBeMessage(attachment));
  if (isMessage) return inspectMessage(content, depth);
  const listing = await listArchive(type, content, attachment.filename);
  const office = familyOfType(type) === 'office' || listing.names.some((name) => OFFICE_MARK.test(name));
  const files = office ? listing.names.filter((name) => !OFFICE_PART.test(name)) : listing.names;
  return {
    sniffedType: type,
    sniffedExtension: extension,
    executable: familyOfType(type) === 'executable' || runnable(files),
    script: hasScript(type, content),
    archive: familyOfType(type) === 'archive',
    encrypted: listing.encrypted || (await isEncrypted(type, content)),
    macros: hasMacros(type, listing.names, content),
    entries: listing.names.slice(0, MAX_LISTED),
    entriesIncomplete: listing.incomplete,
  };
}

/** A message may begin with a field that no other text begins with, or not. */
function claimsToBeMessage({ filename, declaredType }: ScanAttachment): boolean {
  return declaredType === EMAIL || extensionsOf(filename ?? '').at(-1) === 'eml';
}

/** A message that was attached is what is attached to it. */
async function inspectMessage(content: Uint8Array, depth: number): Promise<AttachmentFacts> {
  const inner = await attachmentsOf(content, depth);
  const facts: AttachmentFacts[] = [];
  for (const attachment of inner ?? []) facts.push(await inspectAttachment(attachment, depth + 1));
  const names = (inner ?? []).map(({ filename }) => filename ?? '');
  const entries = names.flatMap((name, index) => [
    name,
    ...(facts[index]?.entries ?? []).map((entry) => `${name}/${entry}`),
  ]);
  return {
    sniffedType: EMAIL,
    sniffedExtension: 'eml',
    executable: facts.some(({ executable }) => executable) || runnable(names),
    script: facts.some(({ script }) => script),
    archive: inner === null || facts.some(({ archive }) => archive),
    encrypted: facts.some(({ encrypted }) => encrypted),
    macros: facts.some(({ macros }) => macros),
    entries: entries.slice(0, MAX_LISTED),
    entriesIncomplete: inner === null || facts.some(({ entriesIncomplete }) => entriesIncomplete),
  };
}

/** Null when the message is not taken apart. */
async function attachmentsOf(content: Uint8Array, depth: number): Promise<ScanAttachment[] | null> {
  if (depth >= MAX_MESSAGES) return null;
  try {
    const { attachments } = await parseMessage(content);
    return attachments.map((attachment) => ({ ...attachment, text: null }));
  } catch {
    return null;
  }
}
