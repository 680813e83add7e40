import { deflateSync } from 'node:zlib';

/** Small programs, and containers of Microsoft programs that hold files. */

/** The headers of a Windows program. */
export const WINDOWS_PROGRAM = Buffer.concat([
  Buffer.from('MZ'),
  Buffer.alloc(58),
  Buffer.from([0x40, 0, 0, 0]),
  Buffer.from('PE\0\0'),
  Buffer.alloc(300),
]);
export const LINUX_PROGRAM = Buffer.concat([
  Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
  Buffer.alloc(9),
  Buffer.from([2, 0, 0x3e, 0, 1, 0, 0, 0]),
  Buffer.alloc(40),
]);
export const MAC_PROGRAM = Buffer.concat([
  Buffer.from('cffaedfe0700000103000000020000000100000000000000', 'hex'),
  Buffer.alloc(40),
]);
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const SECTOR = 512;
const MINI_SECTOR = 64;
const MINI_CUTOFF = 4096;
const END = 0xfffffffe;
const FAT_SECTOR = 0xfffffffd;
const NONE = 0xffffffff;

export interface Stream {
  /** Storage in the root that it is in; absent: the root itself. */
  readonly storage?: string;
  readonly name: string;
  readonly content: Buffer;
}

const number = (value: number, bytes = 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};
const padded = (content: Buffer, unit: number) =>
  Buffer.concat([content, Buffer.alloc((unit - (content.length % unit)) % unit)]);
const chainFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => (index === count - 1 ? END : first + index + 1));
const wordsOf = (values: readonly number[]) => Buffer.concat(values.map((value) => number(value)));

/** A compound file (MS-CFB): small streams lie in the mini stream, larger ones in sectors of their own. */
export function compoundFile(streams: readonly Stream[], classId = Buffer.alloc(16)): Buffer {
  const sectors: Buffer[] = [];
  const fat: number[] = [];
  const add = (content: Buffer) => {
    const bytes = padded(content, SECTOR);
    const start = sectors.length;
    const count = bytes.length / SECTOR;
    for (let index = 0; index < count; index++)
      sectors.push(bytes.subarray(index * SECTOR, (index + 1) * SECTOR));
    fat.push(...chainFrom(start, count));
    return count === 0 ? END : start;
  };
  let mini = Buffer.alloc(0);
  const miniFat: number[] = [];
  const starts = streams.map(({ content }) => {
    if (content.length >= MINI_CUTOFF) return add(content);
    const start = mini.length / MINI_SECTOR;
    mini = Buffer.concat([mini, padded(content, MINI_SECTOR)]);
    miniFat.push(...chainFrom(start, mini.length / MINI_SECTOR - start));
    return start;
  });
  const miniStart = add(mini);
  const miniFatStart = add(wordsOf(miniFat));
  const storages = [...new Set(streams.flatMap(({ storage }) => storage ?? []))];
  // Root, then storages, then streams; siblings are a list by their right links.
  const streamIndex = (index: number) => 1 + storages.length + index;
  const childrenOf = (storage: string | undefined) =>
    streams.flatMap((stream, index) => (stream.storage === storage ? [streamIndex(index)] : []));
  const inRoot = [...storages.map((_, index) => index + 1), ...childrenOf(undefined)];
  const rightOf = (siblings: readonly number[], index: number) =>
    siblings[siblings.indexOf(index) + 1] ?? NONE;
  const entry = (
    name: string,
    kind: number,
    links: { right?: number; child?: number },
    start = 0,
    size = 0,
  ) => {
    const bytes = Buffer.alloc(128);
    bytes.write(name, 'utf16le');
    bytes.writeUInt16LE(2 * name.length + 2, 64);
    bytes.writeUInt8(kind, 66);
    bytes.writeUInt32LE(NONE, 68);
    bytes.writeUInt32LE(links.right ?? NONE, 72);
    bytes.writeUInt32LE(links.child ?? NONE, 76);
    bytes.writeUInt32LE(start, 116);
    bytes.writeUInt32LE(size, 120);
    return bytes;
  };
  const root = entry(
    'Root Entry',
    5,
    inRoot[0] === undefined ? {} : { child: inRoot[0] },
    miniStart,
    mini.length,
  );
  classId.copy(root, 80);
  const directory = add(
    Buffer.concat([
      root,
      ...storages.map((name, index) =>
        entry(name, 1, { right: rightOf(inRoot, index + 1), child: childrenOf(name)[0] ?? NONE }),
      ),
      ...streams.map(({ name, storage, content }, index) => {
        const siblings = storage === undefined ? inRoot : childrenOf(storage);
        const right = rightOf(siblings, streamIndex(index));
        return entry(name, 2, { right }, starts[index], content.length);
      }),
    ]),
  );
  const fatSectors = Math.ceil((fat.length + Math.ceil(fat.length / 127) + 1) / 128);
  const fatStart = sectors.length;
  for (let index = 0; index < fatSectors; index++) fat.push(FAT_SECTOR);
  sectors.push(padded(wordsOf(fat), fatSectors * SECTOR));
  const header = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(16),
    ...[0x3e, 3, 0xfffe, 9, 6].map((value) => number(value, 2)),
    Buffer.alloc(10),
    ...[fatSectors, directory, 0, MINI_CUTOFF, miniFatStart, 1, END, 0].map((value) => number(value)),
    wordsOf(Array.from({ length: 109 }, (_, index) => (index < fatSectors ? fatStart + index : NONE))),
  ]);
  return Buffer.concat([header, ...sectors]);
}

const text = (value: string) => Buffer.from(`${value}\0`, 'latin1');

/** An object of the packager, as Office keeps files that are put into documents. */
export function packagedObject(name: string, content: Buffer): Buffer {
  const path = text(`C:\\Users\\tom\\${name}`);
  const body = Buffer.concat([
    number(2, 2),
    text(name),
    text(`C:\\${name}`),
    number(0, 2),
    number(3, 2),
    number(path.length),
    path,
    number(content.length),
    content,
  ]);
  return compoundFile([{ name: '\u0001Ole10Native', content: Buffer.concat([number(body.length), body]) }]);
}

/** An Outlook message with attachments. */
export function outlookMessage(files: Readonly<Record<string, Buffer>>): Buffer {
  return compoundFile([
    { name: '__properties_version1.0', content: Buffer.alloc(32) },
    ...Object.entries(files).flatMap(([name, content], index) => {
      const storage = `__attach_version1.0_#0000000${index}`;
      return [
        { storage, name: '__substg1.0_3707001F', content: Buffer.from(name, 'utf16le') },
        { storage, name: '__substg1.0_37010102', content },
      ];
    }),
  ]);
}

/** A `winmail.dat` with attachments. */
export function tnef(files: Readonly<Record<string, Buffer>>): Buffer {
  const attribute = (level: number, id: number, data: Buffer) => {
    const sum = data.reduce((total, byte) => (total + byte) & 0xffff, 0);
    return Buffer.concat([number(level, 1), number(id), number(data.length), data, number(sum, 2)]);
  };
  return Buffer.concat([
    Buffer.from('789f3e220100', 'hex'),
    attribute(1, 0x00089006, Buffer.from([0, 0, 1, 0])),
    ...Object.entries(files).flatMap(([name, content]) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      attribute(2, 0x0006800f, content),
      attribute(2, 0x00018010, text(name)),
    ]),
  ]);
}

/** A OneNote section with files. */
export function oneNote(files: Readonly<Record<string, Buffer>>): Buffer {
  return Buffer.concat([
    Buffer.from('e4525c7b8cd8a74daeb15378d02996d3', 'hex'),
    Buffer.alloc(1008),
    ...Object.entries(files).flatMap(([name, content]) => [
      Buffer.from('\0\0\x1c', 'latin1'),
      Buffer.from(`${name}\0`, 'utf16le'),
      Buffer.from('e716e3bd65261145a4c48d4d0b7a9eac', 'hex'),
      number(content.length, 6),
      Buffer.alloc(14),
      padded(content, 8),
    ]),
  ]);
}

/** A PDF with a file in it. */
export function pdfWith(name: string, content: Buffer): Buffer {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj<</Type/Filespec/F(${name})/UF(${name})/EF<</F 2 0 R>>>>endobj\n2 0 obj<</Type/EmbeddedFile/Filter/FlateDecode/Length ${packed.length}>>stream\r\n`,
    ),
    packed,
    Buffer.from('\nendstream endobj\n3 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 3 0 R>>\n%%EOF\n'),
  ]);
}
