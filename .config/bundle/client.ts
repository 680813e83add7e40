import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputAsset, OutputChunk, OutputOptions, RolldownOptions } from 'rolldown';
import { declarationOf } from './declaration.ts';

/** Modules of the package that programs import: `agentmaild-client/tools`. */
const ENTRIES = ['index', 'tools', 'ai-sdk', 'langchain', 'openai-agents'];
/** Files of shared/client whose types programs see. */
const TYPED = [...ENTRIES, 'types', 'errors', 'extract'];

type File = OutputChunk | Pick<OutputAsset, 'type' | 'fileName' | 'source'>;
type Bundle = (
  options: RolldownOptions & { readonly output: OutputOptions },
) => Promise<(OutputChunk | OutputAsset)[]>;

/**
 * The package agentmaild-client in dist/client/: the client for any runtime with `fetch`, the verifier of
 * webhooks, their types, and what npm needs to publish it.
 */
export async function clientPackage(bundle: Bundle, root: string): Promise<File[]> {
  const options = { platform: 'neutral', transform: { target: 'es2022' } } as const;
  const [client, verifier] = await Promise.all([
    bundle({
      ...options,
      input: Object.fromEntries(ENTRIES.map((name) => [`client/${name}`, `shared/client/${name}.ts`])),
      output: { minify: true, chunkFileNames: 'client/[name].js' },
    }),
    bundle({
      ...options,
      input: { 'client/webhooks': 'shared/receiver/webhooks.ts' },
      external: /^node:/,
      output: { comments: false },
    }),
  ]);
  const declarations = TYPED.map((name) => declaration(join(root, `shared/client/${name}.ts`), name));
  return [
    ...client,
    ...verifier,
    ...(await Promise.all([
      ...declarations,
      declaration(join(root, 'shared/receiver/webhooks.ts'), 'webhooks'),
    ])),
    asset('api.d.ts', withBuiltPaths(await readFile(join(root, 'shared/client/api.d.ts'), 'utf8'))),
    asset('README.md', await readFile(join(root, 'shared/client/README.md'))),
    asset('LICENSE', await readFile(join(root, 'LICENSE'))),
    asset('package.json', await manifest(root)),
  ];
}

async function declaration(file: string, name: string): Promise<File> {
  return asset(`${name}.d.ts`, withBuiltPaths(await declarationOf(file)));
}

/** Names the built files: `./types.js` in place of `./types.ts` or `./types.d.ts`. */
function withBuiltPaths(code: string): string {
  return code.replace(/(from '\.\/\w+|from "\.\/\w+)(?:\.d)?\.ts/g, '$1.js');
}

/** The version and the licence are those of the whole. */
async function manifest(root: string): Promise<string> {
  const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const entry = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  const content = {
    name: 'agentmaild-client',
    version,
    description: 'Client of agentmail, an email service for AI agents. No dependencies.',
    type: 'module',
    license,
    engines: { node: '>=20' },
    sideEffects: false,
    exports: {
      '.': entry('index'),
      ...Object.fromEntries([...ENTRIES.slice(1), 'webhooks'].map((name) => [`./${name}`, entry(name)])),
      './package.json': './package.json',
    },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function asset(name: string, source: string | Uint8Array): File {
  return { type: 'asset', fileName: `client/${name}`, source };
}
