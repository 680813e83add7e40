import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';

/** Wings of the daemon, and folders within each, import downwards only, in the order that the pages name. */

const ROOT = join(import.meta.dirname, '../..');
const DAEMON = join(ROOT, 'daemon');

/** The boxes of the first picture of a page, from the top. */
function drawnBoxes(page: string): string[] {
  const picture = /```mermaid\n(.*?)\n```/s.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
  return [...picture.matchAll(/^ +(\w+)\[/gm)].map(([, box = '']) => box);
}

/**
 * The folders of a wing from the top, as its README has them; those of one layer are independent of each
 * other.
 */
function layersOf(wing: string): string[][] {
  const page = readFileSync(join(DAEMON, wing, 'README.md'), 'utf8');
  const order = /^- Folders, from the top: (.*)$/m.exec(page)?.[1] ?? '';
  return order.split(' → ').map((layer) => [...layer.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

interface Import {
  readonly file: string;
  readonly target: string;
}

/** Imports of values and types between files of the daemon, by paths below it. */
function importsOf(file: string): Import[] {
  const full = join(DAEMON, file);
  return parseAst(readFileSync(full, 'utf8'), { lang: 'ts' }).body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration' && statement.type !== 'ExportNamedDeclaration') return [];
    const { source } = statement;
    if (!source?.value.startsWith('.')) return [];
    const target = relative(DAEMON, resolve(dirname(full), source.value));
    return target.startsWith('..') ? [] : [{ file, target }];
  });
}

const files = globSync('**/*.ts', { cwd: DAEMON, exclude: ['**/*.d.ts'] });
const imports = files.flatMap(importsOf);
const wings = drawnBoxes(join(ROOT, 'docs/ARCHITECTURE.md'));

/** Imports whose target isn't below their file, by the places that a path has in the layers. */
function upward(
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

const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe('the wings of the daemon', () => {
  it('are all in the drawing', () => {
    expect(wings.toSorted()).toEqual(foldersOf(DAEMON).toSorted());
  });

  it('import downwards only, values and types', () => {
    expect(imports.length).toBeGreaterThan(3000);
    expect(
      upward(
        wings.map((wing) => [wing]),
        (path) => /^([^/]+)\//.exec(path)?.[1],
      ),
    ).toEqual([]);
  });
});

describe.each(wings)('the folders of %s', (wing) => {
  const layers = layersOf(wing);

  it('are all in the drawing of its page', () => {
    expect(
      layers
        .flat()
        .filter((place) => place !== '.')
        .toSorted(),
    ).toEqual(foldersOf(join(DAEMON, wing)).toSorted());
  });

  it('import downwards only, values and types', () => {
    const own = new RegExp(`^${wing}/(?:([^/]+)/)?`);
    const placeOf = (path: string) => {
      const match = own.exec(path);
      return match === null ? undefined : (match[1] ?? '.');
    };
    expect(upward(layers, placeOf)).toEqual([]);
  });
});
