import { type Command, type CommandGroup, noEndpoints, takenBy } from './command.ts';

/** A command as lists of commands name it; everything else about it is loaded when it is meant. */
export interface Entry {
  readonly name: readonly string[];
  readonly summary: string;
  /** Its arguments, as `<MESSAGE>`. */
  readonly takes: string;
  readonly load: () => Promise<Command>;
}

/** Commands that stand together in help, below a title. */
export interface EntryGroup {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Of the commands that programs run, and that are in no help. */
export const HIDDEN_TITLE = '';

/** Entries of commands that are there already. */
export function entryGroup({ title, commands }: CommandGroup): EntryGroup {
  return {
    title,
    entries: commands.map((command) => ({
      name: command.name,
      summary: command.summary,
      takes: takenBy(command),
      load: async () => command,
    })),
  };
}

/** A command of which only the name is known. */
function named({ name, summary }: Entry): Command {
  return {
    ...{ name, summary, flags: {}, arguments: {}, examples: [] },
    endpoints: noEndpoints,
    lookups: noEndpoints,
    execute: () => Promise.reject(new Error(`${name.join(' ')} is not loaded`)),
  };
}

/**
 * The commands of entries as they are declared, without the hidden ones; with `words`, of those that the
 * words cannot mean only the names.
 */
export function loadGroups(
  groups: readonly EntryGroup[],
  words?: readonly string[],
): Promise<readonly CommandGroup[]> {
  const isMeant = ({ name: [first = ''] }: Entry) => words === undefined || words.includes(first);
  const shown = groups.filter(({ title }) => title !== HIDDEN_TITLE);
  return Promise.all(
    shown.map(async ({ title, entries }) => ({
      title,
      commands: await Promise.all(entries.map((entry) => (isMeant(entry) ? entry.load() : named(entry)))),
    })),
  );
}
