import { readFileSync } from 'node:fs';
import { availableParallelism, homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  SETTING_NAMES,
  SETTING_SCHEMAS,
  type SettingName,
  type SettingValues,
} from '../shared/contract/settings.ts';
import { readListenAddress } from '../shared/listen-address.ts';
import { DEFAULT_HOME } from '../shared/locator.ts';
import type { CheckedHome } from './check-home.ts';
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
import {
  readScanInvocation,
  SCAN_USAGE,
  type ScanInvocation,
  ScanUsageError,
} from './scan-file/invocation.ts';
import { type BucketLocation, bucketOf } from './store/bucket/location.ts';
import { hasPassword, storeUrlOf } from './store/location.ts';
import { NODE_NAME } from './store/node-name.ts';
import { SECOND } from './system/clock.ts';

/** Address of a listener; port 0 takes a free port. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Configuration of one run. Only this file reads environment and flags. */
export interface Config {
  readonly home: string;
  /** URL of a PostgreSQL database; null for SQLite in the home. */
  readonly store: string | null;
  /** Name among the daemons of a PostgreSQL database; null for that of the home. */
  readonly node: string | null;
  /** Milliseconds without a heartbeat after which other daemons take over the work of this one. */
  readonly nodeTerm: number;
  /** Bucket for large blobs of a PostgreSQL database; null keeps them in the database. */
  readonly blobs: BucketLocation | null;
  /** File with the secret that a home without one gets. */
  readonly secretFile: string | null;
  readonly http: ListenAddress;
  readonly smtp: ListenAddress;
  /** Listener of the page for people; null serves it on that of the API. */
  readonly web: ListenAddress | null;
  readonly testClock: boolean;
  readonly version: string;
  readonly logLevel: LogLevel;
  /** File that the daemon logs to and rotates; null for stderr. */
  readonly logFile: string | null;
  /** Protocol of OTLP in which traces are exported; null exports none. */
  readonly traces: string | null;
  /** Settings that a flag overrides in this run. */
  readonly fixedSettings: readonly SettingName[];
  readonly mail: MailConfig;
  /** Domain of the mailboxes' addresses. */
  readonly platformDomain: string;
  /** Base of links to messages in a dashboard. */
  readonly dashboardBase: string | null;
  /** Allowed Host headers besides loopback names. */
  readonly allowedHosts: readonly string[];
  readonly httpLimits: HttpLimits;
  /** Proxies whose X-Forwarded-For is trusted, as addresses and subnets. */
  readonly trustedProxies: readonly string[];
  /** Proxies in front of the SMTP listener that send a PROXY header, as addresses and subnets. */
  readonly smtpProxies: readonly string[];
  /** Base of links in mail, and origin of the pages behind them; null uses the listener's own origin. */
  readonly publicBase: string | null;
  /** Names that no display name may contain. */
  readonly brandNames: readonly string[];
  /** DNS servers as `ip:port`; the system's when empty. */
  readonly dnsServers: readonly string[];
  readonly deliverability: DeliverabilitySettings;
  /** Allows webhooks to loopback and private networks. */
  readonly allowPrivateWebhooks: boolean;
  /** Time limit of one scan, milliseconds. */
  readonly scanTimeout: number;
  /** Whether texts have a search index; without it, searches read every text. */
  readonly searchIndex: boolean;
  /** Runs SMTP in a thread of its own; with a single processor that only costs memory. */
  readonly smtpThread: boolean;
}

/** How mail leaves this machine. */
export interface MailConfig {
  /**
   * `capture` keeps mail here, `relay` hands it to a smarthost, `direct` delivers to the recipients' servers.
   */
  readonly transport: SettingValues['mail.transport'];
  readonly relay: SettingValues['mail.relay'];
  /** Name in HELO; null uses the platform domain. */
  readonly hostname: string | null;
  /** Allows `direct` to deliver to loopback and private networks. */
  readonly allowPrivateHosts: boolean;
  /** Port of other mail servers. */
  readonly port: number;
}

/** Checks of recipients before sending. The lists add to the built-in ones. */
export interface DeliverabilitySettings {
  /** `auto` uses DNS only when mail leaves the machine. */
  readonly dns: 'auto' | 'on' | 'off';
  /** Further consumer providers, whose misspellings are detected. */
  readonly typo: readonly string[];
  readonly role: readonly string[];
  readonly disposable: readonly string[];
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** An invalid flag or variable; the message says which and why. */
export class ConfigError extends Error {}

export const USAGE = `Usage: agentmaild run [options]
       agentmaild restore FILE [--home DIR] [--force]
       agentmaild migrate-store --to URL|-|sqlite [--blobs URL] [--home DIR]
       agentmaild unset SETTING... [--home DIR]
       agentmaild check [--home DIR]
       ${SCAN_USAGE}

  --home DIR        home folder: database, token, keys (default: AGENTMAIL_HOME or ~/${DEFAULT_HOME})
  --store URL       database to use instead of SQLite in the home, postgres://user@host/database
                    (default: AGENTMAIL_STORE, or the file store.url of the home)
  --node NAME       name of this daemon among those of a PostgreSQL database (default: AGENTMAIL_NODE, or the
                    file daemon.id of the home)
  --blobs URL       bucket for large blobs of a PostgreSQL database, s3://bucket/prefix?endpoint=https://host&region=R
                    (default: AGENTMAIL_BLOBS, or the file blobs.url of the home)
  --to URL|-|sqlite database to move to, with everything in it; - reads the URL from stdin, which
                    one with a password has to come from
  --http HOST:PORT  address of the REST API (default 127.0.0.1:4310)
  --smtp HOST:PORT  address of the SMTP listener (default 127.0.0.1:2525)
  --relay URL       send mail for other hosts through smtp://[user:password@]host:port or smtps://…
  --test-clock      run with a test clock that the operator can advance
  --allow-private-webhooks
                    allow webhooks to this machine and to private networks
  --log-level L     ${LOG_LEVELS.join(', ')} (default info)
  --log-file FILE   log to FILE instead of stderr; rotated at 10 MB to FILE.1 … FILE.4
  --force           restore even if the home has data, which moves aside
  --version         print the version
  --help            print this help

AGENTMAIL_SECRET_FILE names a file with the secret of the database, which a home without
secret.key gets: 64 hexadecimal digits, the same for every daemon of the database.
Port 0 picks a free port. When ready, the daemon prints one line of JSON on stdout.
check prints {"problems": […], "store": …} and exits with 1 if there are any.`;

export type DaemonInvocation =
  | { readonly kind: 'run'; readonly config: Config }
  /** Restores a backup. */
  | {
      readonly kind: 'restore';
      readonly home: string;
      /** URL of its database, if a flag or a variable named one. */
      readonly given: string | undefined;
      readonly node: string | null;
      readonly bucket: BucketLocation | null;
      readonly file: string;
      readonly force: boolean;
    }
  /** Resets settings of a home. */
  | {
      readonly kind: 'unset';
      readonly home: string;
      readonly store: string | null;
      readonly node: string | null;
      readonly blobs: BucketLocation | null;
      readonly names: readonly SettingName[];
    }
  /** Checks a home without starting it. */
  | ({ readonly kind: 'check' } & CheckedHome)
  /** Moves the database of a home to another engine. */
  | {
      readonly kind: 'migrate';
      readonly home: string;
      /** URL of its database, if a flag or a variable named one. */
      readonly given: string | undefined;
      readonly node: string | null;
      /** A URL, `sqlite`, or `-` for a URL on stdin. */
      readonly to: string;
      readonly bucket: BucketLocation | null;
      /** URL of the bucket that the home is to use from now on, if a flag named one. */
      readonly blobs: string | undefined;
    }
  /** Scans one message. */
  | ({ readonly kind: 'scan' } & ScanInvocation)
  | { readonly kind: 'print'; readonly text: string };

/** Reads flags, then environment, then defaults. */
export function readInvocation(argv: readonly string[], env: NodeJS.ProcessEnv): DaemonInvocation {
  if (argv[0] === 'scan') return { kind: 'scan', ...scanInvocation(argv.slice(1)) };
  const { values, positionals } = parseFlags(argv);
  if (values.help) return { kind: 'print', text: USAGE };
  const version = programVersion();
  if (values.version) return { kind: 'print', text: version };
  const home = resolve(
    values.home ?? env.AGENTMAIL_HOME ?? join(homedir() || userInfo().homedir, DEFAULT_HOME),
  );
  const place = { home, given: values.store ?? env.AGENTMAIL_STORE };
  const store = () => storeUrlOf(place);
  const secretFile = env.AGENTMAIL_SECRET_FILE ? resolve(env.AGENTMAIL_SECRET_FILE) : null;
  const node = () => nodeName(values.node ?? env.AGENTMAIL_NODE);
  const blobs = () => bucketOf({ home, given: values.blobs ?? env.AGENTMAIL_BLOBS, environment: env });
  const [command, file, ...others] = positionals;
  if (command === 'restore' && file !== undefined && others.length === 0) {
    const { force = false } = values;
    const bucket = store() === null ? null : blobs();
    const path = file === '-' ? file : resolve(file);
    return { kind: 'restore', ...place, node: node(), bucket, file: path, force };
  }
  if (command === 'unset' && file !== undefined) {
    const names = [file, ...others].map(settingName);
    return { kind: 'unset', home, store: store(), blobs: blobs(), node: node(), names };
  }
  if (command === 'migrate-store' && positionals.length === 1 && values.to !== undefined) {
    if (hasPassword(values.to)) {
      throw new ConfigError(
        '--to has a password, which others can read; use --to -, and give the URL on stdin',
      );
    }
    const [to, bucket] = [readTo(values.to), blobs()];
    return { kind: 'migrate', ...place, node: node(), to, bucket, blobs: values.blobs };
  }
  if (command === 'check' && positionals.length === 1) return { kind: 'check', ...place, secretFile };
  if (positionals.length !== 1 || command !== 'run') {
    throw new ConfigError(
      'unknown or missing command; use run, restore, migrate-store --to, unset, check or scan (see agentmaild --help)',
    );
  }
  return {
    kind: 'run',
    config: {
      ...DEFAULTS,
      home,
      store: store(),
      node: node(),
      nodeTerm: nodeTerm(env.AGENTMAIL_NODE_TERM),
      blobs: blobs(),
      secretFile,
      http: listenAddress('--http', values.http ?? '127.0.0.1:4310'),
      smtp: listenAddress('--smtp', values.smtp ?? '127.0.0.1:2525'),
      ...(values.relay !== undefined && {
        mail: { ...DEFAULTS.mail, transport: 'relay', relay: relayOf(values.relay) },
      }),
      testClock: values['test-clock'] ?? false,
      allowPrivateWebhooks: values['allow-private-webhooks'] ?? DEFAULTS.allowPrivateWebhooks,
      logLevel: logLevel(values['log-level'] ?? 'info'),
      logFile: values['log-file'] === undefined ? null : resolve(values['log-file']),
      traces: traceProtocol(env),
      fixedSettings: FLAG_SETTINGS.flatMap(([flag, setting]) =>
        values[flag] === undefined ? [] : [setting],
      ),
      version,
    },
  };
}

function readTo(text: string): string {
  if (!hasPassword(text)) return text;
  throw new ConfigError('--to has a password, which others can read; use --to -, and give the URL on stdin');
}

/** An empty name counts as none. */
function nodeName(name: string | undefined): string | null {
  if (!name) return null;
  if (NODE_NAME.test(name)) return name;
  throw new ConfigError(
    `the name of the node must have 1 to 64 letters, digits, dots, underscores and dashes, not "${name}"`,
  );
}

/** Seconds. Shorter terms would end nodes for a pause of their machine or network. */
const SHORTEST_TERM = 3;
const LONGEST_TERM = 600;

function nodeTerm(text: string | undefined): number {
  if (!text) return DEFAULTS.nodeTerm;
  const seconds = Number(text);
  if (seconds >= SHORTEST_TERM && seconds <= LONGEST_TERM) return seconds * SECOND;
  throw new ConfigError(
    `AGENTMAIL_NODE_TERM must be ${SHORTEST_TERM} to ${LONGEST_TERM} seconds, not "${text}"`,
  );
}

/** The variables of OpenTelemetry; those that are empty count as unset. */
function traceProtocol(env: NodeJS.ProcessEnv): string | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  if (!endpoint || isOff) return null;
  return env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf';
}

function settingName(text: string): SettingName {
  const known = SETTING_NAMES.find((name) => name === text);
  if (!known) throw new ConfigError(`there is no setting "${text}"`);
  return known;
}

function scanInvocation(argv: readonly string[]): ScanInvocation {
  try {
    return readScanInvocation(argv);
  } catch (error) {
    throw error instanceof ScanUsageError ? new ConfigError(error.message) : error;
  }
}

/** Flags that override a setting. */
const FLAG_SETTINGS = [
  ['http', 'http.listen'],
  ['smtp', 'smtp.listen'],
  ['relay', 'mail.relay'],
  ['relay', 'mail.transport'],
  ['allow-private-webhooks', 'webhooks.allow_private_targets'],
] as const;

/** Values without a flag; tests and embedders override them. */
export const DEFAULTS = {
  store: null,
  node: null,
  nodeTerm: 30 * SECOND,
  blobs: null,
  secretFile: null,
  logFile: null,
  traces: null,
  web: null,
  fixedSettings: [],
  mail: { transport: 'capture', relay: null, hostname: null, allowPrivateHosts: false, port: 25 },
  platformDomain: 'agentmail.localhost',
  dashboardBase: null,
  allowedHosts: [],
  httpLimits: HTTP_LIMITS,
  trustedProxies: [],
  smtpProxies: [],
  publicBase: null,
  brandNames: ['agentmail'],
  dnsServers: [],
  deliverability: { dns: 'auto', typo: [], role: [], disposable: [] },
  allowPrivateWebhooks: false,
  searchIndex: true,
  smtpThread: availableParallelism() > 1,
  scanTimeout: 20_000,
} as const satisfies Partial<Config>;

function parseFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        home: { type: 'string' },
        store: { type: 'string' },
        node: { type: 'string' },
        blobs: { type: 'string' },
        to: { type: 'string' },
        http: { type: 'string' },
        smtp: { type: 'string' },
        relay: { type: 'string' },
        'test-clock': { type: 'boolean' },
        'allow-private-webhooks': { type: 'boolean' },
        'log-level': { type: 'string' },
        'log-file': { type: 'string' },
        force: { type: 'boolean' },
        version: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/** Moves the credentials out of a relay's URL. */
function relayOf(text: string): SettingValues['mail.relay'] {
  const match = /^(?<scheme>smtps?:\/\/)(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?(?<rest>.+)$/.exec(text);
  const { scheme, user, password, rest } = match?.groups ?? {};
  const relay = SETTING_SCHEMAS['mail.relay'].safeParse({
    url: `${scheme}${rest}`,
    ...(user !== undefined && { username: decoded(user), password: decoded(password ?? '') }),
  });
  if (!relay.success) {
    throw new ConfigError(
      '--relay must be smtp://[user:password@]host:port or smtps://[user:password@]host:port',
    );
  }
  return relay.data;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function listenAddress(flag: string, value: string): ListenAddress {
  try {
    return parseAddress(value);
  } catch {
    throw new ConfigError(`${flag} must be HOST:PORT, not "${value}"`);
  }
}

/** Reads `host:port`, with brackets around an IPv6 address. */
export function parseAddress(text: string): ListenAddress {
  const address = readListenAddress(text);
  if (!address) throw new ConfigError(`"${text}" isn't HOST:PORT`);
  return address;
}

export function formatAddress({ host, port }: ListenAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Address at which this machine reaches a listener: loopback for one on all addresses. */
export function reachableAddress({ host, port }: ListenAddress): ListenAddress {
  return { host: LOOPBACK_OF[host] ?? host, port };
}

const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function logLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value);
  if (!level) throw new ConfigError(`--log-level must be one of ${LOG_LEVELS.join(', ')}, not "${value}"`);
  return level;
}

/** Version from package.json, which is above this file both in the checkout and in the bundle. */
function programVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    if (typeof manifest.version === 'string') return manifest.version;
  }
  throw new ConfigError('package.json has no version');
}
