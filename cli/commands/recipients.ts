import { type Command, command } from '../command.ts';
import { recipientWord } from '../input/lookups/known-ids.ts';
import { addressed, flag, word } from '../input/options/kinds.ts';
import {
  addedRecipient,
  recipientList,
  removedRecipient,
  resentConfirmation,
} from '../output/views/recipients.ts';

export const recipients: readonly Command[] = [
  command({
    name: ['recipients', 'list'],
    summary: "List a trial account's recipients and who confirmed.",
    examples: [{ command: 'agentmail recipients list', about: 'list whom the trial account may write to' }],
    endpoint: async () => (await import('../../shared/contract/verified-recipients.ts')).listRecipients,
    view: recipientList,
  }),
  command({
    name: ['recipients', 'add'],
    summary: 'Ask a recipient to confirm mail of this trial account.',
    description: "Trial accounts write only to confirmed recipients. Asking uses one of today's sends.",
    flags: { attest: flag('--attest', 'Vouch for the recipient instead of asking; at most five in all.') },
    arguments: { address: addressed(word('ADDRESS', 'Recipient address.')) },
    examples: [
      { command: 'agentmail recipients add ann@example.com', about: 'send a link that works for 48 hours' },
    ],
    endpoint: async () => (await import('../../shared/contract/verified-recipients.ts')).addRecipient,
    request: ({ address, attest }) => ({ body: { email: address, ...(attest ? { attest } : {}) } }),
    view: addedRecipient,
  }),
  command({
    name: ['recipients', 'resend'],
    summary: 'Send a recipient a new confirmation link.',
    arguments: { recipient: recipientWord },
    examples: [
      {
        command: 'agentmail recipients resend 1f0a4c11',
        about: 'resend it, at most twice in 24 hours',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/verified-recipients.ts')).resendConfirmation,
    request: ({ recipient }) => ({ params: { id: recipient } }),
    view: resentConfirmation,
  }),
  command({
    name: ['recipients', 'remove'],
    summary: "Remove a recipient, so that the trial account can't write there.",
    arguments: { recipient: recipientWord },
    examples: [
      {
        command: 'agentmail recipients remove 1f0a4c11',
        about: 'remove the recipient and invalidate the link',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/verified-recipients.ts')).removeRecipient,
    request: ({ recipient }) => ({ params: { id: recipient } }),
    view: removedRecipient,
  }),
];
