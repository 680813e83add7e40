import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { extensionsOf } from './extensions.ts';
import { ARCHIVE_LEVELS, type Archive, type Budget, MAX_ENTRIES } from './listing.ts';

/** Files that are zips themselves, whatever they are called by. */
const NESTED = new Set(
  'zip jar war apk docx docm dotx dotm xlsx xlsm xltx xltm pptx pptm potx ppsx ppsm odt ods odp epub'.split(
    ' ',
  ),
);

/** Lists a zip by its directory and looks into the zips inside, as long as the budget lasts. */
export async function listZip(content: Uint8Array, budget: Budget, depth = 0): Promise<Archive> {
  const found = { names: [] as string[], encrypted: false, incomplete: false };
  try {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: false });
    for await (const entry of zip.eachEntry()) {
      if (found.names.length >= MAX_ENTRIES) return { ...found, incomplete: true };
      found.names.push(entry.fileName);
      if (entry.isEncrypted()) found.encrypted = true;
      else if (isNested(entry)) await lookInto(zip, entry, budget, depth, found);
    }
  } catch {
    // Damaged, or with names that lead out of the folder that it is unpacked to.
    found.incomplete = true;
  }
  return found;
}

function isNested({ fileName, uncompressedSize }: Entry): boolean {
  return uncompressedSize > 0 && NESTED.has(extensionsOf(fileName).at(-1) ?? '');
}

async function lookInto(
  zip: ZipFile,
  entry: Entry,
  budget: Budget,
  depth: number,
  found: { names: string[]; encrypted: boolean; incomplete: boolean },
): Promise<void> {
  if (depth + 1 >= ARCHIVE_LEVELS || entry.uncompressedSize > budget.bytes) {
    found.incomplete = true;
    return;
  }
  budget.bytes -= entry.uncompressedSize;
  const inner = await listZip(await unpacked(zip, entry), budget, depth + 1);
  found.names.push(...inner.names.map((name) => `${entry.fileName}/${name}`));
  found.encrypted ||= inner.encrypted;
  found.incomplete ||= inner.incomplete;
}

/** Never more than the directory says. */
async function unpacked(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  let total = 0;
  for await (const part of await zip.openReadStreamPromise(entry)) {
    total += (part as Buffer).length;
    if (total > entry.uncompressedSize) throw new Error('an entry is larger than its archive says');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
