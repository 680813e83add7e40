import type { Guards } from './access/guards.ts';
import type { Notices } from './access/notice.ts';
import type { PageLinks } from './access/page-links.ts';
import type { DnsBlocklists } from './content/analysis/dns-blocklists.ts';
import type { AnalysisPool } from './content/analysis/pool.ts';
import type { Extractor } from './content/extract/extractor.ts';
import type { ReadAudit } from './events/read-audit.ts';
import type { StreamSlots } from './events/stream-slots.ts';
import type { Dispatcher } from './events/webhooks/dispatcher.ts';
import type { PreviewQueue } from './mail/attachments/previews/queue.ts';
import type { Folders } from './mail/imap/folders.ts';
import type { SenderAuthenticator } from './mail/inbound/authentication/authenticate.ts';
import type { Intake } from './mail/inbound/intake.ts';
import type { IdempotencyClaims } from './mail/outbound/idempotency.ts';
import type { Transport } from './mail/outbound/transport.ts';
import type { Metrics } from './operation/metrics/metrics.ts';
import type { Config } from './platform/settings/config.ts';
import type { Settings } from './platform/settings/settings.ts';
import type { KeptLease, Leases } from './platform/store/leases.ts';
import type { Outage } from './platform/store/outage.ts';
import type { SignalHub } from './platform/store/signals.ts';
import type { Store } from './platform/store/store.ts';
import type { AddressLookup } from './platform/system/addresses.ts';
import type { SystemClock } from './platform/system/clock.ts';
import type { Dns } from './platform/system/dns.ts';
import type { HttpsPoster } from './platform/system/https-poster.ts';
import type { Log } from './platform/system/log.ts';
import type { PublicLinks } from './platform/system/public-links.ts';
import type { Random } from './platform/system/random.ts';
import type { Secrets } from './platform/system/secrets.ts';
import type { Room } from './rules/budgets/room.ts';

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
