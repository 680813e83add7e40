import { type Command, command } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { chooseMailbox, inMailbox, mailboxLookup, mailboxWord } from '../../input/lookups/mailbox.ts';
import type { Argument } from '../../input/options/flag.ts';
import { definedFields } from '../../input/options/input.ts';
import { text } from '../../input/options/kinds.ts';
import { splitTag } from '../../input/options/marks.ts';
import { futureTime } from '../../input/options/time.ts';
import { namedAddressList, namedAddressView } from '../../output/views/named-addresses.ts';

interface NamedParts {
  readonly id: string;
  readonly tag: string;
}

/** `helper+shop`, the whole address, or `+shop` where there is a default. */
const addressWord: Argument<NamedParts> = {
  label: 'ADDRESS',
  about: 'Mailbox with a tag, such as helper+shop; +shop is one of the default mailbox.',
  ...mailboxLookup,
  resolve: partsOf,
};

async function partsOf(context: CommandContext, word: string): Promise<NamedParts> {
  const { mailbox, tag } = word.startsWith('+') ? { mailbox: undefined, tag: word.slice(1) } : splitTag(word);
  if (tag === undefined) {
    throw new UsageError(`"${word}" has no tag.`, 'name the mailbox with a tag, such as helper+shop');
  }
  return { id: await chooseMailbox(context, mailbox), tag: tag.toLowerCase() };
}

/** Addresses of a mailbox that are made on purpose, and that may end. */
export const mailboxAddresses: readonly Command[] = [
  command({
    name: ['mailboxes', 'address', 'list'],
    summary: 'List the named addresses of a mailbox, with those that are closed.',
    flags: { mailbox: inMailbox },
    arguments: { word: mailboxWord },
    examples: [{ command: 'agentmail mailboxes address list helper', about: 'show what each is for' }],
    endpoint: async () => (await import('../../../shared/contract/named-addresses.ts')).listNamedAddresses,
    request: ({ mailbox }) => ({ params: { id: mailbox } }),
    view: namedAddressList,
  }),
  command({
    name: ['mailboxes', 'address', 'add'],
    summary: 'Make a named address of a mailbox, which may expire.',
    description:
      'A mailbox takes mail at every tag, such as helper+shop@example.com. A tag that you add here can\n' +
      'end: once it has expired or is removed, mail to it is refused. Adding it again changes it, or opens\n' +
      'it again; an agent key can only add new ones.',
    flags: {
      expires: futureTime('--expires <TIME>', 'Refuse mail from then on, as 2d. Default: never.'),
      note: text('--note <TEXT>', 'What the address is for.'),
    },
    arguments: { address: addressWord },
    examples: [
      {
        command: 'agentmail mailboxes address add helper+shop --expires 2d',
        about: 'an address for one order, which ends by itself',
      },
      {
        command: 'agentmail mailboxes address add helper+news --note Newsletter',
        about: 'one to remove later',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/named-addresses.ts')).addNamedAddress,
    request: ({ address: { id, tag }, expires, note }) => ({
      params: { id },
      body: { tag, ...definedFields({ expires_at: expires, note }) },
    }),
    view: namedAddressView,
  }),
  command({
    name: ['mailboxes', 'address', 'remove'],
    summary: 'Close a named address for good. Mail to it is refused.',
    arguments: { address: addressWord },
    examples: [
      { command: 'agentmail mailboxes address remove helper+shop', about: 'no more mail from that shop' },
    ],
    endpoint: async () => (await import('../../../shared/contract/named-addresses.ts')).removeNamedAddress,
    request: ({ address }) => ({ params: address }),
    view: namedAddressView,
  }),
];
