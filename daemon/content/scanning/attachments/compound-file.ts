/**
 * A storage or stream of a compound file (MS-CFB), the container of `.doc`, `.xls`, `.ppt`, `.msg` and
 * `.msi`.
 */
export interface CompoundEntry {
  readonly name: string;
  /** Name of the storage that it is in; empty for those that no storage lists. */
  readonly storage: string;
  readonly isStream: boolean;
  readonly size: number;
  /** At most `most` bytes. */
  read(most?: number): Buffer;
}

const LAST_SECTOR = 0xfffffff9;
const NO_ENTRY = 0xffffffff;
const ENTRY_LENGTH = 128;
const MINI_SECTOR = 64;
const HEADER_FAT_SECTORS = 109;
const STORAGE = 1;
const STREAM = 2;
const ROOT = 5;
const MAX_ENTRIES = 20_000;

interface RawEntry {
  readonly name: string;
  readonly kind: number;
  readonly siblings: readonly number[];
  readonly child: number;
  readonly classId: string;
  readonly start: number;
  readonly size: number;
}

/**
 * Reads a compound file in memory. Everything is bounded by the length of the file; throws when it's damaged.
 */
export class CompoundFile {
  readonly entries: readonly CompoundEntry[];
  /** Of the root, as hexadecimal digits in the order of the file. */
  readonly classId: string;
  readonly #bytes: Buffer;
  readonly #sectorSize: number;
  readonly #fat: readonly number[];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const shift = bytes.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw new Error('a sector has an impossible size');
    this.#sectorSize = 1 << shift;
    this.#fat = this.#readFat();
    const raw = this.#readDirectory();
    const root = raw.find(({ kind }) => kind === ROOT);
    if (!root) throw new Error('the root is missing');
    this.classId = root.classId;
    const miniCutoff = bytes.readUInt32LE(56);
    const miniStream = this.#chain(root.start, root.size);
    const miniFat = words(this.#chain(bytes.readUInt32LE(60), bytes.length));
    const storages = storageNames(raw);
    this.entries = raw.flatMap((entry, index) => {
      const { name, kind, start, size } = entry;
      if (kind !== STORAGE && kind !== STREAM) return [];
      const isMini = size < miniCutoff;
      const read = (most = size) =>
        isMini
          ? chained(
              { source: miniStream, sectorSize: MINI_SECTOR, next: miniFat },
              start,
              Math.min(size, most),
            )
          : this.#chain(start, Math.min(size, most));
      return [{ name, size, read, storage: storages.get(index) ?? '', isStream: kind === STREAM }];
    });
  }

  #readFat(): number[] {
    const bytes = this.#bytes;
    const sectors = Array.from({ length: HEADER_FAT_SECTORS }, (_, index) =>
      bytes.readUInt32LE(76 + 4 * index),
    );
    const most = Math.ceil(bytes.length / this.#sectorSize);
    let next = bytes.readUInt32LE(68);
    for (let count = 0; next < LAST_SECTOR && count < most; count++) {
      const more = words(this.#sector(next));
      next = more.pop() ?? LAST_SECTOR;
      sectors.push(...more);
    }
    const used = sectors.filter((sector) => sector < LAST_SECTOR).slice(0, most);
    return used.flatMap((sector) => words(this.#sector(sector)));
  }

  #readDirectory(): RawEntry[] {
    const directory = this.#chain(this.#bytes.readUInt32LE(48), this.#bytes.length);
    const count = Math.min(Math.floor(directory.length / ENTRY_LENGTH), MAX_ENTRIES);
    return Array.from({ length: count }, (_, index) => {
      const entry = directory.subarray(index * ENTRY_LENGTH, (index + 1) * ENTRY_LENGTH);
      const nameLength = Math.min(64, Math.max(2, entry.readUInt16LE(64))) - 2;
      return {
        name: entry.toString('utf16le', 0, nameLength),
        kind: entry.readUInt8(66),
        siblings: [entry.readUInt32LE(68), entry.readUInt32LE(72)],
        child: entry.readUInt32LE(76),
        classId: entry.toString('hex', 80, 96),
        start: entry.readUInt32LE(116),
        size: Math.min(entry.readUInt32LE(120), this.#bytes.length),
      };
    });
  }

  #sector(number: number): Buffer {
    const start = (number + 1) * this.#sectorSize;
    if (start >= this.#bytes.length) throw new Error('a sector lies behind the end of the file');
    return this.#bytes.subarray(start, start + this.#sectorSize);
  }

  #chain(start: number, size: number): Buffer {
    const source = this.#bytes.subarray(this.#sectorSize);
    return chained({ source, sectorSize: this.#sectorSize, next: this.#fat }, start, size);
  }
}

/** A row of sectors of one size, and the number of the sector that follows each. */
interface Sectors {
  readonly source: Buffer;
  readonly sectorSize: number;
  readonly next: readonly number[];
}

/** The bytes of a chain of sectors, at most `size`; ends early where the chain is broken. */
function chained({ source, sectorSize, next }: Sectors, start: number, size: number): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  let sector = start;
  while (length < size && sector < LAST_SECTOR && parts.length <= next.length) {
    const part = source.subarray(sector * sectorSize, (sector + 1) * sectorSize);
    if (part.length === 0) break;
    parts.push(part);
    length += part.length;
    sector = next[sector] ?? LAST_SECTOR;
  }
  return Buffer.concat(parts).subarray(0, size);
}

function words(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(4 * index));
}

/** The name of the storage of each entry; entries of one storage are a tree of siblings. */
function storageNames(entries: readonly RawEntry[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { kind, child, name } of entries) {
    const open = kind === STORAGE || kind === ROOT ? [child] : [];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const entry = entries[index];
      if (index === NO_ENTRY || !entry || names.has(index)) continue;
      names.set(index, name);
      open.push(...entry.siblings);
    }
  }
  return names;
}
