import { Document, isScalar, visit } from 'yaml';
import { definedFields } from '../../../shared/defined-fields.ts';
import type { Client } from '../../client/client.ts';
import type { CommandContext } from '../../context.ts';
import { counted } from '../../output/views/numbers.ts';
import { type Actual, type ActualMailbox, readActual } from './actual/read.ts';
import { POLICY_FIELDS, SECRET_FIELDS, SERVICE_SETTINGS, type SetupFile } from './file/schema.ts';
import { isRecord } from './file/source.ts';
import { fieldsOf } from './plan/mailbox-fields.ts';

/** The file of what a daemon has. */

interface SetupExport {
  readonly format: 'yaml' | 'json';
  /** With the settings of the service, which all accounts share. */
  readonly settings: boolean;
}

export async function exportSetup(
  context: CommandContext,
  client: Client,
  { format, settings }: SetupExport,
): Promise<string> {
  const actual = await readActual(client, undefined, settings);
  const file = fileOf(actual, settings);
  const lost = lostIn(actual);
  for (const each of lost) context.notice(`Not in the file: ${each}.`);
  return format === 'json' ? `${JSON.stringify(escaped(file), null, 2)}\n` : yamlOf(file, lost);
}

function yamlOf(file: SetupFile, lost: readonly string[]): string {
  const document = new Document(escaped(file), { aliasDuplicateObjects: false });
  if (lost.length > 0)
    document.commentBefore = ['Not in this file:', ...lost].map((each) => ` ${each}`).join('\n');
  // Short lists read better on one line.
  visit(document, {
    Seq: (_key, node) => {
      if (node.items.length <= 8 && node.items.every(isScalar)) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 100 });
}

/** `${` begins a variable in a file. */
function escaped(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  if (Array.isArray(value)) return value.map(escaped);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, escaped(each)]));
}

function fileOf(actual: Actual, withSettings: boolean): SetupFile {
  const names = new Map(Object.values(actual.mailboxes).map(({ view }) => [view.id, view.name]));
  const { custom_daily_send_limit, default_policy_mode, agent_delete_messages_enabled } = actual.account;
  const { suppressions, blocked_senders } = actual.lists;
  return {
    version: 1,
    account: { custom_daily_send_limit, default_policy_mode, agent_delete_messages_enabled },
    ...(withSettings && { settings: settingsOf(actual) }),
    suppressions: [...(suppressions?.own ?? [])].toSorted(),
    blocked_senders: [...(blocked_senders?.own ?? [])].toSorted(),
    domains: domainsOf(actual, names),
    mailboxes: Object.fromEntries(
      Object.values(actual.mailboxes).map((each) => [each.view.name, mailboxOf(each, actual)]),
    ),
    keys: keysOf(actual, names),
    webhooks: actual.webhooks.map(webhookOf).toReversed(),
    notices: actual.notices.map((each) => noticeOf(each, names)),
  };
}

type SettingsOfFile = NonNullable<SetupFile['settings']>;

function settingsOf({ settings }: Actual): SettingsOfFile {
  const values = SERVICE_SETTINGS.map((name) => [name, settingOf(name, settings[name])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as SettingsOfFile;
}

/** A secret becomes a reference to a variable that is named after the setting. */
function settingOf(name: string, value: unknown): unknown {
  const secret = SECRET_FIELDS[name];
  if (secret === undefined || value === null) return value;
  const reference = (...words: readonly string[]) => ({ env: variableOf(name, ...words) });
  if (secret === null) return reference();
  if (!isRecord(value)) return value;
  const { [`${secret}_set`]: isSet, ...rest } = value;
  return isSet === true ? { ...rest, [secret]: reference(secret) } : rest;
}

const variableOf = (...words: readonly string[]) =>
  words
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_');

type Names = ReadonlyMap<string, string>;

function domainsOf({ domains }: Actual, names: Names): NonNullable<SetupFile['domains']> {
  return Object.fromEntries(
    domains.map(({ domain_name, is_default, catch_all_mailbox_id: caught, self_hosted_config: servers }) => {
      const password = (use: string) => ({ password: { env: variableOf(domain_name, use, 'password') } });
      const self_hosted = servers && {
        network_mode: servers.network_mode,
        smtp: { ...servers.smtp, ...password('smtp') },
        imap: { ...servers.imap, ...password('imap') },
      };
      return [
        domain_name,
        {
          ...(is_default && { default: true as const }),
          catch_all: caught === null ? null : (names.get(caught) ?? null),
          ...(self_hosted && { self_hosted }),
        },
      ];
    }),
  );
}

/** The address, as far as it isn't the name at the domain of the service. */
function placeOf({ view, connection }: ActualMailbox, domains: Actual['domains']) {
  if (connection) return { connection: connectionOf(view.name, connection) };
  const domain = domains.find(({ id }) => id === view.domain_id)?.domain_name;
  if (domain !== undefined) return { domain };
  // Without it, a new one would be at the default domain.
  return domains.some(({ is_default }) => is_default) ? { domain: null } : {};
}

/** A disconnected one has only its address, with which nothing is made. */
function connectionOf(name: string, connection: NonNullable<ActualMailbox['connection']>) {
  const { address, imap, smtp, network_mode, folder, after, move_to } = connection;
  if (!imap || !smtp) return { address };
  const logIn = (use: string, { token_program, ...server }: NonNullable<typeof imap>) =>
    token_program === null
      ? { ...server, password: { env: variableOf(name, use, 'password') } }
      : { ...server, token_program };
  return {
    address,
    imap: logIn('imap', imap),
    smtp: logIn('smtp', smtp),
    network_mode: network_mode ?? 'public',
    folder,
    after,
    ...(move_to !== null && { move_to }),
  };
}

function mailboxOf(mailbox: ActualMailbox, { domains }: Actual) {
  const { view, lists, addresses, trusted } = mailbox;
  const fields = fieldsOf(view);
  const policies = Object.fromEntries(POLICY_FIELDS.map((field) => [field, fields[field]]));
  const open = addresses.filter(({ status }) => status === 'open');
  return {
    ...placeOf(mailbox, domains),
    ...policies,
    sender_policy_mode: fields.sender_policy_mode,
    attachment_exposure_mode: fields.attachment_exposure_mode,
    outbound_attachments: fields.outbound_attachments,
    instruction_trust: fields.instruction_trust,
    strict_recipient: fields.strict_recipient,
    trusted_sources: trusted.toSorted(),
    addresses: Object.fromEntries(open.map(({ tag, expires_at, note }) => [tag, { expires_at, note }])),
    allowlist: [...(lists.allowlist?.own ?? [])].toSorted(),
    sender_allowlist: [...(lists.sender_allowlist?.own ?? [])].toSorted(),
  };
}

/** Keys that a label names; of several with the same, the newest is in the file. */
function keysOf({ keys }: Actual, names: Names): NonNullable<SetupFile['keys']> {
  return Object.fromEntries(
    keys.toReversed().flatMap(({ label, role, mailbox_ids }) => {
      if (label === null || role === null) return [];
      const mailboxes = mailbox_ids.flatMap((id) => names.get(id) ?? []).toSorted();
      return [[label, { role, ...(mailboxes.length > 0 && { mailboxes }) }]];
    }),
  );
}

function webhookOf(webhook: Actual['webhooks'][number]): NonNullable<SetupFile['webhooks']>[number] {
  const { url, description, enabled, enabled_events, labels, tags, request_header_names: headers } = webhook;
  const references = headers.map((name) => [name, { env: variableOf('webhook', name) }]);
  return {
    url,
    description,
    enabled,
    enabled_events: enabled_events as NonNullable<SetupFile['webhooks']>[number]['enabled_events'],
    ...definedFields({ labels, tags }),
    ...(headers.length > 0 && { request_headers: Object.fromEntries(references) }),
  };
}

function noticeOf(
  { format, address, mailbox_ids, states, digest_minutes, max_per_hour, enabled }: Actual['notices'][number],
  names: Names,
): NonNullable<SetupFile['notices']>[number] {
  const mailboxes = mailbox_ids?.flatMap((id) => names.get(id) ?? []) ?? null;
  const settings = { mailboxes, states, digest_minutes, max_per_hour, enabled };
  if (format === 'email') return { format, address, ...settings };
  // The daemon shows scheme and host, and a mark for the rest.
  const host = new URL(address).origin;
  return { format, host, address: { env: variableOf('notice', format, 'url') }, ...settings };
}

/** Things that no file can say. */
function lostIn({ keys, mailboxes, domains }: Actual): string[] {
  const unnamed = keys.filter(({ label }) => label === null).length;
  const labels = keys.flatMap(({ label }) => label ?? []);
  const repeated = labels.length - new Set(labels).size;
  const servers = new Set(domains.flatMap(({ id, self_hosted_config: own }) => (own ? [id] : [])));
  return [
    ...(unnamed > 0 ? [`${counted(unnamed, 'key')} without a label`] : []),
    ...(repeated > 0 ? [`${counted(repeated, 'key')} with the label of a newer one`] : []),
    ...Object.values(mailboxes).flatMap(({ view, connection }) => {
      const { name } = view;
      return [
        ...(view.status === 'paused' ? [`that ${name} is suspended`] : []),
        ...(connection && !connection.imap ? [`the servers of ${name}, which is disconnected`] : []),
        ...(view.domain_id !== null && servers.has(view.domain_id) ? [`the IMAP folder of ${name}`] : []),
        ...(view.attachment_exposure_mode === 'raw_download_selected_types'
          ? [`the file types of raw downloads of ${name}`]
          : []),
      ];
    }),
  ];
}
