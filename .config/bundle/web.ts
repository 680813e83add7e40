import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputAsset, OutputChunk, Plugin } from 'rolldown';

/**
 * The page takes endpoints from the contract, but never checks with their schemas: the daemon that serves it
 * has the same contract. Without zod it is 60 KB smaller.
 */
const INERT = '\0inert-zod';
export const inertSchemas: Plugin = {
  name: 'inert-schemas',
  resolveId: { filter: { id: /^zod$/ }, handler: () => ({ id: INERT, moduleSideEffects: false }) },
  load: {
    filter: { id: /^\0inert-zod$/ },
    handler: () =>
      "export const z = new Proxy(() => {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => '' : z), apply: () => z });",
  },
};

type File = Pick<OutputAsset, 'type' | 'fileName' | 'source'>;

/** The style and icon of the page, and the document that names all of its files. */
export async function bundledPage(
  folder: string,
  chunks: readonly (OutputChunk | OutputAsset)[],
): Promise<File[]> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const style = hashed('app.css', (await read('style.css')).replace(/\/\*[\s\S]*?\*\/\s*/g, ''));
  const icon = hashed('icon.svg', await read('icon.svg'));
  const script = chunks.find((chunk) => chunk.type === 'chunk' && chunk.isEntry);
  if (!script) throw new Error('the page has no script');
  const links = { style, icon, script };
  const document = (await read('index.html')).replace(/\{(style|icon|script)\}/g, (_, name) =>
    links[name as keyof typeof links].fileName.replace('web/', '/app/files/'),
  );
  return [style, icon, { type: 'asset', fileName: 'web/index.html', source: document }];
}

function hashed(name: string, source: string): File {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { type: 'asset', fileName: `web/${name.replace('.', `-${hash}.`)}`, source };
}
