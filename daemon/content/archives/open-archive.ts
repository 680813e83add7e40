import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ArchiveReader, libarchiveWasm } from 'libarchive-wasm';

/** libarchive runs as WebAssembly, so that a hostile archive reaches only its own memory. */

const PAGE = 65_536;
/** Memory pages of one archive; the largest dictionaries in use need a quarter. */
const MAX_PAGES = 256_000_000 / PAGE;
/** Bytes unpacked at a time. */
const CHUNK = 256 * 1024;

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
interface Instance {
  readonly exports: Readonly<Record<string, unknown>>;
}
/** Declared here because Node's types leave WebAssembly to the DOM's. */
const { compile, Instance, Memory } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly compile: (bytes: Uint8Array) => Promise<object>;
      readonly Instance: new (module: object, imports: object) => Instance;
      readonly Memory: new (descriptor: { initial: number }) => Memory;
    };
  }
).WebAssembly;

const { resolve } = createRequire(import.meta.url);
let compiled: Promise<object> | undefined;

function libraryModule(): Promise<object> {
  compiled ??= readFile(resolve('libarchive-wasm/dist/libarchive.wasm')).then(compile);
  return compiled;
}

type Library = Awaited<ReturnType<typeof libarchiveWasm>>;

/** A fresh instance for each archive: nothing in memory carries over. */
async function freshLibrary(): Promise<Library> {
  const module = await libraryModule();
  return libarchiveWasm({
    instantiateWasm(imports: object, done: (instance: Instance) => void) {
      const instance = new Instance(module, imports);
      for (const exported of Object.values(instance.exports)) {
        if (exported instanceof Memory) bound(exported);
      }
      done(instance);
      return instance.exports;
    },
    print() {},
    printErr() {},
  });
}

function bound(memory: Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength / PAGE + pages > MAX_PAGES)
      throw new RangeError('the archive needs too much');
    return grow(pages);
  };
}

/** Declared size of all files in an archive. Skipping a file can require unpacking it. */
const MAX_UNPACKED = 200_000_000;
const MAX_FILES = 5000;
/** Larger sizes overflow the library's numbers and become negative. */
const BEYOND_NUMBERS = 2 ** 31;

export interface ArchivedFile {
  /** Path within the archive. */
  readonly name: string;
  /** Declared size in bytes. */
  readonly size: number;
  readonly encrypted: boolean;
  /** The first bytes of the file, at most this many; throws when they can't be read. */
  first(bytes: number): Uint8Array;
}

/** An archive, read once from beginning to end. */
export class OpenArchive {
  readonly #reader: ArchiveReader;
  #incomplete = false;

  private constructor(reader: ArchiveReader) {
    this.#reader = reader;
  }

  /** Throws when the archive's kind is unknown. */
  static async open(content: Uint8Array): Promise<OpenArchive> {
    const library = await freshLibrary();
    const bytes = new Int8Array(content.buffer, content.byteOffset, content.byteLength);
    return new OpenArchive(new ArchiveReader(library, bytes));
  }

  /** Files in order; ends early at an unreadable file and at the limits. */
  *files(): Generator<ArchivedFile> {
    const reader = this.#reader;
    let unpacked = 0;
    let count = 0;
    try {
      for (const entry of reader.entries()) {
        const said = entry.getSize();
        const size = said < 0 ? BEYOND_NUMBERS : said;
        unpacked += size;
        if (entry.getFiletype() !== 'Directory') {
          const name = entry.getPathname() ?? '';
          yield { name, size, encrypted: entry.isEncrypted(), first: (bytes) => firstBytes(reader, bytes) };
        }
        if (++count >= MAX_FILES || unpacked > MAX_UNPACKED) {
          this.#incomplete = true;
          return;
        }
      }
    } catch {
      this.#incomplete = true;
    }
  }

  /** Any file needs a password; known after iterating. */
  get encrypted(): boolean {
    return this.#reader.hasEncryptedData() === true;
  }

  /** Not every file could be read; known after iterating. */
  get incomplete(): boolean {
    const { libarchive, archive } = this.#reader;
    return this.#incomplete || (libarchive.error_string(archive) ?? '') !== '';
  }
}

function firstBytes(reader: ArchiveReader, limit: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < limit) {
    const { buffer, byteLength } = reader.readData(Math.min(CHUNK, limit - length));
    if (byteLength === 0) break;
    parts.push(new Uint8Array(buffer));
    length += byteLength;
  }
  return Buffer.concat(parts);
}
