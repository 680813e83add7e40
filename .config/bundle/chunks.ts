import { relative } from 'node:path';
import type { ChunkingContext } from 'rolldown';

/**
 * Files that are loaded together become one file: each further one costs a millisecond at start. A group is
 * what its roots import statically, less the groups before it, so that chunks import only earlier ones and
 * never each other.
 */
interface Group {
  readonly name: string;
  readonly roots: (id: string) => boolean;
}

const COMMANDS = 'cli/commands/';

/** Before the commands: what every command line needs. */
const FIRST: readonly Group[] = [{ name: 'start', roots: (id) => id === 'cli/machine/process/main.ts' }];

/** After them: what every call needs, the contract of the daily commands, and the screen. */
const LAST: readonly Group[] = [
  {
    name: 'call',
    roots: (id) =>
      /^(?:cli\/(?:create-context|client\/connection|home\/credentials|terminal\/safe)|shared\/contract\/platform)\.ts$/.test(
        id,
      ),
  },
  {
    name: 'mail',
    roots: (id) =>
      /^shared\/contract\/(?:reading|mailboxes|sending|staged-attachments|mailbox-policies|reauth)\.ts$/.test(
        id,
      ),
  },
  { name: 'review', roots: (id) => id === 'cli/tui/review/watch.tsx' },
];

/** Names the group of a module of the sources in `root`, by the graph of static imports. */
export function groupNamer(root: string): (id: string, graph: ChunkingContext) => string | null {
  let groups: Map<string, string> | undefined;
  return (id, graph) => {
    groups ??= assignGroups(root, graph);
    return groups.get(id) ?? null;
  };
}

function assignGroups(root: string, graph: ChunkingContext): Map<string, string> {
  const groups = new Map<string, string>();
  const reachable = [...modulesFrom(`${root}cli/machine/process/main.ts`, graph, 'all')];
  const assign = (name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!groups.has(id)) groups.set(id, name);
  };
  const assignAll = (list: readonly Group[]) => {
    for (const { name, roots } of list) {
      for (const id of reachable.filter((each) => roots(relative(root, each)))) {
        assign(name, modulesFrom(id, graph, 'static'));
      }
    }
  };
  assignAll(FIRST);
  const nouns = nounsOf(root, reachable, graph);
  assign('commands', sharedByNouns(nouns));
  for (const [noun, ids] of nouns) assign(`commands-${noun}`, ids);
  assignAll(LAST);
  return groups;
}

/** The modules of the commands of each noun; a command without one stands for itself. */
function nounsOf(
  root: string,
  reachable: readonly string[],
  graph: ChunkingContext,
): Map<string, Set<string>> {
  const nouns = new Map<string, Set<string>>();
  for (const id of reachable) {
    const path = relative(root, id);
    if (!path.startsWith(COMMANDS)) continue;
    const [noun = ''] = path.slice(COMMANDS.length).replace(/\.ts$/, '').split('/');
    nouns.set(noun, new Set([...(nouns.get(noun) ?? []), ...modulesFrom(id, graph, 'static')]));
  }
  return nouns;
}

function sharedByNouns(nouns: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const ids of nouns.values()) {
    for (const id of ids) (seen.has(id) ? shared : seen).add(id);
  }
  return shared;
}

/** A module and what it imports, directly and indirectly; `all` follows dynamic imports too. */
function modulesFrom(start: string, graph: ChunkingContext, imports: 'static' | 'all'): Set<string> {
  const found = new Set([start]);
  for (const id of found) {
    const info = graph.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) found.add(imported);
    if (imports === 'all') for (const imported of info?.dynamicallyImportedIds ?? []) found.add(imported);
  }
  return found;
}
