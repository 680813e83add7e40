import type { SettingName } from '../../shared/contract/settings.ts';

/** Settings of a profile. */
export const PROFILE_SETTINGS = {
  mailbox: 'mailbox that commands use when none is named',
  url: 'address of a daemon elsewhere; the one of the home when not set',
} as const;
export type ProfileSetting = keyof typeof PROFILE_SETTINGS;

/** Descriptions of the daemon's settings. */
export const DAEMON_SETTINGS: Readonly<Record<SettingName, string>> = {
  'http.listen': 'where the API listens',
  'smtp.listen': 'where mail is received',
  'http.allowed_hosts': 'names that the API answers to, besides those of this machine',
  'http.trusted_proxies': 'proxies whose X-Forwarded-For is believed',
  'http.connections': 'connections open at once; further ones are closed',
  'http.connections_per_address':
    'connections open at once from one address (IPv6: from one /64); not for 127.0.0.1, ::1 and trusted proxies',
  'http.requests_per_minute': 'limit for each key and session; 0 for none',
  'http.metrics_loopback': 'whether monitoring on this machine reads /metrics without the token',
  'links.public_base': 'start of links in mails to people',
  'links.dashboard_base': 'start of links to messages in a dashboard',
  'access.signup': 'who may make an account',
  'access.phone_verification': 'whether new accounts prove a phone',
  'access.denied_phone_prefixes': 'countries that text messages never go to',
  'sms.transport': 'how text messages leave',
  'sms.http': 'who sends text messages, and the credential for it',
  'mail.transport': 'how mail leaves: not at all, through a relay, or by itself',
  'mail.relay': 'the server that sends mail on, and the login there',
  'mail.hostname': 'name that this daemon gives itself to other mail servers',
  'mail.allow_private_hosts': 'whether mail may go into private networks',
  'domains.platform': 'domain of the mailboxes without a domain of their own',
  'dns.servers': 'DNS servers to ask; those of the system when empty',
  'deliverability.dns': 'whether the DNS is asked if a recipient can get mail',
  'deliverability.typo': 'further providers whose names get mistyped',
  'deliverability.role': 'further names of roles, as sales',
  'deliverability.disposable': 'further providers of throw-away addresses',
  'smtp.tls': 'certificate and key for STARTTLS',
  'complaints.trusted_reporters': 'domains whose complaints count by Message-ID alone',
  'postmaster.storage_limit_bytes': 'room for mail to postmaster@, abuse@ and complaints@',
  'smtp.trusted_relays': 'mail servers of your own in front of this one',
  'scanning.timeout_seconds': 'seconds of its own that a scan may use before the message is held',
  'scanning.languages': 'languages that new mailboxes take: english, all, or off for no check',
  'scanning.clamd': 'a ClamAV daemon that looks for viruses',
  'scanning.blocked_urls': 'hosts and addresses that no link may lead to',
  'scanning.dns_blocklists': 'lists in the DNS that links and senders are looked up in',
  'search.index': 'whether texts are indexed for search',
  'webhooks.allow_private_targets': 'whether webhooks may go into private networks',
  'self_hosted.allow_private_hosts': 'whether mail folders may be read from private networks',
  'mailboxes.brand_names': 'names that no display name may contain',
};
