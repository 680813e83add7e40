import { type Command, command } from '../command.ts';
import { holdWord } from '../input/lookups/known-ids.ts';
import { mailboxIds, mailboxLookup, mailboxWord } from '../input/lookups/mailbox.ts';
import { definedFields } from '../input/options/input.ts';
import { flag, renamed, requiredText, text } from '../input/options/kinds.ts';
import { holdList } from '../output/views/access.ts';
import { recordView } from '../output/views/record.ts';

export const holds: readonly Command[] = [
  command({
    name: ['holds', 'list'],
    summary: 'List legal holds.',
    flags: { released: flag('--released', 'Include released holds.') },
    examples: [{ command: 'agentmail holds list --released', about: 'include released holds' }],
    endpoint: async () => (await import('../../shared/contract/legal-holds.ts')).listLegalHolds,
    request: ({ released }) => ({ query: definedFields({ include_released: released || undefined }) }),
    view: holdList,
  }),
  command({
    name: ['holds', 'apply'],
    summary: 'Apply a legal hold, which keeps messages from being deleted.',
    flags: {
      reason: requiredText('--reason <TEXT>', 'Reason for the hold.'),
      mailbox: renamed(
        { ...text('-m, --mailbox <MAILBOX>', 'Hold only this mailbox.'), ...mailboxLookup },
        { flags: '--mailbox-id <ID>' },
      ),
      reference: text('--case <TEXT>', 'Case reference.'),
    },
    arguments: { word: mailboxWord },
    examples: [
      { command: 'agentmail holds apply --reason dispute', about: 'hold the whole account' },
      { command: 'agentmail holds apply support --reason dispute', about: 'hold one mailbox' },
    ],
    endpoint: async () => (await import('../../shared/contract/legal-holds.ts')).applyLegalHold,
    request: async ({ reason, mailbox, reference }, context) => {
      const [id] = mailbox === undefined ? [] : await mailboxIds(context, [mailbox]);
      return {
        body: {
          scope: id === undefined ? ('account' as const) : ('mailbox' as const),
          reason,
          ...definedFields({ mailbox_id: id, case_reference: reference }),
        },
      };
    },
    view: recordView,
  }),
  command({
    name: ['holds', 'show'],
    summary: 'Show a legal hold.',
    arguments: { id: holdWord },
    examples: [
      {
        command: 'agentmail holds show 1f0a4c11',
        about: 'show who applied it and when',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/legal-holds.ts')).getLegalHold,
    request: ({ id }) => ({ params: { id } }),
    view: recordView,
  }),
  command({
    name: ['holds', 'release'],
    summary: 'Release a legal hold.',
    flags: { reason: requiredText('--reason <TEXT>', 'Reason for the release.') },
    arguments: { id: holdWord },
    examples: [
      {
        command: 'agentmail holds release 1f0a4c11 --reason settled',
        about: 'release it permanently',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/legal-holds.ts')).releaseLegalHold,
    request: ({ id, reason }) => ({ params: { id }, body: { release_reason: reason } }),
    view: recordView,
  }),
];
