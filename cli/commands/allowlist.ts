import { type Command, command } from '../command.ts';
import { mailboxWord } from '../input/lookups/mailbox.ts';
import { allowlistView, attemptsView } from '../output/views/addresses.ts';
import { attemptFlags, attemptQuery } from '../tasks/lists/attempts.ts';
import { addressCommands } from '../tasks/lists/commands.ts';

export const allowlist: readonly Command[] = [
  ...addressCommands({
    resource: async () => (await import('../../shared/contract/recipient-lists.ts')).RECIPIENT_ALLOWLIST,
    ofMailbox: (mailbox) => ({ mailboxId: mailbox }),
    list: {
      name: ['allowlist', 'list'],
      summary: 'List the allowed recipients of a mailbox, newest first.',
      examples: [
        { command: 'agentmail allowlist list -m support', about: 'list the allowed recipients of support' },
      ],
      view: allowlistView,
    },
    add: {
      name: ['allowlist', 'add'],
      summary: 'Add recipients to the allowlist of a mailbox.',
      examples: [
        {
          command: 'agentmail allowlist add ann@example.com @example.org',
          about: 'allow one address and a whole domain',
        },
        {
          command: 'agentmail allowlist add -m support --file customers.txt',
          about: 'read the addresses from a file, one per line',
        },
      ],
    },
    import: {
      name: ['allowlist', 'import'],
      summary: "Add the recipients in a file to a mailbox's allowlist.",
      examples: [
        {
          command: 'agentmail allowlist import customers.csv --dry-run',
          about: 'check the file without importing it',
        },
        {
          command: 'agentmail allowlist import customers.csv --resume',
          about: 'continue after an interruption',
        },
      ],
    },
    remove: {
      name: ['allowlist', 'remove'],
      summary: 'Remove a recipient from the allowlist of a mailbox.',
      entry: 'Address or @domain, as the list shows it.',
      force: 'Remove even the last entry, so that no recipient is left.',
      examples: [
        { command: 'agentmail allowlist remove ann@example.com', about: 'takes effect on the next send' },
      ],
    },
  }),
  command({
    name: ['allowlist', 'attempts'],
    summary: "List sends that a mailbox's allowlist or containment refused.",
    flags: attemptFlags,
    arguments: { word: mailboxWord },
    examples: [
      {
        command: 'agentmail allowlist attempts --within 7d',
        about: 'find recipients missing from the list',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/recipient-lists.ts')).listBlockedSends,
    request: (input) => ({ params: { mailboxId: input.mailbox }, query: attemptQuery(input) }),
    view: attemptsView,
  }),
];
