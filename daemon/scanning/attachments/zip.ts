/** What the central directory of a zip says. */
export interface ZipListing {
  readonly names: readonly string[];
  readonly encrypted: boolean;
  /** Not all entries could be read. */
  readonly incomplete: boolean;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const MAX_COMMENT = 0xffff;
const MAX_ENTRIES = 5_000;
const ENCRYPTED = 1;
const STRONG_ENCRYPTION = 1 << 6;

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_SIZE - MAX_COMMENT);
  for (let offset = view.byteLength - END_SIZE; offset >= lowest; offset--) {
    if (view.getUint32(offset, true) === END_SIGNATURE) return offset;
  }
  return -1;
}

/**
 * Lists a zip without unpacking anything: names and whether an entry is encrypted, which no unpacking library
 * here tells (APPNOTE.TXT 4.3.12 and 4.4.4).
 */
export function listZip(content: Uint8Array): ZipListing {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const end = content.byteLength < END_SIZE ? -1 : findEnd(view);
  if (end === -1) return { names: [], encrypted: false, incomplete: true };
  const total = view.getUint16(end + 10, true);
  let offset = view.getUint32(end + 16, true);
  const names: string[] = [];
  let encrypted = false;
  while (names.length < Math.min(total, MAX_ENTRIES)) {
    if (offset + ENTRY_SIZE > content.byteLength || view.getUint32(offset, true) !== ENTRY_SIGNATURE) break;
    const flags = view.getUint16(offset + 8, true);
    if ((flags & (ENCRYPTED | STRONG_ENCRYPTION)) !== 0) encrypted = true;
    const nameLength = view.getUint16(offset + 28, true);
    const rest = view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
    const name = content.subarray(offset + ENTRY_SIZE, offset + ENTRY_SIZE + nameLength);
    names.push(Buffer.from(name.buffer, name.byteOffset, name.byteLength).toString('utf8'));
    offset += ENTRY_SIZE + nameLength + rest;
  }
  return { names, encrypted, incomplete: names.length < total };
}
