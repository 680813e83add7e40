import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { ENTRIES, NOUNS } from '../../cli/commands/entries.ts';
import { COMMANDS, HIDDEN } from '../../cli/commands/index.ts';

/** Lists the commands of all nouns; an entry loads only its own. */
const LISTS = /\/(?:index|entries)\.ts$/;

/** Writes cli/commands/entries.ts out: names as they are, and for each command the file to load. */
export function lazyEntries(root: string): Plugin {
  return {
    name: 'lazy-entries',
    load: {
      filter: { id: /\/cli\/commands\/entries\.ts$/ },
      handler: async () => {
        const places = await placesOf(root);
        const groups = ENTRIES.map(({ title, entries }) => {
          const lines = entries.map(({ load: _, ...listed }) => {
            const { file, name } = place(places, listed.name);
            const load = `async () => (await import(${JSON.stringify(file)})).${name}`;
            return `{ ...${JSON.stringify(listed)}, load: ${load} }`;
          });
          return `{ title: ${JSON.stringify(title)}, entries: [${lines.join(',\n')}] }`;
        });
        return [
          `export const ENTRIES = [${groups.join(',\n')}];`,
          `export const NOUNS = ${JSON.stringify(NOUNS)};`,
        ].join('\n');
      },
    },
  };
}

interface Place {
  readonly file: string;
  /** The command itself, or its row of the noun's table. */
  readonly name: string;
}

/** Where each command is exported, by its words. */
async function placesOf(root: string): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  for await (const path of glob('cli/commands/**/*.ts', { cwd: root })) {
    if (LISTS.test(path)) continue;
    const file = join(root, path);
    const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href);
    for (const [name, value] of Object.entries(exported)) {
      const table: readonly unknown[] = Array.isArray(value) ? value : [];
      for (const command of [...COMMANDS, ...HIDDEN]) {
        const row = table.indexOf(command);
        if (row >= 0) places.set(command.name.join(' '), { file, name: `${name}[${row}]` });
        else if (command === value) places.set(command.name.join(' '), { file, name });
      }
    }
  }
  return places;
}

function place(places: ReadonlyMap<string, Place>, words: readonly string[]): Place {
  const found = places.get(words.join(' '));
  if (!found) throw new Error(`no file exports the command "${words.join(' ')}"`);
  return found;
}
