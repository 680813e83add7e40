import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ArchiveReader, libarchiveWasm } from 'libarchive-wasm';

/** What is read by libarchive: it runs as WebAssembly, so that a hostile archive reaches its own memory and nothing else. */

const PAGE = 65_536;
/** Pages that one archive may take; the largest dictionaries in use need a quarter of it. */
const MAX_PAGES = 256_000_000 / PAGE;
/** Bytes that are unpacked at a time. */
const CHUNK = 256 * 1024;

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
interface Instance {
  readonly exports: Readonly<Record<string, unknown>>;
}
/** As far as it is used here: the types of Node leave it to those of browsers. */
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

/** One for each archive: what one leaves behind in the memory does not meet the next. */
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

/** Bytes that the files of one archive may unpack to, as they say; passing over one can mean to unpack it. */
const MAX_UNPACKED = 200_000_000;
const MAX_FILES = 5000;
/** What the numbers of the library do not hold any more turns negative. */
const BEYOND_NUMBERS = 2 ** 31;

export interface ArchivedFile {
  /** The path, as the archive has it. */
  readonly name: string;
  /** Bytes, as the archive says. */
  readonly size: number;
  readonly encrypted: boolean;
  /** The first bytes of the file, at most so many; throws when they cannot be had. */
  first(bytes: number): Uint8Array;
}

/** An archive that is read from its beginning to its end, once. */
export class OpenArchive {
  readonly #reader: ArchiveReader;
  #incomplete = false;

  private constructor(reader: ArchiveReader) {
    this.#reader = reader;
  }

  /** Throws when the bytes are no archive that can be read here. */
  static async open(content: Uint8Array): Promise<OpenArchive> {
    const library = await freshLibrary();
    const bytes = new Int8Array(content.buffer, content.byteOffset, content.byteLength);
    return new OpenArchive(new ArchiveReader(library, bytes));
  }

  /** Files in their order; ends early at what cannot be read, and where there is too much. */
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

  /** Something in it needs a password; known after its files. */
  get encrypted(): boolean {
    return this.#reader.hasEncryptedData() === true;
  }

  /** Not all of it could be read; known after its files. */
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
