import type { Archive } from './listing.ts';
import { listTar } from './tar.ts';
import { listZip } from './zip.ts';

/** Bytes that are unpacked in order to look into archives inside. */
const MAX_UNPACKED = 30_000_000;

const NOTHING: Archive = { names: [], encrypted: false, incomplete: false };

/** Lists what can be listed here: zip, tar, and tar or a single file in gzip. Others are not looked into. */
export async function listArchive(
  type: string,
  content: Uint8Array,
  filename: string | null,
): Promise<Archive> {
  if (startsWith(content, 0x50, 0x4b)) return listZip(content, { bytes: MAX_UNPACKED });
  if (type === 'application/x-tar') return listTar(content, false);
  if (type !== 'application/gzip') return NOTHING;
  const inner = (filename ?? '').replace(/\.gz$/i, '');
  const tar = await listTar(content, true);
  if (tar.names.length > 0 || /\.(?:tar|tgz)$/i.test(inner)) return tar;
  return inner === '' ? NOTHING : { ...NOTHING, names: [inner] };
}

function startsWith(content: Uint8Array, ...start: number[]): boolean {
  return start.every((byte, index) => content[index] === byte);
}
