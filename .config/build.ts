import { cp, glob, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, type RolldownOptions, rolldown } from 'rolldown';

/** Bundles the two programs into dist/: `cli.js` with its lazy parts, `agentmaild.js` with its workers. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const WEIGHTS = join(ROOT, 'daemon/scanning/classifier/weights');

/** Packages with a native part stay where npm put them. */
const NATIVE = /^keytar(?:\/|$)/;

async function bundle(options: RolldownOptions): Promise<void> {
  const build = await rolldown({
    cwd: ROOT,
    platform: 'node',
    logLevel: 'warn',
    transform: { target: 'node22' },
    ...options,
  });
  await build.write({ dir: DIST, format: 'esm', entryFileNames: '[name].js', ...options.output });
  await build.close();
}

/**
 * Commander loads node:child_process for commands that are programs of their own, which agentmail has none of.
 * Loading it is a fifth of the time of an empty Node process, so it is put off until somebody asks.
 */
const lazyChildProcess: Plugin = {
  name: 'lazy-child-process',
  resolveId: {
    filter: { id: /^node:child_process$/ },
    handler: (_, importer) => (importer?.includes('commander') ? '\0lazy-child-process' : null),
  },
  load: {
    filter: { id: /^\0lazy-child-process$/ },
    handler: () =>
      `export default { spawn: (...all) => process.getBuiltinModule('node:child_process').spawn(...all) };`,
  },
};

async function bundleCommandLine(): Promise<void> {
  await bundle({
    input: { cli: 'cli/process/main.ts' },
    external: NATIVE,
    plugins: [lazyChildProcess],
    output: { chunkFileNames: 'cli-[name]-[hash].js', minify: true },
  });
}

async function bundleDaemon(): Promise<void> {
  const workers = await Array.fromAsync(glob('daemon/**/*.worker.ts', { cwd: ROOT }));
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const packages = Object.keys(dependencies);
  await bundle({
    input: {
      agentmaild: 'daemon/main.ts',
      ...Object.fromEntries(workers.map((file) => [basename(file, '.ts'), file])),
    },
    external: (id) => packages.some((name) => id === name || id.startsWith(`${name}/`)),
    output: { chunkFileNames: 'agentmaild-[name]-[hash].js' },
  });
  await cp(WEIGHTS, join(DIST, 'weights'), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

await rm(DIST, { recursive: true, force: true });
await Promise.all([bundleCommandLine(), bundleDaemon()]);
