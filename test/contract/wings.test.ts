import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circles, importsWithin, upward } from './imports.ts';

/** Wings of the daemon, and folders within each, import downwards only, in the order that the pages name. */

const ROOT = join(import.meta.dirname, '../..');

/** The boxes of the first picture of a page, from the top. */
function drawnBoxes(page: string): string[] {
  const picture = /```mermaid\n(.*?)\n```/s.exec(readFileSync(join(ROOT, page), 'utf8'))?.[1] ?? '';
  return [...picture.matchAll(/^ +(\w+)\[/gm)].map(([, box = '']) => box);
}

interface Folders {
  /** From the top; folders of one layer are independent of each other. */
  readonly layers: readonly (readonly string[])[];
  readonly isOrdered: boolean;
}

/** The folders of a folder, as its README has them. */
function foldersIn(folder: string): Folders {
  const page = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
  const [, order, named = ''] = /^- Folders(, from the top)?: (.*)$/m.exec(page) ?? [];
  const layers = named
    .split(' → ')
    .map((layer) => [...layer.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  return { layers, isOrdered: order !== undefined };
}

const foldersOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const daemon = importsWithin('daemon');
const cli = importsWithin('cli');
const shared = importsWithin('shared');
const wings = drawnBoxes('docs/ARCHITECTURE.md');

describe('the wings of the daemon', () => {
  it('are all in the drawing', () => {
    expect(wings.toSorted()).toEqual(foldersOf('daemon').toSorted());
  });

  it('import downwards only, values and types', () => {
    expect(daemon.length).toBeGreaterThan(3000);
    const layers = wings.map((wing) => [wing]);
    expect(upward(daemon, layers, (path) => /^daemon\/([^/]+)\//.exec(path)?.[1])).toEqual([]);
  });
});

describe('the page', () => {
  it('imports nothing of the daemon', () => {
    const isOfPage = (path: string) => path.startsWith('daemon/entry/web/');
    const own = daemon.filter(({ file }) => isOfPage(file));
    expect(own.length).toBeGreaterThan(100);
    expect(own.filter(({ target }) => !isOfPage(target))).toEqual([]);
  });
});

describe.each([...wings.map((wing) => `daemon/${wing}`), 'cli'])('the folders of %s', (folder) => {
  const { layers, isOrdered } = foldersIn(folder);

  it('are all in the drawing of its page', () => {
    const named = layers.flat().filter((place) => place !== '.');
    expect(named.toSorted()).toEqual(foldersOf(folder).toSorted());
  });

  it.runIf(isOrdered)('import downwards only, values and types', () => {
    const own = new RegExp(`^${folder}/(?:([^/]+)/)?`);
    const isRooted = layers.flat().includes('.');
    const placeOf = (path: string) => {
      // They put together what the folders have.
      if (/\/(?:context|compose)\.ts$/.test(path.slice(folder.length)) && path.split('/').length === 3)
        return undefined;
      const match = own.exec(path);
      return match === null ? undefined : (match[1] ?? (isRooted ? '.' : undefined));
    };
    expect(upward([...daemon, ...cli], layers, placeOf)).toEqual([]);
  });
});

describe('files', () => {
  it('import each other in pairs at most', () => {
    const larger = circles([...daemon, ...cli, ...shared]).filter((files) => files.length > 2);
    expect(larger).toEqual([]);
  });

  it('of a circle are found', () => {
    const imports = ['ab', 'bc', 'ca', 'cd', 'de'].map(([file = '', target = '']) => ({ file, target }));
    expect(circles(imports).map((files) => files.toSorted())).toEqual([['a', 'b', 'c']]);
  });
});
