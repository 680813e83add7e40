import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Files that the build writes: beside the bundle, or in dist/ when the sources run. */
const DIST = new URL(import.meta.url.endsWith('.ts') ? '../../../../dist/' : './', import.meta.url);

/** The page for people, and the reference of the API. */
type AssetFolder = 'web' | 'docs';

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

const loaded = new Map<AssetFolder, Promise<ReadonlyMap<string, Asset>>>();

/** The files of a folder by name, read on the first request; empty when it isn't built. */
export function builtAssets(folder: AssetFolder): Promise<ReadonlyMap<string, Asset>> {
  const present = loaded.get(folder) ?? loadAssets(new URL(`${folder}/`, DIST));
  loaded.set(folder, present);
  return present;
}

/** The file's bytes, compressed if the request accepts that. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.header('vary', 'accept-encoding').type(asset.type);
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(asset.plain);
  return reply.header('content-encoding', 'gzip').send(asset.gzipped);
}

async function loadAssets(folder: URL): Promise<ReadonlyMap<string, Asset>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return new Map(
    await Promise.all(names.map(async (name) => [name, await loadAsset(new URL(name, folder))] as const)),
  );
}

async function loadAsset(file: URL): Promise<Asset> {
  const plain = await readFile(file);
  const gzipped = await promisify(gzip)(plain, { level: 9 });
  return { type: TYPES[extname(file.pathname)] ?? 'application/octet-stream', plain, gzipped };
}
