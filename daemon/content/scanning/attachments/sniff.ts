import { fileTypeFromBuffer } from 'file-type';
import type { ScanAttachment } from '../types.ts';
import { extensionsOf } from './extensions.ts';

const SNIFFED_PREFIX = 1_000_000;
const TEXT_SAMPLE = 4096;
/** Bytes; fewer aren't enough to decide. */
const SHORTEST_UTF16 = 16;

export const EMAIL = 'message/rfc822';

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

export interface Sniffed {
  readonly type: string;
  readonly extension: string | null;
}

const ascii = (text: string) => Buffer.from(text, 'latin1');

/** Containers that file-type doesn't know, by their first bytes. */
const CONTAINERS: readonly (readonly [Buffer, string, string])[] = [
  [Buffer.from('789f3e22', 'hex'), 'application/vnd.ms-tnef', 'tnef'],
  [Buffer.from('e4525c7b8cd8a74daeb15378d02996d3', 'hex'), 'application/onenote', 'one'],
  [ascii('vhdxfile'), 'application/x-disk-image', 'vhdx'],
  [ascii('conectix'), 'application/x-disk-image', 'vhd'],
  [ascii('KDMV'), 'application/x-disk-image', 'vmdk'],
  [ascii('QFI\xfb'), 'application/x-disk-image', 'qcow2'],
  [ascii('MSWIM\0\0\0'), 'application/x-disk-image', 'wim'],
  // Properties of 0x5d and a dictionary of at least 64 KB, which is what packers write by default.
  [Buffer.from('5d0000', 'hex'), 'application/x-lzma', 'lzma'],
  [ascii('ActiveMime\0'), 'application/x-mso', 'mso'],
];
/** Offset of the descriptor of a disk in UDF, and of the mark of a boot sector. */
const UDF_DESCRIPTOR = 32_769;
const BOOT_MARK = 510;
/** Bytes at the end of a disk image that say what it is. */
const TRAILER = 512;

function containerType(content: Buffer): Sniffed | null {
  const known = CONTAINERS.find(([start]) => content.subarray(0, start.length).equals(start));
  if (known)
    return known[1] === 'application/x-lzma' && !isLzma(content)
      ? null
      : { type: known[1], extension: known[2] };
  return isDisk(content) ? { type: 'application/x-disk-image', extension: 'img' } : null;
}

function isLzma(content: Buffer): boolean {
  if (content.length < 14) return false;
  const [low, high] = [content.readUInt32LE(5), content.readUInt32LE(9)];
  return (low === 0xffffffff && high === 0xffffffff) || high === 0;
}

function isDisk(content: Buffer): boolean {
  if (content.length < 2 * TRAILER) return false;
  const trailer = content.toString('latin1', content.length - TRAILER, content.length - TRAILER + 8);
  if (trailer === 'conectix' || trailer.startsWith('koly')) return true;
  if (content.toString('latin1', UDF_DESCRIPTOR, UDF_DESCRIPTOR + 5) === 'BEA01') return true;
  if (content.readUInt16BE(BOOT_MARK) !== 0x55aa) return false;
  return /^.{3}(?:NTFS {4}|EXFAT {3})|^.{54}FAT1[26]|^.{82}FAT32/s.test(content.toString('latin1', 0, 96));
}

export async function sniff(content: Uint8Array): Promise<Sniffed> {
  const prefix = content.subarray(0, SNIFFED_PREFIX);
  const known = await fileTypeFromBuffer(prefix).catch(() => undefined);
  if (known && known.mime !== 'application/xml') return { type: known.mime, extension: known.ext };
  const container = containerType(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  if (container) return container;
  const sample = content.subarray(0, TEXT_SAMPLE);
  if (content.length === 0 || !looksLikeText(sample))
    return { type: 'application/octet-stream', extension: null };
  const text = Buffer.from(sample).toString('latin1');
  for (const [pattern, type, extension] of TEXT_TYPES) if (pattern.test(text)) return { type, extension };
  return known ? { type: known.mime, extension: known.ext } : { type: 'text/plain', extension: 'txt' };
}

export type File = Pick<ScanAttachment, 'filename' | 'declaredType' | 'content'>;

/** Media type of a file, detected from its bytes; `application/octet-stream` when nothing is known. */
export async function sniffType(file: File): Promise<string> {
  return labelled(await sniff(file.content), file).type;
}

/** Tables and some messages can't be told from other text by their bytes, so the declared type counts. */
export function labelled({ type, extension }: Sniffed, { filename, declaredType }: File): Sniffed {
  if (type !== 'text/plain') return { type, extension };
  const last = extensionsOf(filename ?? '').at(-1);
  if (last === 'csv' || declaredType === 'text/csv') return { type: 'text/csv', extension: 'csv' };
  // Only some messages start with a field that no other text starts with.
  if (last === 'eml' || declaredType === EMAIL) return { type: EMAIL, extension: 'eml' };
  return { type, extension };
}
