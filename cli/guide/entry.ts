import { type Command, type CommandGroup, takenBy } from '../command.ts';

/** A command in lists; the rest is loaded when it's selected. */
export interface CommandEntry {
  readonly name: readonly string[];
  readonly summary: string;
  /** Its arguments, as `<MESSAGE>`. */
  readonly takes: string;
  readonly load: () => Promise<Command>;
}

/** Commands of one group in help. */
export interface EntryGroup {
  readonly title: string;
  readonly entries: readonly CommandEntry[];
}

/** Group of commands for programs, which help omits. */
export const HIDDEN_TITLE = '';

/** Entries of loaded commands. */
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

const noEndpoints = async () => ({});

/** A command with only its name. */
function named({ name, summary }: CommandEntry): Command {
  return {
    ...{ name, summary, flags: {}, arguments: {}, examples: [] },
    endpoints: noEndpoints,
    lookups: noEndpoints,
    execute: () => Promise.reject(new Error(`${name.join(' ')} is not loaded`)),
  };
}

/** Loads the declared commands without hidden ones; with `words`, those that can't match only have names. */
export function loadGroups(
  groups: readonly EntryGroup[],
  words?: readonly string[],
): Promise<readonly CommandGroup[]> {
  const isMeant = ({ name: [first = ''] }: CommandEntry) => words === undefined || words.includes(first);
  const shown = groups.filter(({ title }) => title !== HIDDEN_TITLE);
  return Promise.all(
    shown.map(async ({ title, entries }) => ({
      title,
      commands: await Promise.all(entries.map((entry) => (isMeant(entry) ? entry.load() : named(entry)))),
    })),
  );
}
