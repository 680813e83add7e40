import type { Guards } from './access/guards.ts';
import type { DnsBlocklists } from './analysis/dns-blocklists.ts';
import type { AnalysisPool } from './analysis/pool.ts';
import type { Extractor } from './attachments/extract/extractor.ts';
import type { PreviewQueue } from './attachments/previews/queue.ts';
import type { Config } from './config.ts';
import type { EventFeed } from './events/feed.ts';
import type { ReadAudit } from './events/read-audit.ts';
import type { StreamSlots } from './events/stream-slots.ts';
import type { Folders } from './imap/folders.ts';
import type { SenderAuthenticator } from './inbound/authentication/authenticate.ts';
import type { Intake } from './inbound/intake.ts';
import type { Links } from './links.ts';
import type { Notifier } from './messages/notifier.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Notices } from './notices/notice.ts';
import type { IdempotencyClaims } from './outbound/idempotency.ts';
import type { Transport } from './outbound/transport.ts';
import type { Settings } from './settings/settings.ts';
import type { Store } from './store/store.ts';
import type { AddressLookup } from './system/addresses.ts';
import type { SystemClock } from './system/clock.ts';
import type { Dns } from './system/dns.ts';
import type { HttpsPoster } from './system/https-poster.ts';
import type { Log } from './system/log.ts';
import type { Random } from './system/random.ts';
import type { Secrets } from './system/secrets.ts';
import type { Dispatcher } from './webhooks/dispatcher.ts';

/** What operations work with. `compose.ts` builds it, and is the only place that builds anything with I/O. */
export interface Context {
  readonly config: Config;
  readonly clock: SystemClock;
  readonly random: Random;
  readonly log: Log;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly dns: Dns;
  /** Addresses of hosts that accounts name. */
  readonly addressLookup: AddressLookup;
  /** Certificate authorities besides those that Node trusts, PEM. */
  readonly authorities: readonly string[];
  readonly links: Links;
  readonly guards: Guards;
  readonly notifier: Notifier;
  /** Tells of new events and deliveries. */
  readonly feed: EventFeed;
  readonly metrics: Metrics;
  readonly streams: StreamSlots;
  readonly readAudit: ReadAudit;
  readonly analysis: AnalysisPool;
  readonly dnsBlocklists: DnsBlocklists;
  /** Reads documents: those of messages that arrive, those that are read afterwards, and those that go out. */
  readonly extraction: Readonly<Record<'arriving' | 'pending' | 'outgoing', Extractor>>;
  /** Messages whose attachments are read after their verdict. */
  readonly previews: PreviewQueue;
  /** SPF, DKIM, ARC and DMARC of accepted mail. */
  readonly senderAuthentication: SenderAuthenticator;
  /** Mail folders of self-hosted domains that are read. */
  readonly folders: Folders;
  /** Accepted inbound messages on their way to being readable. */
  readonly intake: Intake;
  readonly claims: IdempotencyClaims;
  readonly transport: Transport;
  /** Mail and text messages of the service itself. */
  readonly notices: Notices;
  /** Posts to receivers that accounts name. */
  readonly poster: HttpsPoster;
  /** Sends what waits for webhooks. */
  readonly webhooks: Dispatcher;
  /** Outbound messages between their row and their outcome. */
  readonly dispatches: Set<Promise<void>>;
  /** Aborted when the daemon begins to stop. */
  readonly stopping: AbortSignal;
  /** Lets the job runner look at its table again. */
  wakeJobs(): void;
}
