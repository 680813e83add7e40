import { LIMITS } from '../../../shared/contract/limits.ts';
import type { CommandContext } from '../../context.ts';
import type { Argument, EndpointRecord, Flag } from '../options/flag.ts';
import { texts } from '../options/kinds.ts';
import { type IdArgument, type IdCandidate, type IdKind, isShortId, matching, onlyOne } from './ids.ts';
import { chooseMessage, loadMessageLookup } from './message.ts';

/** Accounts, mailboxes and domains of the whole machine, as its owner names them. */

interface OperatorIdSource<Endpoints extends EndpointRecord> extends IdKind {
  readonly lookup: () => Promise<Endpoints>;
  readonly find: (
    context: CommandContext,
    endpoints: Endpoints,
  ) => Promise<readonly (IdCandidate & WithNames)[]>;
}
interface WithNames {
  /** Names that mean it, as typed in full. */
  readonly names: readonly string[];
}

/** Names and short ids are looked up; whatever else was typed is for the daemon to judge. */
function known<Endpoints extends EndpointRecord>(
  { lookup, find, ...kind }: OperatorIdSource<Endpoints>,
  isLookedUp: (typed: string) => boolean,
): IdArgument {
  return {
    lookup,
    resolve: async (context, typed) => {
      if (!isLookedUp(typed)) return typed;
      const all = await find(context, await lookup());
      const wanted = typed.toLowerCase();
      const named = all.filter(({ names }) => names.includes(wanted));
      return onlyOne(typed, kind, named.length > 0 ? named : matching(typed, all)).id;
    },
  };
}

const isUuid = (typed: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(typed);

/** The daemon takes the id or the email of an account itself. */
const account = known(
  {
    noun: 'account',
    list: 'agentmail operator accounts list',
    lookup: async () => {
      const { operatorListAccounts } = await import('../../../shared/contract/operator.ts');
      return { operatorListAccounts };
    },
    find: async (context, { operatorListAccounts }) => {
      const client = await context.client();
      const { accounts } = await client.call(operatorListAccounts, { query: { limit: LIMITS.listPage.max } });
      return accounts.map((each) => ({ id: each.account_id, about: each.email, names: [] }));
    },
  },
  isShortId,
);
const ACCOUNT_ABOUT = 'Email or id of the account, or the short end of the id.';
export const accountWord: Argument<string> = { label: 'ACCOUNT', about: ACCOUNT_ABOUT, ...account };
export const accountFlag: Flag<string | undefined> = {
  flags: '--account <ACCOUNT>',
  about: 'Only of this account: its email or id, or the short end of the id.',
  ...account,
};

const mailbox = known(
  {
    noun: 'mailbox',
    list: 'agentmail operator mailboxes list',
    lookup: async () => {
      const { operatorListMailboxes } = await import('../../../shared/contract/operator-records.ts');
      return { operatorListMailboxes };
    },
    find: async (context, { operatorListMailboxes }) => {
      const client = await context.client();
      const query = { limit: LIMITS.outboxPage.max };
      const { mailboxes } = await client.call(operatorListMailboxes, { query });
      return mailboxes.map(({ id, name, address }) => ({ id, about: address, names: [name, address] }));
    },
  },
  (typed) => !isUuid(typed),
);
export const operatorMailboxWord: Argument<string> = {
  label: 'MAILBOX',
  about: 'Address, name or id of the mailbox, or the short end of the id.',
  ...mailbox,
};

export const operatorMailboxesFlag: Flag<readonly string[]> = {
  ...texts('-m, --mailbox <MAILBOX>', 'Bind an agent key to this mailbox; may be repeated.'),
  ...mailbox,
};

const domain = known(
  {
    noun: 'domain',
    list: 'agentmail operator domains list',
    lookup: async () => {
      const { operatorListDomains } = await import('../../../shared/contract/domains.ts');
      return { operatorListDomains };
    },
    find: async (context, { operatorListDomains }) => {
      const client = await context.client();
      const { domains } = await client.call(operatorListDomains, { query: { limit: LIMITS.listPage.max } });
      return domains.map(({ id, domain_name: name }) => ({ id, about: name, names: [name] }));
    },
  },
  (typed) => !isUuid(typed),
);
export const operatorDomainWord: Argument<string> = {
  label: 'DOMAIN',
  about: 'Name or id of the domain, or the short end of the id.',
  ...domain,
};

/**
 * A message of any account by its whole id; a short one is looked up where the key of the profile reaches.
 */
export const anyMessageWord: Argument<string> = {
  label: 'MESSAGE',
  about: 'Id of the message; of a message of your own account the short id will do.',
  lookup: loadMessageLookup,
  resolve: async (context, typed) => (isUuid(typed) ? typed : chooseMessage(context, typed)),
};
