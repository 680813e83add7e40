import { MB } from '../../../shared/contract/limits.ts';
import type { SettingName, SettingValues } from '../../../shared/contract/settings.ts';
import { isLoopbackHost } from '../system/loopback.ts';
import { type Config, formatAddress, parseAddress } from './config.ts';

/** How a setting affects the configuration of a run. */
interface SettingDefinition<V> {
  readonly fallback: (config: Config) => V;
  /** The part of the configuration that the setting replaces at the next start. */
  readonly configure?: (value: V, config: Config) => Partial<Config>;
  /** Fields that are never shown, or all of the value. A value with such fields is stored sealed. */
  readonly secrets?: readonly string[] | 'all';
}

/** Country prefixes that text messages don't go to. */
const DENIED_PREFIXES = [
  ...['+850', '+53', '+98', '+963'],
  ...['+800', '+808', '+870', '+878', '+881', '+882', '+883', '+888', '+979'],
];

export const DEFINITIONS: { readonly [K in SettingName]: SettingDefinition<SettingValues[K]> } = {
  'http.listen': {
    fallback: (config) => formatAddress(config.http),
    configure: (value) => ({ http: parseAddress(value) }),
  },
  'smtp.listen': {
    fallback: (config) => formatAddress(config.smtp),
    configure: (value) => ({ smtp: parseAddress(value) }),
  },
  'http.allowed_hosts': {
    fallback: (config) => [...config.allowedHosts],
    configure: (value) => ({ allowedHosts: value }),
  },
  'http.trusted_proxies': {
    fallback: (config) => [...config.trustedProxies],
    configure: (value) => ({ trustedProxies: value }),
  },
  'http.connections': {
    fallback: (config) => config.httpLimits.connections,
    configure: (connections, config) => ({ httpLimits: { ...config.httpLimits, connections } }),
  },
  'http.connections_per_address': {
    fallback: (config) => config.httpLimits.connectionsPerAddress,
    configure: (limit, config) => ({ httpLimits: { ...config.httpLimits, connectionsPerAddress: limit } }),
  },
  'http.requests_per_minute': { fallback: () => 0 },
  'http.metrics_loopback': { fallback: () => false },
  'metrics.token': { fallback: () => null, secrets: 'all' },
  'web.enabled': {
    fallback: ({ web, http, allowedHosts }) =>
      isLoopbackHost((web ?? http).host) && allowedHosts.length === 0,
  },
  'web.listen': {
    fallback: (config) => config.web && formatAddress(config.web),
    configure: (value) => ({ web: value === null ? null : parseAddress(value) }),
  },
  'links.public_base': {
    fallback: (config) => config.publicBase,
    configure: (value) => ({ publicBase: value }),
  },
  'links.dashboard_base': {
    fallback: (config) => config.dashboardBase,
    configure: (value) => ({ dashboardBase: value }),
  },
  'access.signup': { fallback: (config) => (isLoopbackHost(config.http.host) ? 'open' : 'closed') },
  'access.phone_verification': { fallback: () => 'on' },
  'access.denied_phone_prefixes': { fallback: () => DENIED_PREFIXES },
  'sms.transport': { fallback: () => 'capture' },
  'sms.http': { fallback: () => null, secrets: ['authorization'] },
  'mail.transport': {
    fallback: (config) => config.mail.transport,
    configure: (transport, config) => ({ mail: { ...config.mail, transport } }),
  },
  'mail.relay': {
    fallback: (config) => config.mail.relay,
    configure: (relay, config) => ({ mail: { ...config.mail, relay } }),
    secrets: ['password'],
  },
  'mail.hostname': {
    fallback: (config) => config.mail.hostname,
    configure: (hostname, config) => ({ mail: { ...config.mail, hostname } }),
  },
  'mail.allow_private_hosts': {
    fallback: (config) => config.mail.allowPrivateHosts,
    configure: (allowPrivateHosts, config) => ({ mail: { ...config.mail, allowPrivateHosts } }),
  },
  'domains.platform': {
    fallback: (config) => config.platformDomain,
    configure: (value) => ({ platformDomain: value }),
  },
  'dns.servers': {
    fallback: (config) => [...config.dnsServers],
    configure: (value) => ({ dnsServers: value }),
  },
  'deliverability.dns': {
    fallback: (config) => config.deliverability.dns,
    configure: (dns, config) => ({ deliverability: { ...config.deliverability, dns } }),
  },
  'deliverability.typo': {
    fallback: (config) => [...config.deliverability.typo],
    configure: (typo, config) => ({ deliverability: { ...config.deliverability, typo } }),
  },
  'deliverability.role': {
    fallback: (config) => [...config.deliverability.role],
    configure: (role, config) => ({ deliverability: { ...config.deliverability, role } }),
  },
  'deliverability.disposable': {
    fallback: (config) => [...config.deliverability.disposable],
    configure: (disposable, config) => ({ deliverability: { ...config.deliverability, disposable } }),
  },
  'smtp.tls': { fallback: () => null },
  'smtp.submission.listen': {
    fallback: (config) => config.submission && formatAddress(config.submission),
    configure: (value) => ({ submission: value === null ? null : parseAddress(value) }),
  },
  'smtp.submission.tls': { fallback: () => false },
  'complaints.trusted_reporters': { fallback: () => [] },
  'postmaster.storage_limit_bytes': { fallback: () => 300 * MB },
  'storage.reserve': { fallback: () => null },
  'smtp.trusted_proxies': {
    fallback: (config) => [...config.smtpProxies],
    configure: (value) => ({ smtpProxies: value }),
  },
  'smtp.trusted_relays': { fallback: () => [] },
  'sending.max_recipients': { fallback: () => 50 },
  'scanning.timeout_seconds': {
    fallback: (config) => Math.ceil(config.scanTimeout / 1000),
    configure: (seconds) => ({ scanTimeout: seconds * 1000 }),
  },
  'scanning.backlog': { fallback: () => 10_000 },
  'scanning.languages': { fallback: () => 'english' },
  'scanning.clamd': { fallback: () => null },
  'scanning.blocked_urls': { fallback: () => [] },
  'scanning.dns_blocklists': { fallback: () => [] },
  'review.undo_seconds': { fallback: () => 10 },
  'search.index': {
    fallback: (config) => (config.searchIndex ? 'on' : 'off'),
    configure: (value) => ({ searchIndex: value === 'on' }),
  },
  'webhooks.allow_private_targets': {
    fallback: (config) => config.allowPrivateWebhooks,
    configure: (value) => ({ allowPrivateWebhooks: value }),
  },
  'self_hosted.allow_private_hosts': { fallback: () => false },
  'connections.token_programs': { fallback: () => [] },
  'mailboxes.brand_names': {
    fallback: (config) => [...config.brandNames],
    configure: (value) => ({ brandNames: value }),
  },
};

/** Settings that are read at every use; all others take effect at the next start. */
export const LIVE: ReadonlySet<SettingName> = new Set([
  'http.requests_per_minute',
  'http.metrics_loopback',
  'metrics.token',
  'web.enabled',
  'access.signup',
  'access.phone_verification',
  'access.denied_phone_prefixes',
  'sms.transport',
  'sms.http',
  'complaints.trusted_reporters',
  'postmaster.storage_limit_bytes',
  'storage.reserve',
  'smtp.trusted_relays',
  'self_hosted.allow_private_hosts',
  'connections.token_programs',
  'sending.max_recipients',
  'scanning.backlog',
  'scanning.languages',
  'scanning.clamd',
  'scanning.blocked_urls',
  'scanning.dns_blocklists',
  'review.undo_seconds',
]);
