import { availableParallelism } from 'node:os';
import type { SettingName, SettingValues } from '../../../shared/contract/settings.ts';
import { readListenAddress } from '../../../shared/listen-address.ts';
import type { BucketLocation } from '../store/bucket/location.ts';
import { SECOND } from '../system/clock.ts';
import type { LogLevel } from '../system/log.ts';
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts';

/** Address of a listener; port 0 takes a free port. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Configuration of one run. */
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
  /** Listener for mail programs that send; null for none. */
  readonly submission: ListenAddress | null;
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

/** An invalid flag or variable; the message says which and why. */
export class ConfigError extends Error {}

/** Values without a flag; tests and embedders override them. */
export const DEFAULTS = {
  store: null,
  node: null,
  nodeTerm: 30 * SECOND,
  blobs: null,
  secretFile: null,
  logFile: null,
  traces: null,
  submission: null,
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
