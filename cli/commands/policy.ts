import { POLICY_MODES } from '../../shared/contract/values.ts';
import { type Command, command } from '../command.ts';
import { challengeFlag, mailboxProof } from '../input/asking/prove.ts';
import { inMailbox, mailboxWord } from '../input/lookups/mailbox.ts';
import { choiceWord } from '../input/options/kinds.ts';
import { mailboxDetail } from '../output/views/mailboxes.ts';
import { explanation, policyView, previewView } from '../output/views/policies.ts';
import { previewBody, previewExit, previewFlags } from '../tasks/sending/preview.ts';

export const policy: readonly Command[] = [
  command({
    name: ['policy', 'show'],
    summary: 'Show what a mailbox lets agents do, and what this key may do in it.',
    flags: { mailbox: inMailbox },
    arguments: { word: mailboxWord },
    examples: [
      { command: 'agentmail policy show support --profile bot', about: 'check before an agent starts' },
    ],
    endpoint: async () => (await import('../../shared/contract/mailbox-policies.ts')).getMailboxPolicy,
    request: ({ mailbox }) => ({ params: { id: mailbox } }),
    view: policyView,
  }),
  command({
    name: ['policy', 'set-mode'],
    summary: 'Apply a predefined set of policies to a mailbox.',
    description:
      'read_only: agents only read. draft_only: agents also write drafts. supervised: agents send, and\n' +
      'a person decides about risky messages. trusted: agents send to the allowlist and to\n' +
      'participants. A looser mode needs a signed-in person.',
    flags: { mailbox: inMailbox, challenge: challengeFlag },
    arguments: { mode: choiceWord('MODE', 'Policy mode.', POLICY_MODES) },
    examples: [
      {
        command: 'agentmail policy set-mode supervised -m support',
        about: 'let agents send under supervision',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/mailbox-policies.ts')).updateMailbox,
    request: ({ mailbox, mode }) => ({ params: { id: mailbox }, body: { apply_policy_mode: mode } }),
    proof: mailboxProof('mailbox_policy_loosen'),
    view: mailboxDetail,
  }),
  command({
    name: ['policy', 'preview'],
    summary: 'Predict the result of a send without sending, storing or charging anything.',
    flags: previewFlags,
    arguments: { word: mailboxWord },
    examples: [
      {
        command: 'agentmail policy preview --to ann@example.com --origin agent',
        about: 'check whether agents may write to Ann',
      },
    ],
    exits: ['held', 'refused'],
    endpoint: async () => (await import('../../shared/contract/mailbox-policies.ts')).previewPolicy,
    request: (input) => ({ params: { id: input.mailbox }, body: previewBody(input) }),
    view: previewView,
    exit: previewExit,
  }),
  command({
    name: ['policy', 'explain'],
    summary: 'Show each gate that a send would pass or fail, why, and what would change it.',
    description: 'Sends, stores and charges nothing.',
    flags: previewFlags,
    arguments: { word: mailboxWord },
    examples: [
      {
        command: 'agentmail policy explain --to ann@example.com',
        about: "find out why agents can't write to Ann",
      },
      {
        command: 'agentmail policy explain --to ann@example.com --at 2026-01-05T07:00:00Z',
        about: 'check the same for early Monday',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/mailbox-policies.ts')).previewPolicy,
    request: (input) => ({ params: { id: input.mailbox }, body: previewBody(input) }),
    view: explanation,
  }),
];
