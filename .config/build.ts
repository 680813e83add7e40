import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  type OutputAsset,
  type OutputChunk,
  type OutputOptions,
  type RolldownOptions,
  rolldown,
} from 'rolldown';
import { TREE } from '../cli/commands/index.ts';
import { daemonManPage, manPages } from '../cli/guide/help/man.ts';
import { USAGE } from '../daemon/entry/command-line/usage.ts';
import { MIGRATED_FILE, makeMigrated } from '../daemon/platform/store/sqlite/new-database.ts';
import { groupNamer } from './bundle/chunks.ts';
import { clientPackage } from './bundle/client.ts';
import { declarationOf } from './bundle/declaration.ts';
import { deferredSchemas } from './bundle/deferred/plugin.ts';
import { lazyEntries } from './bundle/entries.ts';
import { languageData } from './bundle/language-data.ts';
import {
  directBuiltins,
  directLayoutEngine,
  kyOverHttp,
  lazyChildProcess,
  withoutDevtools,
} from './bundle/plugins.ts';
import { thirdParty } from './bundle/third-party.ts';
import { bundledPage, plainContract } from './bundle/web.ts';
import { agentHandbook } from './reference/handbook.ts';
import { referenceSite } from './reference/pages.ts';

/** Bundles the two programs into dist/: `cli.js` with its lazy parts, `agentmaild.js` with its workers. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const WEIGHTS = join(ROOT, 'daemon/content/scanning/classifier/weights');

/** Packages with a native part stay where npm put them. */
const NATIVE = /^keytar(?:\/|$)/;

const thirdParties = thirdParty();

type Files = OutputChunk | Pick<OutputAsset, 'type' | 'fileName' | 'source'>;

async function bundle(
  options: RolldownOptions & { readonly output: OutputOptions },
): Promise<(OutputChunk | OutputAsset)[]> {
  const build = await rolldown({
    cwd: ROOT,
    platform: 'node',
    logLevel: 'warn',
    transform: { target: 'node22' },
    checks: { ineffectiveDynamicImport: false },
    ...options,
    plugins: [options.plugins ?? [], thirdParties.plugin(ROOT)],
  });
  const { output } = await build.generate({ format: 'esm', entryFileNames: '[name].js', ...options.output });
  await build.close();
  return output;
}

function bundleCommandLine(): Promise<Files[]> {
  return bundle({
    input: { cli: 'cli/machine/process/main.ts' },
    external: NATIVE,
    preserveEntrySignatures: false,
    plugins: [
      lazyEntries(ROOT),
      deferredSchemas(ROOT),
      lazyChildProcess,
      directBuiltins,
      kyOverHttp(ROOT),
      withoutDevtools,
      directLayoutEngine,
    ],
    transform: { target: 'node22', define: { 'process.env.NODE_ENV': '"production"' } },
    // Its other build requires its parts by a name that no bundler sees.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    treeshake: { propertyReadSideEffects: false },
    output: {
      chunkFileNames: 'cli-[name]-[hash].js',
      minify: true,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: groupNamer(ROOT), debugName: 'loaded-together' }],
      },
    },
  });
}

/** Schema library of the command line's deferred schemas. */
function bundleSchemaLibrary(): Promise<Files[]> {
  return bundle({
    input: { 'cli-zod': './.config/bundle/deferred/library.ts' },
    output: { format: 'cjs', entryFileNames: '[name].cjs', minify: true },
  });
}

/**
 * As npm brings packages, V8 keeps their whole sources in the heap of every thread that loads them: 30 MB in
 * all. What is left among the `dependencies` has native parts, files or threads of its own, writes code while
 * it runs, is hardly ever loaded, or is not to be copied under its licence.
 */
async function bundleDaemon(): Promise<Files[]> {
  const workers = await Array.fromAsync(glob('daemon/**/*.worker.ts', { cwd: ROOT }));
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const apart = Object.keys(dependencies);
  return bundle({
    input: {
      agentmaild: 'daemon/main.ts',
      ...Object.fromEntries(workers.map((file) => [basename(file, '.ts'), file])),
    },
    external: (id) => apart.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [languageData, directBuiltins],
    treeshake: { propertyReadSideEffects: false },
    output: {
      chunkFileNames: 'agentmaild-[name]-[hash].js',
      comments: false,
      // A trace of a failure still names functions and lines. One character beyond Latin-1 doubles a source
      // in memory.
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    },
  });
}

/** The module `agentmaild/testing` with its types. */
async function bundleTesting(): Promise<Files[]> {
  const file = join(ROOT, 'cli/tasks/testing/testing.ts');
  return [
    ...(await bundle({ input: { testing: file }, output: { chunkFileNames: 'testing-[name]-[hash].js' } })),
    { type: 'asset', fileName: 'testing.d.ts', source: await declarationOf(file) },
  ];
}

/**
 * The page is written for React and runs on Preact, which has a tenth of its size (docs/decisions/web.md).
 */
const PREACT = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: 'preact/compat',
};

/** The page for people, with its style and icon, in files that are named after their content. */
async function bundlePage(): Promise<Files[]> {
  const chunks = await bundle({
    input: { app: 'daemon/entry/web/main.tsx' },
    platform: 'browser',
    plugins: [plainContract],
    resolve: { alias: PREACT },
    checks: { moduleLevelDirective: false },
    treeshake: { propertyReadSideEffects: false },
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    output: {
      entryFileNames: 'web/[name]-[hash].js',
      chunkFileNames: 'web/[name]-[hash].js',
      comments: false,
      minify: true,
    },
  });
  return [...chunks, ...(await bundledPage(join(ROOT, 'daemon/entry/web'), chunks))];
}

/** Manual pages, generated from the same values as the programs' own help. */
async function manualPages(): Promise<Files[]> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const pages = { ...(await manPages(TREE, version)), 'agentmaild.1': daemonManPage(USAGE, version) };
  return Object.entries(pages).map(([name, source]) => ({
    type: 'asset' as const,
    fileName: join('man', name),
    source,
  }));
}

/** The handbook for agents, as the daemon and the command line print it. */
async function handbook(): Promise<Files[]> {
  const files = Object.entries(await agentHandbook());
  return files.map(([fileName, source]) => ({ type: 'asset' as const, fileName, source }));
}

/** The pages of the reference, which the daemon serves as they are. */
async function referencePages(): Promise<Files[]> {
  const style = await readFile(join(ROOT, 'daemon/entry/http/reference/style.css'), 'utf8');
  const files = Object.entries(referenceSite(style));
  return files.map(([name, source]) => ({ type: 'asset' as const, fileName: `docs/${name}`, source }));
}

/** Replaces dist/ once all bundles are there, so that a mistake in one leaves the last good build. */
async function write(files: readonly Files[]): Promise<void> {
  await rm(DIST, { recursive: true, force: true });
  for (const folder of ['client', 'docs', 'man', 'web']) await mkdir(join(DIST, folder), { recursive: true });
  const content = (file: Files) => (file.type === 'chunk' ? file.code : file.source);
  await Promise.all(files.map((file) => writeFile(join(DIST, file.fileName), content(file))));
  await cp(WEIGHTS, join(DIST, 'weights'), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

const bundles = await Promise.all([
  bundleCommandLine(),
  bundleSchemaLibrary(),
  bundleDaemon(),
  clientPackage(bundle, ROOT),
  bundleTesting(),
  bundlePage(),
]);
await write([
  ...bundles.flat(),
  ...(await manualPages()),
  ...(await handbook()),
  ...(await referencePages()),
  { type: 'asset', fileName: MIGRATED_FILE, source: gzipSync(makeMigrated(), { level: 9 }) },
  { type: 'asset', fileName: 'THIRD-PARTY.txt', source: thirdParties.notice() },
]);
