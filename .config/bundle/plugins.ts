import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/**
 * Commander loads node:child_process for commands that are programs of their own, of which agentmail has
 * none: it is loaded when somebody asks.
 */
const LAZY_CHILD_PROCESS = '\0lazy-child-process';
export const lazyChildProcess: Plugin = {
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
 * `import … from 'node:…'` makes Node look at everything that the module offers, which loads half of Node;
 * asking for the module itself does not. Saves a third of the time that an empty Node process needs. Whoever
 * requires a module or loads it later wants all of it, and would drag all of it into the files that start.
 */
export const directBuiltins: Plugin = {
  name: 'direct-builtins',
  resolveId: {
    filter: { id: /^(?:node:)?[a-z_]+(?:\/[a-z]+)?$/ },
    handler: (id, _, { kind }) =>
      isBuiltin(id) && kind === 'import-statement'
        ? { id: `\0direct:${id}`, moduleSideEffects: false }
        : null,
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
export const withoutDevtools: Plugin = {
  name: 'without-devtools',
  load: { filter: { id: /\/ink\/build\/devtools\.js$/ }, handler: () => 'export {};' },
};

const WASM_TEXT = /"data:application\/octet-stream;base64,([^"]+)"/;

/**
 * The layout engine of Ink fetches its WebAssembly from a data URL, which loads the HTTP client of Node: a
 * third of the time to the first frame. Here it is handed the bytes, and compiles them at once.
 */
export const directLayoutEngine: Plugin = {
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

/**
 * ky takes the classes of the Fetch standard from the global object; here it gets those of
 * cli/machine/process/http-fetch.ts.
 */
const STANDARD_CLASSES = { Headers: 'LightHeaders', Request: 'LightRequest', Response: 'LightResponse' };
export const kyOverHttp = (root: string): Plugin => ({
  name: 'ky-over-http',
  transform: {
    filter: { id: /node_modules\/ky\/.*\.js$/ },
    handler: (code) => {
      const source = JSON.stringify(join(root, 'cli/machine/process/http-fetch.ts'));
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
});
