import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { OpenArchive } from '../../../daemon/content/archives/open-archive.ts';
import { TAR_XZ } from '../../support/archives.ts';

/** The xz with a dictionary of `size` as LZMA2 codes it: 34 is 512 MB, 36 is 1 GB. */
function withDictionary(size: number): Buffer {
  const file = Buffer.from(TAR_XZ);
  const header = 12;
  const length = 4 * (file.readUInt8(header) + 1);
  const properties = file.indexOf(Buffer.from([0x21, 1]), header) + 2;
  file.writeUInt8(size, properties);
  file.writeUInt32LE(crc32(file.subarray(header, header + length - 4)), header + length - 4);
  return file;
}

async function namesIn(content: Buffer): Promise<string[]> {
  const archive = await OpenArchive.open(content);
  return [...archive.files()].map(({ name }) => name);
}

describe('an archive that is read in WebAssembly', () => {
  it('may ask for the memory of usual dictionaries: 64 MB', async () => {
    expect(await namesIn(withDictionary(28))).toEqual(['list.txt']);
  });

  it('gets no more than 256 MB: a dictionary of 1 GB cannot be read', async () => {
    await expect(namesIn(withDictionary(36))).rejects.toThrow();
  });
});
