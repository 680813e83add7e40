import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ExtractionError } from './outcome.ts';
import { readXml, type XmlHandler } from './xml.ts';

const MAX_ENTRIES = 10_000;
/** Declared unpacked bytes of a package, and of one part. */
const MAX_UNPACKED = 400_000_000;
const MAX_PART = 100_000_000;
/** Ratio of unpacked to packed bytes beyond which a large package isn't a document. */
const MAX_RATIO = 200;
const SMALL = 10_000_000;

const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Parts of an Office Open XML file, unpacked on demand and never beyond their declared size. */
export class OfficePackage {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #read = new Set<string>();

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  static async open(content: Uint8Array): Promise<OfficePackage> {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    // Office stores an encrypted document in a compound file.
    if (bytes.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) throw new ExtractionError('encrypted');
    try {
      const zip = await fromBufferPromise(bytes);
      return new OfficePackage(zip, await entriesOf(zip, bytes.length));
    } catch (error) {
      throw error instanceof ExtractionError ? error : new ExtractionError('malformed');
    }
  }

  /** Names of matching parts, in the order of their numbers. */
  names(pattern: RegExp): string[] {
    return [...this.#entries.keys()]
      .filter((name) => pattern.test(name))
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Whether a reader requested the part. */
  wasRead(name: string): boolean {
    return this.#read.has(name);
  }

  async bytes(name: string): Promise<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) return new Uint8Array();
    const parts: Buffer[] = [];
    for await (const part of await this.#stream(entry)) parts.push(part as Buffer);
    return Buffer.concat(parts);
  }

  async read(name: string, handler: XmlHandler): Promise<void> {
    this.#read.add(name);
    const entry = this.#entries.get(name);
    if (!entry) return;
    try {
      await readXml(await this.#stream(entry), handler);
    } catch (error) {
      throw error instanceof ExtractionError ? error : new ExtractionError('malformed');
    }
  }

  async #stream(entry: Entry): Promise<Readable> {
    if (entry.isEncrypted()) throw new ExtractionError('encrypted');
    if (entry.uncompressedSize > MAX_PART) throw new ExtractionError('expands_too_much');
    return this.#zip.openReadStreamPromise(entry);
  }
}

async function entriesOf(zip: ZipFile, packedBytes: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new ExtractionError('expands_too_much');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > MAX_UNPACKED || (unpacked > SMALL && unpacked > MAX_RATIO * packedBytes)) {
      throw new ExtractionError('expands_too_much');
    }
    // The first part with a name counts.
    const name = entry.fileName.toLowerCase();
    if (!entries.has(name)) entries.set(name, entry);
  }
  return entries;
}
