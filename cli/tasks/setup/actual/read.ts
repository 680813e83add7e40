import { getAccountPolicy } from '../../../../shared/contract/account-policy.ts';
import { getAccount, getCaller } from '../../../../shared/contract/accounts.ts';
import { type ConnectionView, getConnection } from '../../../../shared/contract/connections.ts';
import { listDomains } from '../../../../shared/contract/domains.ts';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import { listApiKeys } from '../../../../shared/contract/keys.ts';
import { listMailboxes, type MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { listNamedAddresses, type MailboxAddress } from '../../../../shared/contract/named-addresses.ts';
import { listNoticeTargets } from '../../../../shared/contract/notices.ts';
import { getSettings } from '../../../../shared/contract/settings.ts';
import { listTrustedSources } from '../../../../shared/contract/trust.ts';
import { listWebhooks } from '../../../../shared/contract/webhooks.ts';
import type { Client } from '../../../client/client.ts';
import { CommandError } from '../../../errors.ts';
import type { Setup } from '../file/schema.ts';
import {
  ACCOUNT_LISTS,
  type AccountListName,
  accountList,
  type ListedEntries,
  MAILBOX_LISTS,
  type MailboxListName,
  mailboxList,
  readEntries,
} from './lists.ts';

export const READ_ENDPOINTS = {
  getAccount,
  getAccountPolicy,
  getCaller,
  getConnection,
  getSettings,
  listApiKeys,
  listDomains,
  listMailboxes,
  listNamedAddresses,
  listNoticeTargets,
  listTrustedSources,
  listWebhooks,
};

/** A mailbox with what belongs to it. */
export interface ActualMailbox {
  readonly view: MailboxView;
  readonly lists: Partial<Readonly<Record<MailboxListName, ListedEntries>>>;
  readonly addresses: readonly MailboxAddress[];
  /** Addresses that are trusted now. */
  readonly trusted: readonly string[];
  /** Of a connected mailbox, without the state of its servers. */
  readonly connection: ActualConnection | null;
}

type ActualConnection = ReturnType<typeof stableConnection>;

/** The setup of a daemon, as far as it was asked for. */
export interface Actual {
  readonly account: ReplyOf<typeof getAccountPolicy> &
    Pick<ReplyOf<typeof getAccount>, 'agent_delete_messages_enabled' | 'email'>;
  readonly mailboxes: Readonly<Record<string, ActualMailbox>>;
  readonly lists: Partial<Readonly<Record<AccountListName, ListedEntries>>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly domains: ReplyOf<typeof listDomains>['domains'];
  readonly keys: ReplyOf<typeof listApiKeys>['keys'];
  readonly webhooks: ReplyOf<typeof listWebhooks>['webhooks'];
  readonly notices: ReplyOf<typeof listNoticeTargets>['notices'];
}

/** Refuses the keys of agents, before anything else is read: they never see or change the whole. */
export async function assertNoAgent(client: Client): Promise<void> {
  const { role } = await client.call(getCaller, {});
  if (role !== 'agent') return;
  throw new CommandError("Agents can't read or change the setup.", {
    exit: 'refused',
    code: 'INSUFFICIENT_SCOPE',
    hint: 'a person or an admin key can',
  });
}

/** Reads what a setup names; all without one, and of settings what is asked for. */
export async function readActual(
  client: Client,
  setup?: Setup,
  withSettings = setup?.settings !== undefined,
): Promise<Actual> {
  const [{ mailboxes }, policy, { agent_delete_messages_enabled, email }] = await Promise.all([
    client.call(listMailboxes, {}),
    client.call(getAccountPolicy, {}),
    client.call(getAccount, {}),
  ]);
  const has = (section: keyof Setup) => setup === undefined || setup[section] !== undefined;
  const [domains, keys, webhooks, notices, settings] = await Promise.all([
    setup === undefined || has('domains') || namesDomain(setup)
      ? client.call(listDomains, {}).then((reply) => reply.domains)
      : [],
    has('keys') ? client.call(listApiKeys, {}).then((reply) => reply.keys) : [],
    has('webhooks') ? client.call(listWebhooks, {}).then((reply) => reply.webhooks) : [],
    has('notices') ? client.call(listNoticeTargets, {}).then((reply) => reply.notices) : [],
    !withSettings ? {} : client.call(getSettings, {}).then((reply) => reply.settings),
  ]);
  const lists: Partial<Record<AccountListName, ListedEntries>> = {};
  for (const name of ACCOUNT_LISTS) {
    if (has(name)) lists[name] = await readEntries(accountList(client, name));
  }
  // Without a prototype: a mailbox may be named as what objects inherit.
  const read: Record<string, ActualMailbox> = Object.create(null);
  for (const view of mailboxes) read[view.name] = await readMailbox(client, view, setup);
  const account = { ...policy, agent_delete_messages_enabled, email };
  return { account, mailboxes: read, lists, settings, domains, keys, webhooks, notices };
}

const namesDomain = ({ mailboxes }: Setup) =>
  Object.values(mailboxes ?? {}).some(({ domain }) => domain !== undefined);

async function readMailbox(client: Client, view: MailboxView, setup?: Setup): Promise<ActualMailbox> {
  const { id } = view;
  const named = setup?.mailboxes ?? {};
  const wanted = Object.hasOwn(named, view.name) ? named[view.name] : undefined;
  const has = (field: keyof NonNullable<typeof wanted>) =>
    setup === undefined || wanted?.[field] !== undefined;
  const lists: Partial<Record<MailboxListName, ListedEntries>> = {};
  for (const name of MAILBOX_LISTS) {
    if (has(name)) lists[name] = await readEntries(mailboxList(client, name, id));
  }
  const addresses = has('addresses')
    ? (await client.call(listNamedAddresses, { params: { id } })).addresses
    : [];
  const sources = has('trusted_sources')
    ? (await client.call(listTrustedSources, { params: { id } })).sources
    : [];
  const trusted = sources.filter(({ status }) => status === 'active').map(({ value }) => value);
  const isConnected = view.connection_state !== undefined && has('connection');
  const connection = isConnected
    ? stableConnection(await client.call(getConnection, { params: { id } }))
    : null;
  return { view, lists, addresses, trusted, connection };
}

function stableConnection({ address, network_mode, folder, after, move_to, imap, smtp }: ConnectionView) {
  const [read, sent] = [imap, smtp].map((server) => {
    if (server === null) return null;
    const { failure: _failure, ...settings } = server;
    return settings;
  });
  return { address, network_mode, folder, after, move_to, imap: read ?? null, smtp: sent ?? null };
}
