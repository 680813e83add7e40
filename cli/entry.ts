import { type Command, type CommandGroup, takenBy } from './command.ts';

/** A command as lists of commands name it; everything else about it is loaded when it is meant. */
export interface Entry {
  readonly name: readonly string[];
  readonly summary: string;
  /** Its arguments, as `<MESSAGE>`. */
  readonly takes: string;
  readonly load: () => Promise<Command>;
}

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

/** The commands of entries as they are declared, without the hidden ones. */
export function loadGroups(groups: readonly EntryGroup[]): Promise<readonly CommandGroup[]> {
  const shown = groups.filter(({ title }) => title !== HIDDEN_TITLE);
  return Promise.all(
    shown.map(async ({ title, entries }) => ({
      title,
      commands: await Promise.all(entries.map(({ load }) => load())),
    })),
  );
}
