import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';

/** The folders of the daemon import downwards only, in the order that the architecture draws. */

const ROOT = join(import.meta.dirname, '../..');
const DAEMON = join(ROOT, 'daemon');

/** Layers from the top, each a line of the first drawing of the page. */
function drawnLayers(): string[][] {
  const page = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
  const drawing = /imported downwards only.*?```\n(.*?)\n```/s.exec(page)?.[1] ?? '';
  return drawing.split('\n').map((line) => line.split(' '));
}

const roomOf = (path: string): string | undefined => /^([^/]+)\//.exec(relative(DAEMON, path))?.[1];

/** Imports from another room, of values and types, as `from → to` with the file that has it. */
function importsBetweenRooms(): { from: string; to: string; file: string }[] {
  return globSync('**/*.ts', { cwd: DAEMON, exclude: ['**/*.d.ts'] }).flatMap((name) => {
    const file = join(DAEMON, name);
    const from = roomOf(file);
    return parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }).body.flatMap((statement) => {
      if (statement.type !== 'ImportDeclaration' && statement.type !== 'ExportNamedDeclaration') return [];
      const { source } = statement;
      if (!source) return [];
      const target = resolve(dirname(file), source.value);
      const to =
        source.value.startsWith('.') && !relative(DAEMON, target).startsWith('..')
          ? roomOf(target)
          : undefined;
      return from === undefined || to === undefined || from === to ? [] : [{ from, to, file: name }];
    });
  });
}

describe('the rooms of the daemon', () => {
  const layers = drawnLayers();
  const layerOf = new Map(layers.flatMap((rooms, index) => rooms.map((room) => [room, index] as const)));

  it('are all in the drawing', () => {
    const rooms = new Set(globSync('*/*', { cwd: DAEMON }).map((path) => dirname(path)));
    expect([...layerOf.keys()].toSorted()).toEqual([...rooms].toSorted());
  });

  it('import downwards only, values and types', () => {
    const imports = importsBetweenRooms();
    expect(imports.length).toBeGreaterThan(500);
    const upward = imports.filter(({ from, to }) => (layerOf.get(from) ?? 0) >= (layerOf.get(to) ?? 0));
    expect(upward).toEqual([]);
  });
});
