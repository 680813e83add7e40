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
}, 'must be ip:port, such as 192.0.2.53:53 or [2001:db8::53]:53');
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
      .regex(/[\p{L}\p{N}]/u, 'must contain a letter or digit'),
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
    error: 'must be smtp://host:port or smtps://host:port; the login goes into username and password',
  })
  .refine((url) => URL.canParse(url) && new URL(url).port !== '0', 'must have a port from 1 to 65535');
const credential = z.string().min(1).max(1000);

/** A program that prints access tokens for mail servers. */
const tokenProgram = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must have lower-case letters, digits and . _ -')
    .describe('Name for `token_program` of a connection.'),
  command: z
    .array(
      z
        .string()
        .min(1)
        .max(4096)
        .refine((word) => !word.includes('\0'), 'must not contain a NUL'),
    )
    .min(1)
    .max(50)
    .refine(([program]) => program?.startsWith('/'), 'must begin with the absolute path of the program')
    .describe(
      'Absolute path of the program and its arguments. They are shown, so they must not have secrets.',
    ),
  hosts: z.array(hostName).min(1).max(20).describe('Mail servers that may get the tokens.'),
  accounts: z
    .array(z.email().max(320))
    .min(1)
    .max(1000)
    .describe('Email addresses of the accounts whose mailboxes may use it.'),
});

export const SETTING_SCHEMAS = {
  'http.listen': listener.describe('Address and port of the REST API. Port 0 picks a free one.'),
  'smtp.listen': listener.describe('Address and port of the SMTP listener. Port 0 picks a free one.'),
  'http.allowed_hosts': z
    .array(hostName)
    .max(100)
    .describe(
      'Host names that the API accepts besides the loopback names. Requests for other names are refused.',
    ),
  'http.trusted_proxies': z
    .array(subnet)
    .max(100)
    .describe('Addresses and subnets of proxies whose X-Forwarded-For is trusted.'),
  'http.connections': z
    .int()
    .min(16)
    .max(100_000)
    .describe('Maximum number of simultaneous HTTP connections.'),
  'http.connections_per_address': z
    .int()
    .min(1)
    .max(100_000)
    .describe(
      'Maximum number of simultaneous HTTP connections from one IPv4 address or IPv6 /64. Loopback and trusted proxies are exempt.',
    ),
  'http.requests_per_minute': z
    .int()
    .min(0)
    .max(1_000_000)
    .describe('Requests per minute and credential, shared equally among the nodes. 0 means no limit.'),
  'http.metrics_loopback': z
    .boolean()
    .describe('Programs on this machine may read /metrics without the operator token.'),
  'metrics.token': z
    .string()
    .regex(/^[A-Za-z0-9._~+/-]{32,200}$/, 'must have 32 to 200 letters, digits and . _ ~ + / -')
    .nullable()
    .describe(
      'Bearer token with which a monitoring system may read /metrics, also from other machines. Null: only programs on this machine.',
    ),
  'web.enabled': z
    .boolean()
    .describe(
      "Serve the page for people under /app/. On by default only where other machines can't reach it: on loopback without http.allowed_hosts.",
    ),
  'web.listen': listener
    .nullable()
    .describe('Own address and port of the page, with the API that it uses. Null: the address of the API.'),
  'links.public_base': webBase
    .nullable()
    .describe(
      'Base URL of links for recipients, such as one-click unsubscribe. Null: the listener itself, and no links in mail that leaves the machine.',
    ),
  'links.dashboard_base': webBase
    .nullable()
    .describe(
      'Base URL of links to messages in your dashboard. Null: no such links. http://NAME.localhost:PORT/app is the page itself under a host name of its own, from the next start.',
    ),
  'access.signup': z
    .enum(['open', 'closed', 'code'])
    .describe(
      'Who may sign up: anyone (open), no one (closed), or holders of an invitation code (code). Open by default only on loopback.',
    ),
  'access.phone_verification': z
    .enum(['on', 'off'])
    .describe('Whether a new account must confirm a phone number.'),
  'access.denied_phone_prefixes': z
    .array(z.string().regex(/^\+\d{1,6}$/, 'must be + followed by digits'))
    .max(300)
    .describe('Country and service prefixes that get no text messages.'),
  'sms.transport': z
    .enum(['capture', 'http'])
    .describe('Where text messages go: to the outbox, or to the gateway in sms.http.'),
  'sms.http': z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }),
      authorization: z.string().min(1).max(2000).optional(),
    })
    .nullable()
    .describe('URL and Authorization header of the gateway for text messages.'),
  'mail.transport': z
    .enum(['capture', 'relay', 'direct'])
    .describe(
      "How mail is sent: not at all (capture keeps it in the outbox), through mail.relay, or directly to the recipients' servers.",
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
      error: 'must have both username and password, or neither',
    })
    .nullable()
    .describe('Relay for outgoing mail: URL, login, and TLS requirement.'),
  'mail.hostname': hostName
    .nullable()
    .describe('Host name of this server in SMTP. Null: the platform domain.'),
  'mail.allow_private_hosts': z
    .boolean()
    .describe('Let direct delivery connect to this machine and to private networks.'),
  'domains.platform': hostName.describe('Domain of mailbox addresses without a custom domain.'),
  'dns.servers': z.array(server).max(10).describe("DNS servers. Empty: the system's."),
  'deliverability.dns': z
    .enum(['auto', 'on', 'off'])
    .describe(
      "Whether sends check the recipient's domain in the DNS. auto: only if mail leaves the machine.",
    ),
  'deliverability.typo': names.describe('Additional domains to treat as typos.'),
  'deliverability.role': names.describe('Additional local parts to treat as role addresses.'),
  'deliverability.disposable': names.describe('Additional domains of disposable addresses.'),
  'smtp.tls': z
    .strictObject({ certificate_file: z.string(), key_file: z.string() })
    .nullable()
    .describe(
      'Certificate and key files for TLS of both SMTP listeners. Relative paths start at the home folder. Null: no TLS.',
    ),
  'smtp.submission.listen': listener
    .nullable()
    .describe(
      'Address and port where mail programs send with an API key. Port 0 picks a free one. Null: off. The default is skipped if its port is taken.',
    ),
  'smtp.submission.tls': z
    .boolean()
    .describe(
      'TLS from the first byte for mail programs that send, as on port 465, instead of STARTTLS. Requires smtp.tls.',
    ),
  'complaints.trusted_reporters': z
    .array(hostName)
    .max(1000)
    .describe('Domains whose complaint reports may identify a message by its Message-ID alone.'),
  'postmaster.storage_limit_bytes': z
    .int()
    .min(1 * MB)
    .max(100_000 * MB)
    .describe(
      'Maximum size in bytes of stored mail that belongs to no account. One address (IPv6: one /64) may use a tenth.',
    ),
  'storage.reserve': z
    .int()
    .min(0)
    .nullable()
    .describe(
      'Free bytes of the disk that new mail leaves: below it, mail and sends are refused, and people can still sign in, decide, delete and export. Null: 5 % of the disk, at most 1 GB.',
    ),
  'smtp.trusted_proxies': z
    .array(subnet)
    .max(100)
    .describe(
      'Addresses and subnets of proxies that begin each SMTP connection with a PROXY header (version 1), which names the client. Connections from them without one are refused.',
    ),
  'smtp.trusted_relays': z
    .array(subnet)
    .max(100)
    .describe('Relays whose Authentication-Results header is trusted.'),
  'sending.max_recipients': z
    .int()
    .min(1)
    .max(200)
    .describe('Recipients of one message in to, cc and bcc together.'),
  'scanning.timeout_seconds': z.int().min(1).max(300).describe('Timeout of one scan, in seconds.'),
  'scanning.backlog': z
    .int()
    .min(1)
    .max(1_000_000)
    .describe(
      'Messages in each direction that may wait for their scan. Beyond that, SMTP replies 451 and sends get a 503.',
    ),
  'scanning.languages': z.enum(LANGUAGES).describe("Languages whose mail new mailboxes don't hold."),
  'scanning.clamd': z
    .string()
    .regex(/^(?:unix:\/.+|[^\s]+:\d{1,5})$/, 'must be host:port or unix:/path')
    .nullable()
    .describe('clamd that scans attachments: host:port or unix:/path.'),
  'scanning.blocked_urls': names.describe('Hosts whose links are reported as findings.'),
  'scanning.dns_blocklists': z
    .array(hostName)
    .max(10)
    .describe('DNS blocklists for link hosts, such as dbl.example.org.'),
  'review.undo_seconds': z
    .int()
    .min(0)
    .max(60)
    .describe(
      'Seconds in which a decision on the review screens can be taken back before it takes effect. 0: at once.',
    ),
  'search.index': z
    .enum(['on', 'off'])
    .describe('Use a search index. It needs about a fifth more disk space.'),
  'webhooks.allow_private_targets': z
    .boolean()
    .describe('Allow webhooks to this machine and to private networks.'),
  'self_hosted.allow_private_hosts': z
    .boolean()
    .describe('Let self-hosted domains use mail servers on this machine and in private networks.'),
  'connections.token_programs': z
    .array(tokenProgram)
    .max(100)
    .refine((programs) => new Set(programs.map(({ name }) => name)).size === programs.length, {
      error: 'must have different names',
    })
    .describe('Programs that print access tokens, with which connected mailboxes log in (XOAUTH2).'),
  'mailboxes.brand_names': brandNames.describe('Names that mailbox display names must not contain.'),
} as const;

export type SettingName = keyof typeof SETTING_SCHEMAS;
export type SettingValues = { readonly [K in SettingName]: z.output<(typeof SETTING_SCHEMAS)[K]> };
export const SETTING_NAMES = Object.keys(SETTING_SCHEMAS) as readonly SettingName[];

/**
 * Settings of the daemon's machine: its addresses, names, files and capacity. All others are the service's.
 */
export const MACHINE_SETTINGS: ReadonlySet<SettingName> = new Set([
  'http.listen',
  'smtp.listen',
  'web.listen',
  'http.connections',
  'http.metrics_loopback',
  'storage.reserve',
  'mail.hostname',
  'smtp.tls',
  'smtp.submission.listen',
  'smtp.submission.tls',
  'connections.token_programs',
]);

const patch = Object.fromEntries(
  Object.entries(SETTING_SCHEMAS).map(([name, schema]) => [name, schema.nullable().optional()]),
) as { [K in SettingName]: z.ZodOptional<z.ZodNullable<(typeof SETTING_SCHEMAS)[K]>> };

/** The node whose machine settings are meant; the one that answers, if it's left out. */
const node = z.string().min(1).max(64);

const view = z.object({
  node: z.string(),
  /**
   * Values after the next start; secrets appear as `<field>_set`, or as `{ set: true }` if they are the
   * value.
   */
  settings: z.record(z.string(), z.unknown()),
  restart_needed: z.array(z.string()),
  machine_settings: z.array(z.string()),
});

export const getSettings = endpoint({
  id: 'operator.settings.get',
  method: 'GET',
  path: '/operator/v1/settings',
  summary: 'Show the settings, without secrets.',
  who: 'operator',
  effects: ['read-only'],
  query: z.strictObject({ node: node.optional() }),
  replies: { 200: view },
  errors: [],
});

/** Changes of settings; null resets one. */
export const settingsPatch = z.strictObject({ node: node.optional(), ...patch });

export const updateSettings = endpoint({
  id: 'operator.settings.update',
  method: 'PATCH',
  path: '/operator/v1/settings',
  summary: 'Update settings in one transaction. Null resets a setting to its default.',
  who: 'operator',
  effects: ['mutating'],
  body: settingsPatch,
  replies: { 200: view },
  errors: [],
});
