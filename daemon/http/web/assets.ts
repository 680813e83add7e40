import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Files of the page, which the build writes: beside the bundle, or in dist/ when the sources run. */
const FOLDER = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/web/', import.meta.url)
  : new URL('./web/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

let loaded: Promise<ReadonlyMap<string, Asset>> | undefined;

/** The page's files by name, read on the first request; empty when the page isn't built. */
export function webAssets(): Promise<ReadonlyMap<string, Asset>> {
  loaded ??= loadAssets();
  return loaded;
}

async function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  const names = await readdir(FOLDER).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return new Map(await Promise.all(names.map(async (name) => [name, await loadAsset(name)] as const)));
}

async function loadAsset(name: string): Promise<Asset> {
  const plain = await readFile(new URL(name, FOLDER));
  const gzipped = await promisify(gzip)(plain, { level: 9 });
  return { type: TYPES[extname(name)] ?? 'application/octet-stream', plain, gzipped };
}
