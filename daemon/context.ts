import type { Guards } from './access/guards.ts';
import type { PageLinks } from './access/page-links.ts';
import type { DnsBlocklists } from './analysis/dns-blocklists.ts';
import type { AnalysisPool } from './analysis/pool.ts';
import type { Extractor } from './attachments/extract/extractor.ts';
import type { PreviewQueue } from './attachments/previews/queue.ts';
import type { Room } from './budgets/room.ts';
import type { Config } from './config.ts';
import type { ReadAudit } from './events/read-audit.ts';
import type { StreamSlots } from './events/stream-slots.ts';
import type { Folders } from './imap/folders.ts';
import type { SenderAuthenticator } from './inbound/authentication/authenticate.ts';
import type { Intake } from './inbound/intake.ts';
import type { PublicLinks } from './links.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Notices } from './notice.ts';
import type { Outage } from './outage.ts';
import type { IdempotencyClaims } from './outbound/idempotency.ts';
import type { Transport } from './outbound/transport.ts';
import type { Settings } from './settings/settings.ts';
import type { KeptLease, Leases } from './store/leases.ts';
import type { SignalHub } from './store/signals.ts';
import type { Store } from './store/store.ts';
import type { AddressLookup } from './system/addresses.ts';
import type { SystemClock } from './system/clock.ts';
import type { Dns } from './system/dns.ts';
import type { HttpsPoster } from './system/https-poster.ts';
import type { Log } from './system/log.ts';
import type { Random } from './system/random.ts';
import type { Secrets } from './system/secrets.ts';
import type { Dispatcher } from './webhooks/dispatcher.ts';

/** Dependencies of operations, built by `compose.ts` only. */
export interface Context {
  readonly config: Config;
  readonly clock: SystemClock;
  readonly random: Random;
  readonly log: Log;
  /** Logs failures that the database may have caused. */
  readonly outage: Outage;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly dns: Dns;
  /** Resolves hosts that accounts name. */
  readonly addressLookup: AddressLookup;
  /** Certificate authorities besides those that Node trusts, PEM. */
  readonly authorities: readonly string[];
  readonly links: PublicLinks;
  readonly guards: Guards;
  /** Links that sign browsers in to the page for people. */
  readonly pageLinks: PageLinks;
  /** Delivers what committed transactions publish. */
  readonly signals: SignalHub;
  readonly leases: Leases;
  /** The lease of the rows in progress that name this daemon. */
  readonly ownRows: KeptLease;
  readonly metrics: Metrics;
  readonly streams: StreamSlots;
  readonly readAudit: ReadAudit;
  readonly analysis: AnalysisPool;
  readonly dnsBlocklists: DnsBlocklists;
  /** Extracts text of documents: of arriving mail, of pending attachments, and of outgoing files. */
  readonly extraction: Readonly<Record<'arriving' | 'pending' | 'outgoing', Extractor>>;
  /** Messages whose attachments are extracted after their verdict. */
  readonly previews: PreviewQueue;
  /** SPF, DKIM, ARC and DMARC of accepted mail. */
  readonly senderAuthentication: SenderAuthenticator;
  /** Readers of self-hosted domains' IMAP folders. */
  readonly folders: Folders;
  /** Room for new mail on the disk and in accounts. */
  readonly room: Room;
  /** Accepted inbound messages that aren't processed yet. */
  readonly intake: Intake;
  readonly claims: IdempotencyClaims;
  readonly transport: Transport;
  /** The service's own mail and text messages. */
  readonly notices: Notices;
  /** Posts to webhook receivers. */
  readonly poster: HttpsPoster;
  /** Sends pending webhook deliveries. */
  readonly webhooks: Dispatcher;
  /** Retries of failed work that wait for their time. */
  readonly retries: Set<Promise<void>>;
  /** Dispatches in progress. */
  readonly dispatches: Set<Promise<void>>;
  /** Requests in progress, without those of the operator. */
  readonly requests: Set<Promise<void>>;
  /** Aborted when the daemon begins to stop, or is drained. */
  readonly stopping: AbortSignal;
}
