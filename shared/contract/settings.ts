import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LANGUAGES, MB } from './limits.ts';

/** Settings of a daemon. */

const ipv4 = z.ipv4();
const ipv6 = z.ipv6();

/** Parses `host:port`; null when it's invalid. */
function hostAndPort(text: string): { readonly host: 'ip' | 'name'; readonly port: number } | null {
  const match = /^(?:\[(?<v6>[^\]]*)\]|(?<host>[^:[\]\s]+)):(?<port>\d{1,5})$/.exec(text);
  const { v6, host, port } = match?.groups ?? {};
  if (port === undefined || Number(port) > 65_535) return null;
  if (v6 !== undefined ? ipv6.safeParse(v6).success : ipv4.safeParse(host).success) {
    return { host: 'ip', port: Number(port) };
  }
  // A host that ends in a number is an address or a mistake, never a name.
  return v6 !== undefined || /(?:^|\.)\d+$/.test(host ?? '') ? null : { host: 'name', port: Number(port) };
}

/** Port 0 takes a free one. */
const listener = z.string().refine((text) => hostAndPort(text) !== null, 'must be host:port');
const server = z.string().refine((text) => {
  const found = hostAndPort(text);
  return found?.host === 'ip' && found.port > 0;
}, 'must be ip:port, as 192.0.2.53:53 or [2001:db8::53]:53');
const hostName = z.string().regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, 'must be a host name in lower case');
const names = z.array(z.string().min(1).max(253)).max(1000);
/**
 * Brands are compared without spaces, marks and symbols; one without letters and digits would match every
 * name.
 */
const brandNames = z
  .array(
    z
      .string()
      .max(253)
      .regex(/[\p{L}\p{N}]/u, 'needs a letter or digit'),
  )
  .max(1000);
const subnet = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const webBase = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !url.endsWith('/'), 'must not end with a slash');

/** `smtp://host:port` or `smtps://host:port`; the port may be left out. */
const relayUrl = z
  .string()
  .max(300)
  .regex(/^smtps?:\/\/(?:\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?)(?::\d{1,5})?\/?$/, {
    error: 'must be smtp://host:port or smtps://host:port; a login has fields of its own',
  })
  .refine((url) => URL.canParse(url) && new URL(url).port !== '0', 'names no port that exists');
const credential = z.string().min(1).max(1000);

export const SETTING_SCHEMAS = {
  'http.listen': listener.describe('Address and port of the REST API. Port 0 takes a free one.'),
  'smtp.listen': listener.describe('Address and port of the mail listener. Port 0 takes a free one.'),
  'http.allowed_hosts': z
    .array(hostName)
    .max(100)
    .describe(
      'Host names that the API answers to, besides the loopback names. Requests for other names are refused.',
    ),
  'http.trusted_proxies': z
    .array(subnet)
    .max(100)
    .describe('Addresses and subnets of proxies whose X-Forwarded-For is believed.'),
  'http.connections': z
    .int()
    .min(16)
    .max(100_000)
    .describe('HTTP connections that the daemon takes at once.'),
  'http.connections_per_address': z
    .int()
    .min(1)
    .max(100_000)
    .describe(
      'HTTP connections at once from one IPv4 address or IPv6 /64. Loopback and trusted proxies are exempt.',
    ),
  'http.requests_per_minute': z
    .int()
    .min(0)
    .max(1_000_000)
    .describe('Requests per minute and credential. 0 means no limit.'),
  'http.metrics_loopback': z
    .boolean()
    .describe('Programs on this machine may read /metrics without the token.'),
  'links.public_base': webBase
    .nullable()
    .describe(
      'Base of links that recipients follow, such as one-click unsubscribe. Null: the listener itself, and no links in mail that leaves the machine.',
    ),
  'links.dashboard_base': webBase
    .nullable()
    .describe('Base of links to messages in a dashboard of yours. Null: no such links.'),
  'access.signup': z
    .enum(['open', 'closed', 'code'])
    .describe(
      'Who may sign up: anyone (open), nobody (closed), or holders of a code from the owner (code). Open by default only on loopback.',
    ),
  'access.phone_verification': z
    .enum(['on', 'off'])
    .describe('Whether a new account must confirm a phone number.'),
  'access.denied_phone_prefixes': z
    .array(z.string().regex(/^\+\d{1,6}$/, 'must be + and digits'))
    .max(300)
    .describe('Country and service prefixes that no text message goes to.'),
  'sms.transport': z
    .enum(['capture', 'http'])
    .describe('Where text messages go: to the outbox, or to the gateway in sms.http.'),
  'sms.http': z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }),
      authorization: z.string().min(1).max(2000).optional(),
    })
    .nullable()
    .describe('Gateway for text messages: its URL and Authorization header.'),
  'mail.transport': z
    .enum(['capture', 'relay', 'direct'])
    .describe(
      "How mail leaves this machine: not at all (capture keeps it in the outbox), through mail.relay, or directly to the recipients' servers.",
    ),
  'mail.relay': z
    .strictObject({
      url: relayUrl,
      username: credential.optional(),
      password: credential.optional(),
      /** `verified` by default, except for relays on this machine. */
      tls: z.enum(['verified', 'unverified', 'none']).optional(),
    })
    .refine((relay) => (relay.username === undefined) === (relay.password === undefined), {
      error: 'needs a password with a username, and neither alone',
    })
    .nullable()
    .describe('Server that takes outgoing mail: URL, login, and how strictly TLS is required.'),
  'mail.hostname': hostName
    .nullable()
    .describe('Host name of this server in SMTP. Null: the platform domain.'),
  'mail.allow_private_hosts': z
    .boolean()
    .describe('Direct delivery may connect to this machine and to private networks.'),
  'domains.platform': hostName.describe('Domain of mailbox addresses that have no domain of their own.'),
  'dns.servers': z.array(server).max(10).describe('DNS servers. Empty: those of the system.'),
  'deliverability.dns': z
    .enum(['auto', 'on', 'off'])
    .describe("Whether sends look up the recipient's domain; auto does so once mail leaves the machine."),
  'deliverability.typo': names.describe('More domains that count as typing mistakes.'),
  'deliverability.role': names.describe('More local parts that count as role addresses.'),
  'deliverability.disposable': names.describe('More domains of throw-away addresses.'),
  'smtp.tls': z
    .strictObject({ certificate_file: z.string(), key_file: z.string() })
    .nullable()
    .describe(
      'Certificate and key for STARTTLS; relative paths start at the home folder. Null: no STARTTLS.',
    ),
  'complaints.trusted_reporters': z
    .array(hostName)
    .max(1000)
    .describe('Domains whose complaint reports may name a message by its Message-ID alone.'),
  'postmaster.storage_limit_bytes': z
    .int()
    .min(1 * MB)
    .max(100_000 * MB)
    .describe(
      'Bytes of stored mail that belongs to no account. One address (IPv6: one /64) may use a tenth.',
    ),
  'smtp.trusted_relays': z
    .array(subnet)
    .max(100)
    .describe('Relays whose Authentication-Results are believed.'),
  'scanning.timeout_seconds': z.int().min(1).max(300).describe('Seconds that one scan may take.'),
  'scanning.languages': z
    .enum(LANGUAGES)
    .describe('Languages that new mailboxes accept without holding mail.'),
  'scanning.clamd': z
    .string()
    .regex(/^(?:unix:\/.+|[^\s]+:\d{1,5})$/, 'must be host:port or unix:/path')
    .nullable()
    .describe('clamd to scan attachments with, as host:port or unix:/path.'),
  'scanning.blocked_urls': names.describe('Hosts whose links are findings.'),
  'scanning.dns_blocklists': z
    .array(hostName)
    .max(10)
    .describe('DNS blocklists for the hosts of links, such as dbl.example.org.'),
  'search.index': z
    .enum(['on', 'off'])
    .describe('Whether an index speeds up search, for about a fifth more disk.'),
  'webhooks.allow_private_targets': z
    .boolean()
    .describe('Webhooks may go to this machine and to private networks.'),
  'self_hosted.allow_private_hosts': z
    .boolean()
    .describe('Self-hosted domains may use mail servers on this machine and in private networks.'),
  'mailboxes.brand_names': brandNames.describe('Names that no mailbox display name may contain.'),
} as const;

export type SettingName = keyof typeof SETTING_SCHEMAS;
export type SettingValues = { readonly [K in SettingName]: z.output<(typeof SETTING_SCHEMAS)[K]> };
export const SETTING_NAMES = Object.keys(SETTING_SCHEMAS) as readonly SettingName[];

const patch = Object.fromEntries(
  Object.entries(SETTING_SCHEMAS).map(([name, schema]) => [name, schema.nullable().optional()]),
) as { [K in SettingName]: z.ZodOptional<z.ZodNullable<(typeof SETTING_SCHEMAS)[K]>> };

const view = z.object({
  /** Values after the next start; secrets appear as `<field>_set`. */
  settings: z.record(z.string(), z.unknown()),
  restart_needed: z.array(z.string()),
});

export const getSettings = endpoint({
  id: 'operator.settings.get',
  method: 'GET',
  path: '/operator/v1/settings',
  summary: 'The settings, without their secrets.',
  who: 'operator',
  effects: ['read-only'],
  replies: { 200: view },
  errors: [],
});

export const updateSettings = endpoint({
  id: 'operator.settings.update',
  method: 'PATCH',
  path: '/operator/v1/settings',
  summary: 'Changes settings, all or none; null resets one.',
  who: 'operator',
  effects: ['mutating'],
  body: z.strictObject(patch),
  replies: { 200: view },
  errors: [],
});
