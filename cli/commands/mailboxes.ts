import { LIMITS } from '../../shared/contract/limits.ts';
import { EXPOSURE_MODES, FILE_FAMILIES } from '../../shared/contract/values.ts';
import { type Command, command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { confirm, yesFlag } from '../input/asking/confirm.ts';
import { challengeFlag, mailboxProof } from '../input/asking/prove.ts';
import { domainId, domainLookup } from '../input/lookups/domain.ts';
import { chooseMailbox, inMailbox, mailboxWord, typedMailbox } from '../input/lookups/mailbox.ts';
import { bodyOf, json } from '../input/options/fields.ts';
import { definedFields } from '../input/options/input.ts';
import { choice, choices, flag, onOffWord, text, word } from '../input/options/kinds.ts';
import { switchFields, switchFlags } from '../input/options/mailbox-switches.ts';
import {
  createdMailbox,
  deletedMailbox,
  guardedMailbox,
  mailboxDetail,
  mailboxList,
} from '../output/views/mailboxes.ts';
import { counted } from '../output/views/numbers.ts';
import { attachmentAccessView, outboundAttachmentsView } from '../output/views/policies.ts';
import { mailboxAddresses } from './mailboxes/addresses.ts';
import { mailboxConnections } from './mailboxes/connect.ts';
import { choosePreset } from './mailboxes/preset.ts';
import { mailboxesUpdate } from './mailboxes/update.ts';

export const mailboxes: readonly Command[] = [
  command({
    name: ['mailboxes', 'list'],
    summary: 'List the mailboxes that the key can access.',
    examples: [{ command: 'agentmail mailboxes list', about: 'show all of them with their addresses' }],
    endpoint: async () => (await import('../../shared/contract/mailboxes.ts')).listMailboxes,
    view: mailboxList,
  }),
  command({
    name: ['mailboxes', 'create'],
    summary: 'Create a mailbox with its own address.',
    description:
      '--guarded creates a mailbox that is safe for an agent from the start: a person approves\n' +
      'everything that agents send, agents write only to its allowlist (agentmail allowlist add), only\n' +
      "authenticated senders become participants, and agents can't read the text of held messages or\n" +
      'release them. --open lets agents write to anyone, unreviewed. A terminal asks which; without one, a\n' +
      'mailbox made with neither takes a key for agents only with --open.',
    flags: {
      displayName: text(
        '--display-name <TEXT>',
        'Sender name that recipients see. Default: the mailbox name.',
      ),
      domain: { ...text('--domain <DOMAIN>', 'Your own domain, by name or ID.'), ...domainLookup },
      folder: text('--folder <FOLDER>', 'IMAP folder to read, on a self-hosted domain.'),
      guarded: flag('--guarded', 'Apply policies that are safe for an agent.'),
      open: flag('--open', 'Let agents write to anyone, unreviewed.'),
      ...switchFlags,
    },
    arguments: { name: word('NAME', "Local part of the address. It can't change later.") },
    examples: [
      {
        command: 'agentmail mailboxes create support --display-name "Acme Support"',
        about: 'set the sender name',
      },
      { command: 'agentmail mailboxes create helper --guarded', about: 'create a safe mailbox for an agent' },
      {
        command: 'agentmail mailboxes create shop --open',
        about: 'let agents write to anyone, without your review',
      },
      { command: 'agentmail mailboxes create team --languages all', about: 'accept mail in any language' },
    ],
    endpoints: async () => {
      const { createMailbox } = await import('../../shared/contract/mailboxes.ts');
      return { createMailbox };
    },
    run: async (context, input, { createMailbox }) => {
      const { name, displayName, domain, folder } = input;
      const preset = await choosePreset(context, input);
      const body = {
        name,
        ...definedFields({
          display_name: displayName,
          domain_id: domain && (await domainId(context, domain)),
          self_hosted_imap_folder: folder,
          preset,
          ...switchFields(input),
        }),
      };
      const client = await context.client();
      const created = await client.call(createMailbox, { body });
      return result(created, preset === 'guarded' ? guardedMailbox : createdMailbox);
    },
  }),
  command({
    name: ['mailboxes', 'show'],
    summary: 'Show a mailbox and its policies.',
    flags: { mailbox: inMailbox },
    arguments: { word: mailboxWord },
    examples: [{ command: 'agentmail mailboxes show support', about: 'show its address and policies' }],
    endpoint: async () => (await import('../../shared/contract/mailboxes.ts')).getMailbox,
    request: ({ mailbox }) => ({ params: { id: mailbox } }),
    view: mailboxDetail,
  }),
  mailboxesUpdate,
  command({
    name: ['mailboxes', 'delete'],
    summary: 'Delete a mailbox. It stops receiving, and its name stays taken.',
    flags: {
      mailbox: text('-m, --mailbox <MAILBOX>', 'Mailbox name or ID. There is no default.'),
      yes: yesFlag,
    },
    arguments: { mailboxWord },
    examples: [
      { command: 'agentmail mailboxes delete support', about: 'delete it; its messages stay readable by ID' },
    ],
    endpoints: async () => {
      const [{ deleteMailbox, listMailboxes }, { listMessages }] = await Promise.all([
        import('../../shared/contract/mailboxes.ts'),
        import('../../shared/contract/reading.ts'),
      ]);
      return { deleteMailbox, listMailboxes, listMessages };
    },
    run: async (context, { mailbox: named, yes }, { deleteMailbox, listMessages }) => {
      if (named === undefined)
        throw new UsageError('No mailbox given.', 'agentmail mailboxes list shows them');
      const mailbox = await chooseMailbox(context, named);
      const client = await context.client();
      await confirm(context, yes, async () => {
        const limit = LIMITS.messagePage.max;
        const { messages } = await client.call(listMessages, { params: { id: mailbox }, query: { limit } });
        const many =
          messages.length < limit ? counted(messages.length, 'message') : `${limit} or more messages`;
        return `Delete the mailbox ${mailbox} with ${many}? It stops receiving, and its name stays taken.`;
      });
      return result(await client.call(deleteMailbox, { params: { id: mailbox } }), deletedMailbox);
    },
  }),
  ...mailboxAddresses,
  ...mailboxConnections,
  command({
    name: ['mailboxes', 'attachments'],
    summary: 'Choose how much of received attachments can be read.',
    description: 'Only a signed-in person can download raw files, never an API key.',
    flags: {
      mailbox: typedMailbox,
      mode: choice('--mode <MODE>', 'How much can be read.', EXPOSURE_MODES),
      families: choices(
        '--family <FAMILY>',
        'Allow raw downloads of this file type. May be repeated.',
        FILE_FAMILIES,
      ),
      off: flag('--off', 'Show only names and sizes.'),
      disclaimer: text('--accept-disclaimer <VERSION>', 'Accept this version of the disclaimer.'),
      imageRisk: text('--accept-image-risk <VERSION>', 'Accept this version of the image risk notice.'),
      challenge: challengeFlag,
      expected: text('--expected-version <N>', 'Fail if the version has changed since you read it.'),
    },
    arguments: { word: mailboxWord },
    examples: [
      {
        command: 'agentmail mailboxes attachments support --mode derived_content',
        about: 'let agents read the text of attachments',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/mailbox-policies.ts')).setAttachmentAccess,
    request: async (input, context) => {
      const { setAttachmentAccess } = await import('../../shared/contract/mailbox-policies.ts');
      const body = bodyOf(setAttachmentAccess.body, {
        '--mode': { mode: input.mode },
        '--family': { allowed_file_families: input.families.length === 0 ? undefined : input.families },
        '--off': { enable: input.off ? false : undefined },
        '--accept-disclaimer': { accept_disclaimer_version: input.disclaimer },
        '--accept-image-risk': { accept_image_risk_version: input.imageRisk },
        '--expected-version': { expected_policy_version: json('--expected-version', input.expected) },
      });
      return { params: { id: await chooseMailbox(context, input.mailbox) }, body };
    },
    proof: mailboxProof('attachment_raw_enable'),
    view: attachmentAccessView,
  }),
  command({
    name: ['mailboxes', 'outbound-attachments'],
    summary: 'Allow or forbid sending attachments; allowing takes a signed-in person.',
    flags: {
      mailbox: inMailbox,
      disclaimer: text('--accept-disclaimer <VERSION>', 'Accept this version of the disclaimer.'),
      imageRisk: text('--accept-image-risk <VERSION>', 'Accept this version of the image risk notice.'),
      challenge: challengeFlag,
    },
    arguments: {
      state: onOffWord('Whether the mailbox may send attachments.'),
      mailboxWord,
    },
    examples: [
      {
        command: 'agentmail mailboxes outbound-attachments off support',
        about: 'forbid them from the next send on',
      },
      {
        command: 'agentmail mailboxes outbound-attachments on support --accept-disclaimer v1',
        about: 'allow them; asks for re-authentication',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/mailbox-policies.ts')).setOutboundAttachments,
    request: ({ mailbox, state, disclaimer, imageRisk }) => ({
      params: { id: mailbox },
      body: {
        enabled: state,
        ...definedFields({ accept_disclaimer_version: disclaimer, accept_image_risk_version: imageRisk }),
      },
    }),
    proof: mailboxProof('outbound_attachments_enable'),
    view: outboundAttachmentsView,
  }),
];
