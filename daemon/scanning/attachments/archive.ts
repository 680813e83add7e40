import { createGunzip, createZstdDecompress } from 'node:zlib';
import { OpenArchive } from '../../archives/open-archive.ts';
import { familyOfType } from './extensions.ts';
import type { Archive } from './listing.ts';
import { listTar } from './tar.ts';
import { listZip } from './zip.ts';

/** Bytes that are unpacked in order to look into archives inside. */
const MAX_UNPACKED = 30_000_000;

const NOTHING: Archive = { names: [], encrypted: false, incomplete: false };
const NOT_LOOKED_INTO: Archive = { ...NOTHING, incomplete: true };

/** Packing of single files, which may be tars, by the usual ending of their names. */
const PACKINGS = {
  'application/gzip': { unpacker: createGunzip, ending: /\.gz$/i },
  'application/zstd': { unpacker: createZstdDecompress, ending: /\.zst$/i },
} as const;

const BY_LIBRARY = new Set([
  'application/x-7z-compressed',
  'application/x-rar-compressed',
  'application/vnd.rar',
  'application/x-xz',
  'application/x-bzip2',
]);

/** Lists what can be listed here; of archives that cannot, it says so. */
export async function listArchive(
  type: string,
  content: Uint8Array,
  filename: string | null,
): Promise<Archive> {
  if (startsWith(content, 0x50, 0x4b)) return listZip(content, { bytes: MAX_UNPACKED });
  if (type === 'application/x-tar') return listTar(content, null);
  if (type === 'application/gzip' || type === 'application/zstd') return listPacked(type, content, filename);
  if (BY_LIBRARY.has(type)) return listByLibrary(content);
  return familyOfType(type) === 'archive' ? NOT_LOOKED_INTO : NOTHING;
}

async function listPacked(
  type: keyof typeof PACKINGS,
  content: Uint8Array,
  filename: string | null,
): Promise<Archive> {
  const { unpacker, ending } = PACKINGS[type];
  const inner = (filename ?? '').replace(ending, '');
  const tar = await listTar(content, unpacker());
  if (tar.names.length > 0 || /\.(?:tar|tgz)$/i.test(inner)) return tar;
  return inner === '' ? NOTHING : { ...NOTHING, names: [inner] };
}

async function listByLibrary(content: Uint8Array): Promise<Archive> {
  try {
    const archive = await OpenArchive.open(content);
    const names: string[] = [];
    let encrypted = false;
    for (const file of archive.files()) {
      names.push(file.name);
      encrypted ||= file.encrypted;
    }
    return { names, encrypted: encrypted || archive.encrypted, incomplete: archive.incomplete };
  } catch {
    return NOT_LOOKED_INTO;
  }
}

function startsWith(content: Uint8Array, ...start: number[]): boolean {
  return start.every((byte, index) => content[index] === byte);
}
