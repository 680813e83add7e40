import { LIST_MODES } from '../../shared/contract/values.ts';
import { type Command, command } from '../command.ts';
import { challengeFlag, mailboxProof } from '../input/asking/prove.ts';
import { chooseMailbox, inMailbox, mailboxFlag, mailboxWord } from '../input/lookups/mailbox.ts';
import { assertGoesWith, definedFields } from '../input/options/input.ts';
import { choice, choiceWord, flag } from '../input/options/kinds.ts';
import { allowlistView, attemptsView, blocklistView } from '../output/views/addresses.ts';
import { senderPolicy } from '../output/views/policies.ts';
import { importArguments, importFlags } from '../tasks/importing/flags.ts';
import { attemptFlags, attemptQuery } from '../tasks/lists/attempts.ts';
import { addedByFlag, addressCommands } from '../tasks/lists/commands.ts';

const LISTS = ['blocked', 'allowed'] as const;

export const senders: readonly Command[] = [
  command({
    name: ['senders', 'policy'],
    summary: 'Accept mail from all but blocked senders, or only from the allowlist.',
    flags: {
      mailbox: inMailbox,
      challenge: challengeFlag,
      force: flag('--force-empty', 'Apply the allowlist even if it is empty, which rejects all mail.'),
    },
    arguments: { mode: choiceWord('MODE', 'Sender policy.', LIST_MODES) },
    examples: [{ command: 'agentmail senders policy allowlist -m support', about: 'reject unknown senders' }],
    endpoint: async () => (await import('../../shared/contract/sender-lists.ts')).setSenderPolicy,
    request: ({ mailbox, mode, force }) => ({
      params: { id: mailbox },
      body: { mode, ...(force ? { force_empty: true } : {}) },
    }),
    proof: mailboxProof('mailbox_policy_loosen'),
    view: senderPolicy,
  }),
  ...addressCommands({
    resource: async () => (await import('../../shared/contract/sender-lists.ts')).SENDER_ALLOWLIST,
    ofMailbox: (mailbox) => ({ id: mailbox }),
    list: {
      name: ['senders', 'allowed'],
      summary: "List the senders on a mailbox's inbound allowlist.",
      examples: [{ command: 'agentmail senders allowed -m support', about: 'list them, newest first' }],
      view: allowlistView,
    },
    add: {
      name: ['senders', 'allow'],
      summary: 'Allow senders to write to a mailbox in allowlist mode.',
      examples: [{ command: 'agentmail senders allow @example.org', about: 'allow a whole domain' }],
    },
    remove: {
      name: ['senders', 'disallow'],
      summary: "Remove a sender from a mailbox's inbound allowlist.",
      force: 'Remove the entry even if the list becomes empty.',
      examples: [
        {
          command: 'agentmail senders disallow @example.org',
          about: 'reject the sender from the next message on',
        },
      ],
    },
  }),
  ...addressCommands({
    resource: async () => (await import('../../shared/contract/sender-lists.ts')).SENDER_BLOCKLIST,
    list: {
      name: ['senders', 'blocked'],
      summary: 'List the senders that are blocked in all mailboxes.',
      flags: { addedBy: addedByFlag },
      filter: ({ addedBy }) => definedFields({ added_by: addedBy }),
      examples: [{ command: 'agentmail senders blocked', about: 'list them, newest first' }],
      view: blocklistView,
    },
    add: {
      name: ['senders', 'block'],
      summary: 'Block senders in all mailboxes.',
      examples: [{ command: 'agentmail senders block @spam.example', about: 'block a whole domain' }],
    },
    remove: {
      name: ['senders', 'unblock'],
      summary: 'Unblock a sender.',
      examples: [
        {
          command: 'agentmail senders unblock @spam.example',
          about: 'accept mail again from the next message on',
        },
      ],
    },
    undo: {
      name: ['senders', 'undo'],
      summary: 'Unblock all senders that agents, or a key, blocked.',
      examples: [
        { command: 'agentmail senders undo --added-by agent', about: 'take back what agents blocked' },
      ],
    },
  }),
  command({
    name: ['senders', 'import'],
    summary: 'Block or allow all senders in a file.',
    flags: {
      list: {
        ...choice('--list <LIST>', "The account's blocklist, or a mailbox's allowlist.", LISTS),
        required: true,
      },
      mailbox: mailboxFlag,
      ...importFlags,
    },
    arguments: importArguments,
    examples: [
      {
        command: 'agentmail senders import spam.txt --list blocked',
        about: 'block senders in all mailboxes',
      },
      {
        command: 'agentmail senders import staff.csv --list allowed -m support',
        about: 'allow senders in one mailbox',
      },
    ],
    endpoints: async () => {
      const [{ allowSenders, blockSenders }, { listMailboxes }] = await Promise.all([
        import('../../shared/contract/sender-lists.ts'),
        import('../../shared/contract/mailboxes.ts'),
      ]);
      const { loadBudget } = await import('../tasks/importing/budget.ts');
      return { allowSenders, blockSenders, listMailboxes, ...(await loadBudget()) };
    },
    run: async (context, input, { allowSenders, blockSenders, ...budget }) => {
      const { importFile } = await import('../tasks/importing/import.ts');
      if (input.list === 'blocked') {
        assertGoesWith('--list allowed', { '--mailbox': input.mailbox !== undefined });
        const addMany = async (emails: string[]) => {
          const client = await context.client();
          return client.call(blockSenders, { body: { emails } });
        };
        return importFile(context, input, { list: ['senders', 'blocked'], addMany, budget });
      }
      // A dry run needs no daemon.
      const id = input.dryRun ? '' : await chooseMailbox(context, input.mailbox);
      const addMany = async (emails: string[]) => {
        const client = await context.client();
        return client.call(allowSenders, { params: { id }, body: { emails } });
      };
      return importFile(context, input, { list: ['senders', 'allowed', id], addMany, budget });
    },
  }),
  command({
    name: ['senders', 'attempts'],
    summary: "List the messages that a mailbox's sender policy blocked.",
    flags: attemptFlags,
    arguments: { word: mailboxWord },
    examples: [{ command: 'agentmail senders attempts', about: 'find out who tried to write' }],
    endpoint: async () => (await import('../../shared/contract/sender-lists.ts')).listBlockedArrivals,
    request: (input) => ({ params: { id: input.mailbox }, query: attemptQuery(input) }),
    view: attemptsView,
  }),
];
