import { type Command, command } from '../command.ts';
import { UsageError } from '../errors.ts';
import { challengeFlag, mailboxProof } from '../input/asking/prove.ts';
import { sourceWord } from '../input/lookups/known-ids.ts';
import { chooseMailbox, inMailbox, mailboxWord, typedMailbox } from '../input/lookups/mailbox.ts';
import { messageFlag } from '../input/lookups/message.ts';
import { days } from '../input/options/duration.ts';
import { definedFields } from '../input/options/input.ts';
import { addressed, flag, onOff, onOffWord, optionalWord, renamed, text } from '../input/options/kinds.ts';
import { sourceList, sourceView, trustState } from '../output/views/trust.ts';

/** Maximum days of trust. */
const MOST_DAYS = 365;

export const trust: readonly Command[] = [
  command({
    name: ['trust', 'list'],
    summary: "List a mailbox's trusted senders, current and past.",
    flags: { mailbox: inMailbox },
    arguments: { word: mailboxWord },
    examples: [{ command: 'agentmail trust list -m support', about: 'list who is trusted, and until when' }],
    endpoint: async () => (await import('../../shared/contract/trust.ts')).listTrustedSources,
    request: (input) => ({ params: { id: input.mailbox } }),
    view: sourceList,
  }),
  command({
    name: ['trust', 'grant'],
    summary: "Trust a sender to instruct a mailbox's agents; needs a signed-in person.",
    flags: {
      mailbox: typedMailbox,
      message: messageFlag('--message <MESSAGE>', 'Trust the sender of this message.'),
      days: renamed(
        days('--for <DURATION>', 'Number of days, such as 30d. Default: 90d.', { min: 1, max: MOST_DAYS }),
        {
          flags: '--days <N>',
          means: (count) => `${count}d`,
        },
      ),
      attest: flag('--attest', 'Confirm that the address belongs to the person you trust.'),
      risk: text('--accept-risk <VERSION>', 'Accept this version of the notice about the remaining risk.'),
      challenge: challengeFlag,
    },
    arguments: { address: addressed(optionalWord('ADDRESS', 'Sender address.')) },
    examples: [
      {
        command: 'agentmail trust grant boss@example.com --attest --accept-risk v1',
        about: 'trust a sender for 90 days; asks for the password',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/trust.ts')).grantTrustedSource,
    request: async (input, context) => {
      if ((input.address === undefined) === (input.message === undefined)) {
        throw new UsageError('Give either an ADDRESS or --message.');
      }
      return {
        params: { id: await chooseMailbox(context, input.mailbox) },
        body: {
          ...definedFields({ value: input.address, message_id: input.message, expires_in_days: input.days }),
          ...(input.attest ? { address_attestation: true } : {}),
          ...definedFields({ residual_ack_version: input.risk }),
        },
      };
    },
    proof: mailboxProof('trusted_source_grant'),
    view: sourceView,
  }),
  command({
    name: ['trust', 'revoke'],
    summary: 'Revoke trust in a sender; any key of the mailbox may do this.',
    flags: { mailbox: inMailbox },
    arguments: { source: sourceWord },
    examples: [
      {
        command: 'agentmail trust revoke 1f0a4c11 -m support',
        about: 'revoke it from the next message read',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/trust.ts')).revokeTrustedSource,
    request: (input) => ({ params: { id: input.mailbox, sourceId: input.source } }),
    view: sourceView,
  }),
  command({
    name: ['trust', 'enable'],
    summary: 'Let agents follow the instructions of trusted senders; needs a signed-in person.',
    flags: {
      mailbox: inMailbox,
      guard: renamed(
        {
          ...onOff('--strict-recipients <on|off>', 'Also limit agents to the allowlist.'),
          required: true,
        },
        { flags: '--strict <on|off>' },
      ),
      risk: text('--accept-risk <VERSION>', 'Accept this version of the notice about the remaining risk.'),
      challenge: challengeFlag,
    },
    arguments: { word: mailboxWord },
    examples: [
      {
        command: 'agentmail trust enable -m support --strict-recipients on --accept-risk v1',
        about: 'turn it on with the allowlist limit; asks for the password',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/trust.ts')).setInstructionTrust,
    request: ({ mailbox, guard, risk }) => ({
      params: { id: mailbox },
      body: {
        enabled: true,
        strict_recipient: guard === true,
        ...definedFields({ residual_ack_version: risk }),
      },
    }),
    proof: mailboxProof('instruction_trust_enable'),
    view: trustState,
  }),
  command({
    name: ['trust', 'disable'],
    summary: "Stop agents from following any sender's instructions; any key may do this.",
    flags: { mailbox: inMailbox },
    arguments: { word: mailboxWord },
    examples: [
      {
        command: 'agentmail trust disable -m support',
        about: 'turn it off; the list of trusted senders stays',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/trust.ts')).setInstructionTrust,
    request: (input) => ({ params: { id: input.mailbox }, body: { enabled: false } }),
    view: trustState,
  }),
  command({
    name: ['trust', 'strict'],
    summary: 'Limit agents to the allowlist while trust is on; lifting needs a signed-in person.',
    flags: { mailbox: inMailbox, challenge: challengeFlag },
    arguments: { guard: onOffWord('Whether agents write only to the allowlist.') },
    examples: [
      {
        command: 'agentmail trust strict on -m support',
        about: 'require an allowlist entry even for replies',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/trust.ts')).setStrictRecipient,
    request: ({ mailbox, guard }) => ({ params: { id: mailbox }, body: { strict_recipient: guard } }),
    proof: mailboxProof('strict_recipient_off'),
    view: trustState,
  }),
];
