import type { SettingName } from '../../../shared/contract/settings.ts';

/** Settings of a profile. */
export const PROFILE_SETTINGS = {
  mailbox: 'mailbox to use without --mailbox',
  url: 'address of a remote daemon; default: the daemon of the home',
} as const;
export type ProfileSetting = keyof typeof PROFILE_SETTINGS;

/** Descriptions of the daemon's settings. */
export const DAEMON_SETTINGS: Readonly<Record<SettingName, string>> = {
  'http.listen': 'address that the API listens on',
  'smtp.listen': 'address that the SMTP listener receives mail on',
  'http.allowed_hosts': 'host names that the API answers to, besides those of this machine',
  'http.trusted_proxies': 'proxies whose X-Forwarded-For is trusted',
  'http.connections': 'maximum number of open connections; further ones are closed',
  'http.connections_per_address':
    'maximum number of open connections per address (IPv6: per /64), except 127.0.0.1, ::1 and trusted proxies',
  'http.requests_per_minute': 'requests per minute for each key and session; 0: no limit',
  'http.metrics_loopback': 'whether programs on this machine can read /metrics without a token',
  'metrics.token': 'token with which a monitoring system reads /metrics, from any machine',
  'web.enabled': 'whether people can open the page in a browser',
  'web.listen': 'own address that the page listens on, besides that of the API',
  'links.public_base': 'base URL of links in mail to people',
  'links.dashboard_base': 'base URL of links to messages in a dashboard',
  'access.signup': 'who may create an account',
  'access.phone_verification': 'whether new accounts must verify a phone',
  'access.denied_phone_prefixes': 'country prefixes that text messages are never sent to',
  'sms.transport': 'how text messages are sent',
  'sms.http': 'service that sends text messages, with its credential',
  'mail.transport': 'how mail leaves: not at all, through a relay, or directly',
  'mail.relay': 'relay server, with its login',
  'mail.hostname': 'name of this daemon for other mail servers',
  'mail.allow_private_hosts': 'whether direct delivery may connect to private networks',
  'domains.platform': 'domain of mailboxes without their own domain',
  'dns.servers': 'DNS servers; empty: those of the system',
  'deliverability.dns': 'whether to check in the DNS that recipients can get mail',
  'deliverability.typo': 'further providers to check for typing errors',
  'deliverability.role': 'further role names, such as sales',
  'deliverability.disposable': 'further providers of disposable addresses',
  'smtp.tls': 'certificate and key for STARTTLS',
  'complaints.trusted_reporters': 'domains whose complaints count by Message-ID alone',
  'postmaster.storage_limit_bytes': 'storage limit for mail to postmaster@, abuse@ and complaints@',
  'storage.reserve': 'free bytes of the disk below which new mail and sends are refused',
  'smtp.trusted_proxies': 'proxies in front of the SMTP listener that send a PROXY header',
  'smtp.trusted_relays': 'your own mail servers in front of this one',
  'sending.max_recipients': 'recipients of one message in to, cc and bcc together',
  'scanning.timeout_seconds': 'seconds that a scan may take before the message is held',
  'scanning.backlog': 'messages that may wait for their scan before more are refused',
  'scanning.languages': 'languages that new mailboxes accept: english, all, or off for no check',
  'scanning.clamd': 'ClamAV daemon that scans for viruses',
  'scanning.blocked_urls': 'hosts and addresses that links may not lead to',
  'scanning.dns_blocklists': 'DNS blocklists to check links and senders against',
  'review.undo_seconds': 'seconds in which a decision on the review screens can be taken back; 0: none',
  'search.index': 'whether message texts are indexed for search',
  'webhooks.allow_private_targets': 'whether webhooks may call private networks',
  'self_hosted.allow_private_hosts': 'whether self-hosted domains may use mail servers in private networks',
  'mailboxes.brand_names': 'names that display names may not contain',
};
