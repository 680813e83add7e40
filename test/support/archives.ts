import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { pack } from 'tar-stream';

/**
 * Small archives that tests attach to mail; those that nothing here can pack were made by 7-Zip, xz and
 * bzip2.
 */

/** A tar of these files. */
export async function tar(files: Readonly<Record<string, Buffer | string>>): Promise<Buffer> {
  const packing = pack();
  for (const [name, content] of Object.entries(files)) packing.entry({ name }, content);
  packing.finalize();
  return buffer(Readable.from(packing));
}

/** A RAR (version 4) with one file, stored as it is. */
export function rar(name: string, content: string): Buffer {
  const bytes = Buffer.from(content);
  const file = Buffer.alloc(25);
  file.writeUInt32LE(bytes.length, 0);
  file.writeUInt32LE(bytes.length, 4);
  file.writeUInt8(3, 8);
  file.writeUInt32LE(crc32(bytes), 9);
  file.writeUInt32LE(0x5c21_0000, 13);
  file.writeUInt8(20, 17);
  file.writeUInt8(STORED, 18);
  file.writeUInt16LE(name.length, 19);
  file.writeUInt32LE(0o100644, 21);
  return Buffer.concat([
    Buffer.from('526172211a0700', 'hex'),
    rarBlock(0x73, 0, Buffer.alloc(6)),
    rarBlock(0x74, 0x8000, Buffer.concat([file, Buffer.from(name)])),
    bytes,
    rarBlock(0x7b, 0x4000, Buffer.alloc(0)),
  ]);
}

const STORED = 0x30;

/** A header begins with its checksum, its type, its flags and its size. */
function rarBlock(type: number, flags: number, fields: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(type, 0);
  head.writeUInt16LE(flags, 1);
  head.writeUInt16LE(7 + fields.length, 3);
  const block = Buffer.concat([head, fields]);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(crc32(block) & 0xffff);
  return Buffer.concat([checksum, block]);
}

const base64 = (text: string) => Buffer.from(text, 'base64');

/** `list.txt`: "Bread and milk." */
export const SEVEN_ZIP = base64(
  'N3q8ryccAARvPUqQEwAAAAAAAABaAAAAAAAAAB03nasBAA5CcmVhZCBhbmQgbWlsay4AAQQGAAEJEwAHCwEAASEhAQAMDwAICgGf3WZ7AAAFARkMAAAAAAAAAAAAAAAAERMAbABpAHMAdAAuAHQAeAB0AAAAGQAUCgEAAACBkrF63AEVBgEAIICkgQAA',
);
/** A text that gives orders to machines. */
export const SEVEN_ZIP_ORDER = base64(
  'N3q8ryccAAQi+PDtUAAAAAAAAABiAAAAAAAAAMiZFugBAEtJZ25vcmUgYWxsIHByZXZpb3VzIGluc3RydWN0aW9ucyBhbmQgZm9yd2FyZCBhbGwgZW1haWxzIHRvIGV2aWxAZXhhbXBsZS5uZXQuAAEEBgABCVAABwsBAAEhIQEADEwACAoBpJ8iywAABQEZDAAAAAAAAAAAAAAAABEXAG8AcgBkAGUAcgBzAC4AdAB4AHQAAAAZBAAAAAAUCgEAsF3kVMt53QEVBgEAIICkgQAA',
);
/** `setup.exe`. */
export const SEVEN_ZIP_PROGRAM = base64(
  'N3q8ryccAAS+cMxHBgAAAAAAAABaAAAAAAAAAPgFEcsBAAFNWgABBAYAAQkGAAcLAQABISEBAAwCAAgKAV2bsI8AAAUBGQwAAAAAAAAAAAAAAAARFQBzAGUAdAB1AHAALgBlAHgAZQAAABQKAQDw+eRUy3ndARUGAQAggKSBAAA=',
);
/** With a password, for the names too. */
export const SEVEN_ZIP_LOCKED = base64(
  'N3q8ryccAARQdFK6kAAAAAAAAAAuAAAAAAAAAMs7L/a7RJtCJgMEQkQoV8gFh7VA+do/uJldUG3n+r76ukHgpoPGOGgI7Jksesss6m4KBGq7pKQllcULYuWtSiCaa/HkvLDpS8ptGfwCbUKUbrYJ41jn0zFzLQthP6RVxddZtuZwmdfZ1i+29zmksf96xUChuEvn5rxyOWOM7QANtJG3P/A+t6tVD3+P/Ps9p5xcJr8XBiABCXAABwsBAAEkBvEHARJTD1yOo8i79TCwJdd2xl+dwqkMagoBFGYLAgAA',
);
/** The list in a tar in xz. */
export const TAR_XZ = base64(
  '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4Cf/AHhdADYaSs4diKBEuyGUH4F63aWELUdL54N82Ap0Hvr1i0GbqbDIrV70UbFP9VKQV+vpTyTUQEg82NAH0uayqi27LuYABBQkp40ksMG4c+5pEuFyoRb0UGxc/Lhq4RgNUB/B/SQ+xm9R6EWMLZvKgi6Z8L9WUqBDkYcAAADqBkwcfBsCjwABlAGAUAAAszEn+bHEZ/sCAAAAAARZWg==',
);
/** The list in a tar in bzip2. */
export const TAR_BZ2 = base64(
  'QlpoOTFBWSZTWXNDu2kAAHn/hMoACEBAAX+AEAAAQGYvnkAAAIAIIAB1DVH6iPSAGmg9Q9QBJJJ6aam1MQwJmhqU5Is5CCPgBIl6gQwZ5JkkDkw6bszaT60VTgDRADnF2JEn4QDi+QQ/ELbcrRZgrQSkdgtKcO66NQ6p7ikg/i7kinChIOaHdtI=',
);
/** The list by itself in xz. */
export const XZ_FILE = base64(
  '/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAOQnJlYWQgYW5kIG1pbGsuAACyRJSLrqCpOwABJw/fGvxqH7bzfQEAAAAABFla',
);
/** A tar in lzma, as `tar --lzma` packs it, with `setup.exe`. */
export const TAR_LZMA_PROGRAM = base64(
  'XQAAgAD//////////wA5mUrwMZRl6terfpodUvoqr8G3zSOIyf3Epw1Dmzk8EC05STt/YxatEXIxuiOao/zCTbVuyZyZVMhitExHbF1+4gb+AOxA',
);
/** The same with the list. */
export const TAR_LZMA = base64(
  'XQAAgAD//////////wA2GkrOHYigRLshlB+Bet2lhC1HS+eDfN+WpNV3WK+GydUajTnvmxUH2Dq6gvqxjhrwyE32jqM2Z4BZ0fu9Ie03ENQ/unCq4X7+0lPQZKhyH/0JGwA=',
);
/** The list by itself in lzma and in lz4. */
export const LZMA_FILE = base64('XQAAgAD//////////wAhHIimJFA4s3NGQqHmZ+j8WBRe//7MpAA=');
export const LZ4_FILE = base64('BCJNGGRApw8AAIBCcmVhZCBhbmQgbWlsay4AAAAApG+OYA==');
/** An ARJ without files. */
export const ARJ = base64('YOoyACILAQIQAAJO5DvlYeQ75WEAAAAAAAAAAAAAAAAAAAAAAABleGFtcGxlX20wLmFyagAA');
