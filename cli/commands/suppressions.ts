import { SUPPRESSION_REASONS } from '../../shared/contract/values.ts';
import type { Command } from '../command.ts';
import { definedFields } from '../input/options/input.ts';
import { choice, renamed } from '../input/options/kinds.ts';
import { suppressionsView } from '../output/views/addresses.ts';
import { addedByFlag, addressCommands } from '../tasks/lists/commands.ts';

export const suppressions: readonly Command[] = addressCommands({
  resource: async () => (await import('../../shared/contract/recipient-lists.ts')).SUPPRESSIONS,
  list: {
    name: ['suppressions', 'list'],
    summary: 'List the addresses and domains on the suppression list.',
    flags: {
      kind: renamed(choice('--kind <KIND>', 'Only entries with this reason.', SUPPRESSION_REASONS), {
        flags: '--reason <REASON>',
      }),
      addedBy: addedByFlag,
    },
    filter: ({ kind, addedBy }) => definedFields({ reason: kind, added_by: addedBy }),
    examples: [
      {
        command: 'agentmail suppressions list --kind complaint',
        about: 'list the recipients who complained',
      },
    ],
    view: suppressionsView,
  },
  add: {
    name: ['suppressions', 'add'],
    summary: 'Add addresses or domains to the suppression list.',
    examples: [
      {
        command: 'agentmail suppressions add ann@example.com',
        about: 'stop writing to someone who opted out',
      },
    ],
  },
  import: {
    name: ['suppressions', 'import'],
    summary: 'Suppress all addresses and domains in a file.',
    examples: [
      {
        command: 'agentmail suppressions import unsubscribed.csv',
        about: 'import a list from another mail service',
      },
    ],
  },
  remove: {
    name: ['suppressions', 'remove'],
    summary: 'Remove an entry from the suppression list, unless it is a complaint.',
    examples: [
      { command: 'agentmail suppressions remove ann@example.com', about: 'write to the recipient again' },
    ],
  },
  undo: {
    name: ['suppressions', 'undo'],
    summary: 'Remove all entries that agents, or a key, added to the suppression list.',
    examples: [
      { command: 'agentmail suppressions undo --added-by agent', about: 'take back what agents added' },
    ],
  },
});
