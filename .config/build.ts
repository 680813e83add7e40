import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ChunkingContext,
  type OutputAsset,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
  type RolldownOptions,
  rolldown,
} from 'rolldown';
import { isolatedDeclaration } from 'rolldown/experimental';

/** Bundles the two programs into dist/: `cli.js` with its lazy parts, `agentmaild.js` with its workers. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const WEIGHTS = join(ROOT, 'daemon/scanning/classifier/weights');

/** Packages with a native part stay where npm put them. */
const NATIVE = /^keytar(?:\/|$)/;

/**
 * Files that are loaded together become one file: each further one costs a millisecond at start. A group is what its
 * roots import statically, less the groups before it, so that chunks import only earlier ones and never each other.
 */
const LOADED_TOGETHER: readonly { readonly name: string; readonly roots: RegExp }[] = [
  { name: 'start', roots: /\/cli\/process\/main\.ts$/ },
  {
    name: 'call',
    roots:
      /\/cli\/(?:create-context|client\/connection|home\/credentials|terminal\/safe)\.ts$|\/contract\/platform\.ts$/,
  },
  { name: 'commands', roots: /\/cli\/commands\/.*\.ts$/ },
  { name: 'review', roots: /\/cli\/tui\/review\/watch\.tsx$/ },
];

/** Names the group of a module, by the graph of static imports. */
function groupNamer(): (id: string, context: ChunkingContext) => string | null {
  let groups: Map<string, string> | undefined;
  return (id, context) => {
    groups ??= assignGroups(context);
    return groups.get(id) ?? null;
  };
}

function assignGroups(graph: ChunkingContext): Map<string, string> {
  const groups = new Map<string, string>();
  const reachable = [...modulesFrom(join(ROOT, 'cli/process/main.ts'), graph, 'all')];
  for (const { name, roots } of LOADED_TOGETHER) {
    for (const root of reachable.filter((id) => roots.test(id))) {
      for (const id of modulesFrom(root, graph, 'static')) if (!groups.has(id)) groups.set(id, name);
    }
  }
  return groups;
}

/** A module and what it imports, directly and indirectly; `all` follows dynamic imports too. */
function modulesFrom(root: string, graph: ChunkingContext, imports: 'static' | 'all'): Set<string> {
  const found = new Set([root]);
  for (const id of found) {
    const info = graph.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) found.add(imported);
    if (imports === 'all') for (const imported of info?.dynamicallyImportedIds ?? []) found.add(imported);
  }
  return found;
}

type Files = OutputChunk | Pick<OutputAsset, 'type' | 'fileName' | 'source'>;

async function bundle(options: RolldownOptions & { readonly output: OutputOptions }): Promise<Files[]> {
  const build = await rolldown({
    cwd: ROOT,
    platform: 'node',
    logLevel: 'warn',
    transform: { target: 'node22' },
    checks: { ineffectiveDynamicImport: false },
    ...options,
  });
  const { output } = await build.generate({ format: 'esm', entryFileNames: '[name].js', ...options.output });
  await build.close();
  return output;
}

/**
 * Commander loads node:child_process for commands that are programs of their own, of which agentmail has none:
 * it is loaded when somebody asks.
 */
const LAZY_CHILD_PROCESS = '\0lazy-child-process';
const lazyChildProcess: Plugin = {
  name: 'lazy-child-process',
  resolveId: {
    filter: { id: /^node:child_process$/ },
    handler: (_, importer) => (importer?.includes('commander') ? LAZY_CHILD_PROCESS : null),
  },
  load: {
    filter: { id: /^\0lazy-child-process$/ },
    handler: () =>
      "export default { spawn: (...all) => process.getBuiltinModule('node:child_process').spawn(...all) };",
  },
};

/**
 * `import … from 'node:…'` makes Node look at everything that the module offers, which loads half of Node; asking
 * for the module itself does not. Saves a third of the time that an empty Node process needs.
 */
const directBuiltins: Plugin = {
  name: 'direct-builtins',
  resolveId: {
    filter: { id: /^(?:node:)?[a-z_]+(?:\/[a-z]+)?$/ },
    handler: (id) => (isBuiltin(id) ? { id: `\0direct:${id}`, moduleSideEffects: false } : null),
  },
  load: {
    filter: { id: /^\0direct:/ },
    handler: (id) => {
      const builtin = id.slice('\0direct:'.length);
      const names = Object.keys(process.getBuiltinModule(builtin) ?? {}).filter((name) =>
        /^[a-z]\w*$/i.test(name),
      );
      const exported = names
        .filter((name) => name !== 'default')
        .map((name) => `export const ${name} = direct.${name};`);
      return [
        `const direct = process.getBuiltinModule('${builtin}');`,
        'export default direct;',
        ...exported,
      ].join('\n');
    },
  },
};

/** Ink looks for the developer tools of React when a variable says so; the finished program has none. */
const withoutDevtools: Plugin = {
  name: 'without-devtools',
  load: { filter: { id: /\/ink\/build\/devtools\.js$/ }, handler: () => 'export {};' },
};

const WASM_TEXT = /"data:application\/octet-stream;base64,([^"]+)"/;

/**
 * The layout engine of Ink fetches its WebAssembly from a data URL, which loads the HTTP client of Node: a third of
 * the time to the first frame. Here it is handed the bytes, and compiles them at once.
 */
const directLayoutEngine: Plugin = {
  name: 'direct-layout-engine',
  transform: {
    filter: { id: /\/yoga-layout\/dist\/(?:binaries\/yoga-wasm-base64-esm|src\/index)\.js$/ },
    handler: (code, id) => {
      const text = WASM_TEXT.exec(code)?.[1];
      if (text !== undefined) {
        return `${code.replace(text, '')}\nexport const binary = Buffer.from('${text}', 'base64');`;
      }
      const changed = code
        .replace('import loadYoga from', 'import loadYoga, { binary } from')
        .replace('await loadYoga()', `await loadYoga({ instantiateWasm: ${instantiateDirectly} })`);
      if (!changed.includes('instantiateDirectly'))
        throw new Error(`the layout engine is loaded otherwise: ${id}`);
      return changed;
    },
  },
};
const instantiateDirectly = `function instantiateDirectly(imports, done) {
  const module = new WebAssembly.Module(binary);
  const instance = new WebAssembly.Instance(module, imports);
  done(instance, module);
  return instance.exports;
}`;

/** ky takes the classes of the Fetch standard from the global object; here it gets those of cli/process/http-fetch.ts. */
const STANDARD_CLASSES = { Headers: 'LightHeaders', Request: 'LightRequest', Response: 'LightResponse' };
const kyOverHttp: Plugin = {
  name: 'ky-over-http',
  transform: {
    filter: { id: /node_modules\/ky\/.*\.js$/ },
    handler: (code) => {
      const source = JSON.stringify(join(ROOT, 'cli/process/http-fetch.ts'));
      const classes = Object.entries(STANDARD_CLASSES).reduce(
        (text, [standard, light]) => text.replaceAll(`globalThis.${standard}`, light),
        // Looking for it would load what is to be left out.
        code
          .replaceAll('globalThis.FormData', 'undefined')
          .replaceAll('globalThis.ReadableStream', 'undefined'),
      );
      return `import { ${Object.values(STANDARD_CLASSES).join(', ')} } from ${source};\n${classes}`;
    },
  },
};

function bundleCommandLine(): Promise<Files[]> {
  return bundle({
    input: { cli: 'cli/process/main.ts' },
    external: NATIVE,
    preserveEntrySignatures: false,
    plugins: [lazyChildProcess, directBuiltins, kyOverHttp, withoutDevtools, directLayoutEngine],
    transform: { target: 'node22', define: { 'process.env.NODE_ENV': '"production"' } },
    treeshake: { propertyReadSideEffects: false },
    output: {
      chunkFileNames: 'cli-[name]-[hash].js',
      minify: true,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: groupNamer(), debugName: 'loaded-together' }],
      },
    },
  });
}

async function bundleDaemon(): Promise<Files[]> {
  const workers = await Array.fromAsync(glob('daemon/**/*.worker.ts', { cwd: ROOT }));
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const packages = Object.keys(dependencies);
  return bundle({
    input: {
      agentmaild: 'daemon/main.ts',
      ...Object.fromEntries(workers.map((file) => [basename(file, '.ts'), file])),
    },
    external: (id) => packages.some((name) => id === name || id.startsWith(`${name}/`)),
    output: { chunkFileNames: 'agentmaild-[name]-[hash].js' },
  });
}

/** What receivers of webhooks import as `agentmail/webhooks`, readable and with its types. */
async function bundleVerifier(): Promise<Files[]> {
  const file = join(ROOT, 'shared/receiver/webhooks.ts');
  const types = await isolatedDeclaration(file, await readFile(file, 'utf8'));
  if (types.errors.length > 0) throw new Error(types.errors.map(({ message }) => message).join('\n'));
  const declaration = { type: 'asset' as const, fileName: 'webhooks.d.ts', source: types.code };
  return [...(await bundle({ input: { webhooks: file } })), declaration];
}

/** What programs import as `agentmail/client`; its types are made by client.tsconfig.json when the package is. */
function bundleClient(): Promise<Files[]> {
  return bundle({ input: { client: 'cli/client/public.ts' }, external: ['zod', 'ky'] });
}

/** Replaces dist/ once all bundles are there, so that a mistake in one leaves the last good build. */
async function write(files: readonly Files[]): Promise<void> {
  await rm(DIST, { recursive: true, force: true });
  await mkdir(DIST);
  const content = (file: Files) => (file.type === 'chunk' ? file.code : file.source);
  await Promise.all(files.map((file) => writeFile(join(DIST, file.fileName), content(file))));
  await cp(WEIGHTS, join(DIST, 'weights'), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

await write(
  (await Promise.all([bundleCommandLine(), bundleDaemon(), bundleVerifier(), bundleClient()])).flat(),
);
