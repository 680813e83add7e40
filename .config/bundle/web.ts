import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { OutputAsset, OutputChunk, Plugin } from 'rolldown';
import type { Endpoint } from '../../shared/contract/endpoint.ts';

/**
 * The page calls with the method and path of an endpoint and never validates: the daemon that serves it has
 * the same contract. So it gets the contract's plain values, and of endpoints those two. Schemas and
 * functions are left out, and the build fails if the page imports one.
 */
export const plainContract: Plugin = {
  name: 'plain-contract',
  load: {
    filter: { id: /\/shared\/contract\/[\w-]+\.ts$/ },
    handler: async (id) => {
      const exported: Readonly<Record<string, unknown>> = await import(id);
      const lines = Object.entries(exported).flatMap(([name, value]) => {
        const text = plainText(value);
        return text === undefined ? [] : `export const ${name} = ${text};`;
      });
      return { code: lines.join('\n'), moduleSideEffects: false };
    },
  },
};

function plainText(value: unknown): string | undefined {
  if (isEndpoint(value)) return JSON.stringify({ method: value.method, path: value.path });
  const text = JSON.stringify(value);
  return text !== undefined && isDeepStrictEqual(JSON.parse(text), value) ? text : undefined;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'replies' in value && 'path' in value;
}

/** Style sheets in the order in which they apply. */
const STYLES = ['tokens', 'base', 'controls', 'layout', 'mail', 'start', 'palette'];

type File = Pick<OutputAsset, 'type' | 'fileName' | 'source'>;

/** The style and icon of the page, and the document that names all of its files. */
export async function bundledPage(
  folder: string,
  chunks: readonly (OutputChunk | OutputAsset)[],
): Promise<File[]> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const sheets = await Promise.all(STYLES.map((name) => read(`style/${name}.css`)));
  const style = hashed('app.css', sheets.join('').replace(/\/\*[\s\S]*?\*\/\s*/g, ''));
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
