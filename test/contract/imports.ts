// biome-ignore-all lint/correctness/noComponentHookFactories: the keys of a visitor are syntax nodes, not components.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { Visitor } from 'rolldown/utils';

const ROOT = join(import.meta.dirname, '../..');

/** One import of a value or a type; both paths are from the root of the checkout. */
export interface Import {
  readonly file: string;
  readonly target: string;
}

/** Imports between files of a folder of the checkout, as `daemon`. */
export function importsWithin(folder: string): Import[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: ['**/*.d.ts'] });
  return files.flatMap((file) => importsOf(file).filter(({ target }) => target.startsWith(`${folder}/`)));
}

/** Imports of any kind: of values, of types, and those that run when they are reached. */
function importsOf(file: string): Import[] {
  const full = join(ROOT, file);
  const sources: string[] = [];
  const add = (source: { readonly type: string; readonly value?: unknown } | null) => {
    if (typeof source?.value === 'string' && source.value.startsWith('.')) sources.push(source.value);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
  }).visit(parseAst(readFileSync(full, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return sources.map((source) => ({ file, target: relative(ROOT, resolve(dirname(full), source)) }));
}

/** Imports whose target isn't below their file, by the layer of the place that a path is in. */
export function upward(
  imports: readonly Import[],
  layers: readonly (readonly string[])[],
  placeOf: (path: string) => string | undefined,
): Import[] {
  const layerOf = new Map(layers.flatMap((places, index) => places.map((place) => [place, index] as const)));
  return imports.filter(({ file, target }) => {
    const [from, to] = [placeOf(file), placeOf(target)];
    if (from === undefined || to === undefined || from === to) return false;
    return (layerOf.get(from) ?? 0) >= (layerOf.get(to) ?? 0);
  });
}

/** Sets of files that import each other directly or through others of the set (Tarjan's algorithm). */
export function circles(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ file }) => file);
  const order = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    open.push(file);
    let low = index;
    for (const { target } of targets.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === index) found.push(open.splice(open.indexOf(file)));
    return low;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return found.filter((files) => files.length > 1);
}
