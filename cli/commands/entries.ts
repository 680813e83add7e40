import { type EntryGroup, entryGroup, HIDDEN_TITLE } from '../guide/entry.ts';
import { GROUPS, HIDDEN, NOUNS } from './index.ts';

/**
 * All commands by name. The build replaces this file by one in which every command is loaded from a file of
 * its noun, so that no command line evaluates the declarations of the others.
 */
export const ENTRIES: readonly EntryGroup[] = [
  ...GROUPS.map(entryGroup),
  entryGroup({ title: HIDDEN_TITLE, commands: HIDDEN }),
];

export { NOUNS };
