import { getCACertificates } from 'node:tls';
import type { DestinationStream } from 'pino';
import { Guards } from './access/guards.ts';
import { PageLinks } from './access/page-links.ts';
import { purgeAccess } from './access/purge.ts';
import { REQUESTED_MAIL, REQUESTS_AT_ONCE, sendRequestedMail } from './access/requested-mail.ts';
import {
  chosenProvider,
  gatewayProvider,
  postToGateway,
  SMS_GATEWAY,
  TEXTS_AT_ONCE,
} from './access/sms/gateway.ts';
import { DnsBlocklists } from './content/analysis/dns-blocklists.ts';
import { AnalysisPool } from './content/analysis/pool.ts';
import { Extractor } from './content/extract/extractor.ts';
import { rebuildSearch, SEARCH_REBUILD } from './content/stored-text/search-index.ts';
import { beginSearchMerge, mergeSearchIndex, SEARCH_MERGE } from './content/stored-text/search-merge.ts';
import type { Context } from './context.ts';
import { ReadAudit } from './events/read-audit.ts';
import { purgeEvents } from './events/retention.ts';
import { StreamSlots } from './events/stream-slots.ts';
import { FORGET_DELIVERIES, forgetDeliveries } from './events/webhooks/delete.ts';
import { ABANDON_OPEN, abandonOpen } from './events/webhooks/disable.ts';
import { Dispatcher } from './events/webhooks/dispatcher.ts';
import { readPending } from './mail/attachments/previews/pending.ts';
import { PreviewQueue } from './mail/attachments/previews/queue.ts';
import { expireStaged, STAGED_EXPIRY } from './mail/attachments/staging/expire.ts';
import { COPIES_AT_ONCE, sendCopy } from './mail/copies/send.ts';
import { dispatchDue } from './mail/drafts/due.ts';
import { Folders } from './mail/imap/folders.ts';
import { INBOUND_REPORT } from './mail/inbound/accept-report.ts';
import { SenderAuthenticator } from './mail/inbound/authentication/authenticate.ts';
import { cachedRecords } from './mail/inbound/authentication/dns-cache.ts';
import { Intake } from './mail/inbound/intake.ts';
import { processArrivals } from './mail/inbound/process.ts';
import {
  BLOB_REMOVAL,
  REMOVALS_AT_ONCE,
  removeLeftBlobs,
  removeObject,
} from './mail/messages/delete-blobs.ts';
import { DRAFT_DUE } from './mail/messages/drafts/schedule.ts';
import { MAILBOX_COPY } from './mail/messages/transitions/copy.ts';
import { APPROVAL_EXPIRY } from './mail/messages/transitions/outbound.ts';
import { IdempotencyClaims } from './mail/outbound/idempotency.ts';
import { DISPATCH_RETRY } from './mail/outbound/retry-schedule.ts';
import { createTransport } from './mail/outbound/transports/index.ts';
import { purgeOutbox } from './mail/outbox/purge.ts';
import { readReport } from './mail/reports/receive.ts';
import { expireApproval } from './mail/review/approval-expiry.ts';
import { carryOutDecision, DECISIONS_AT_ONCE } from './mail/review/carry-out.ts';
import { DECISION_DUE } from './mail/review/decide.ts';
import { RETRIES_AT_ONCE, retryDispatch } from './mail/review/retry-deferred.ts';
import { actOut } from './mail/simulator/outcome.ts';
import { CHECKS_AT_ONCE, checkDomain, DOMAIN_CHECK } from './network/domains/check.ts';
import { ownName } from './network/smtp-client/own-name.ts';
import { ACCOUNT_ERASURE, runErasure } from './operation/accounts/erase.ts';
import { Metrics } from './operation/metrics/metrics.ts';
import { openSpans } from './operation/metrics/spans.ts';
import { NOTICE_MAIL_DUE, NOTICE_POST_DUE } from './operation/notices/held/plan.ts';
import { MAILED_AT_ONCE, POSTED_AT_ONCE, sendDueNotice } from './operation/notices/held/send.ts';
import { mailProvider, NOTICE_MAIL, NOTICES_AT_ONCE, sendNotice } from './operation/notices/mail.ts';
import { outboxProvider } from './operation/notices/outbox.ts';
import { resumeClock } from './operation/operator/kept-clock.ts';
import { DAILY, type Round, runDaily } from './platform/jobs/daily.ts';
import { type JobKind, JobRunner } from './platform/jobs/runner.ts';
import type { Config } from './platform/settings/config.ts';
import { openSecrets } from './platform/settings/secret-check.ts';
import { Settings } from './platform/settings/settings.ts';
import { OBJECT_REMOVAL } from './platform/store/blobs/blobs.ts';
import type { NodeOptions } from './platform/store/cluster.ts';
import { openStore } from './platform/store/engine.ts';
import { KeptLease, type Leases } from './platform/store/leases.ts';
import { Outage } from './platform/store/outage.ts';
import { SignalHub } from './platform/store/signals.ts';
import type { Store } from './platform/store/store.ts';
import type { TransactionRunners } from './platform/store/transaction-runner.ts';
import { type AddressLookup, createAddressLookup } from './platform/system/addresses.ts';
import { DAY, SystemClock } from './platform/system/clock.ts';
import { DiskSpace } from './platform/system/disk-space.ts';
import { type Dns, systemDns } from './platform/system/dns.ts';
import { HttpsPoster } from './platform/system/https-poster.ts';
import { createLog, openLog } from './platform/system/log.ts';
import { measureLoopLoad } from './platform/system/loop-load.ts';
import { ownAddresses } from './platform/system/own-addresses.ts';
import { PublicLinks } from './platform/system/public-links.ts';
import { type Random, systemRandom } from './platform/system/random.ts';
import { SpareSpace } from './platform/system/spare-space.ts';
import { createPorts } from './ports.ts';
import { Room } from './rules/budgets/room.ts';
import { purgeAttempts } from './rules/recipients/attempts/purge.ts';
import { SIMULATOR_OUTCOME } from './rules/recipients/simulator.ts';

/** Parts of the outside world that tests replace. */
export interface Overrides {
  readonly clock?: SystemClock;
  readonly random?: Random;
  readonly dns?: Dns;
  readonly logStream?: DestinationStream;
  /** Addresses of this machine's interfaces. */
  readonly ownAddresses?: () => readonly string[];
  /** Addresses of webhook receivers. */
  readonly lookup?: AddressLookup;
  /** Certificate authorities of webhook receivers and of the relay besides those that Node trusts, PEM. */
  readonly extraAuthorities?: readonly string[];
  /** Threads that several daemons of one process share. The first daemon that ends closes them. */
  readonly analysis?: AnalysisPool;
  /** Readers of documents. The daemon closes them when it stops. */
  readonly extraction?: Context['extraction'];
  /** Name of this daemon among those of its database. */
  readonly worker?: string;
  /** Claims of work that other daemons of the database may be doing. */
  readonly leases?: Leases;
  /** Milliseconds that only grow, by which a node trusts itself. */
  readonly monotonic?: () => number;
  /** Run the work of transactions. */
  readonly runners?: TransactionRunners;
  /** Delivers signals. */
  readonly signals?: SignalHub;
}

/** The parts that the daemon starts and stops. */
export interface Composition {
  readonly context: Context;
  readonly jobs: JobRunner;
  /** Aborts everything that waits when the daemon stops. */
  readonly stop: AbortController;
}

async function connectStore(
  config: Config,
  outside: Outside &
    Pick<Overrides, 'worker' | 'runners' | 'monotonic'> &
    Pick<Context, 'metrics' | 'signals'>,
  context: () => Context,
): Promise<Store> {
  const { home, store: url, blobs } = config;
  const { clock, random, log, metrics, signals, runners } = outside;
  const onHookFailure = (error: unknown) => log.error({ err: error }, 'after-commit callback failed');
  const store = await openStore({
    home,
    url,
    clock,
    random,
    onHookFailure,
    ports: createPorts(context, signals),
    commitStarted: () => metrics.operations.begin('commit'),
    groups: metrics.groups,
    node: nodeOptions(config, outside),
    ...(blobs && { bucket: { location: blobs, ...metrics.objects } }),
    ...(runners && { runners }),
  });
  await resumeClock(store, clock);
  return store;
}

/** A clock that can be moved is of one node: others would have another time. */
function nodeOptions(
  { store, node, nodeTerm: term, version, testClock: isAlone }: Config,
  { worker, monotonic }: Pick<Overrides, 'worker' | 'monotonic'>,
): NodeOptions {
  // The only node of a home has a fixed name, so that a restored home continues what its backup left.
  const name = worker ?? (store === null ? null : node);
  return { version, isAlone, term, ...(name !== null && { name }), ...(monotonic && { monotonic }) };
}

type Outside = Pick<Context, 'clock' | 'random' | 'log' | 'authorities'>;

/** The real outside world, or the test's replacements. */
function outsideOf(base: Config, overrides: Overrides): Outside {
  return {
    clock: overrides.clock ?? new SystemClock({ settable: base.testClock }),
    random: overrides.random ?? systemRandom,
    log: overrides.logStream
      ? createLog(base.logLevel, overrides.logStream)
      : openLog(base.logLevel, base.logFile),
    // Authorities given in code replace those of NODE_EXTRA_CA_CERTS.
    authorities: overrides.extraAuthorities ?? getCACertificates('extra'),
  };
}

/** The composition root: builds everything that touches a disk, a thread or a clock. */
export async function compose(base: Config, overrides: Overrides): Promise<Composition> {
  const outside = outsideOf(base, overrides);
  const { clock, random, log } = outside;
  const stop = new AbortController();
  const metrics = new Metrics(await openSpans(base, log));
  const signals = overrides.signals ?? new SignalHub();
  const store = await connectStore(base, { ...outside, ...overrides, metrics, signals }, () => context);
  const secrets = await openSecrets(store, base, random).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const settings = await Settings.load({ store, secrets, log }, base);
  const config = settings.effectiveConfig();
  const analysis =
    overrides.analysis ?? new AnalysisPool(config.scanTimeout, log, (task) => metrics.taskStarted(task));
  store.cluster.watch({ nodesEnded: ({ length }) => metrics.nodesEnded(length) });
  const leases = overrides.leases ?? store.cluster.leases;
  const ownRows = new KeptLease(leases, `worker:${store.cluster.node}`, () => {
    context.intake.resume();
    context.previews.resume();
  });
  const running = nothingRunning();
  const { retries } = running;
  const queueParts = { clock, log, retries, stopping: stop.signal, lease: ownRows };
  const { dns, addressLookup } = namesFor(config, overrides);
  const context: Context = {
    ...outside,
    outage: new Outage(outside),
    config,
    store,
    secrets,
    settings,
    links: new PublicLinks(config.publicBase),
    dns,
    addressLookup,
    folders: new Folders(() => context),
    senderAuthentication: authenticator(
      { dns, analysis, clock, config, settings, log },
      overrides.ownAddresses,
    ),
    guards: new Guards({ store, secrets, clock }),
    pageLinks: new PageLinks(),
    signals,
    leases,
    ownRows,
    metrics,
    streams: new StreamSlots(),
    room: roomFor(config, { clock, log, settings }),
    readAudit: new ReadAudit(store, { clock, retries }, log),
    analysis,
    dnsBlocklists: new DnsBlocklists(cachedRecords(dns, clock), settings),
    extraction: overrides.extraction ?? extraction(),
    previews: previews(() => context, queueParts),
    intake: intake(() => context, analysis.threads, queueParts),
    claims: new IdempotencyClaims(),
    transport: createTransport(() => context, { config, clock, dns }, outside.authorities),
    notices: notices(() => context),
    poster: poster(config, addressLookup, overrides.extraAuthorities),
    webhooks: new Dispatcher(() => context),
    ...running,
    stopping: stop.signal,
  };
  const jobs = new JobRunner({ store, clock, outage: context.outage, handlers: jobHandlers(context) });
  followSignals(context, jobs);
  return { context, jobs, stop };
}

function namesFor(
  { dnsServers }: Config,
  { dns, lookup }: Overrides,
): Pick<Context, 'addressLookup' | 'dns'> {
  return { dns: dns ?? systemDns(dnsServers), addressLookup: lookup ?? createAddressLookup(dnsServers) };
}

function roomFor(
  { home }: Config,
  { clock, log, settings }: Pick<Context, 'clock' | 'log' | 'settings'>,
): Room {
  return new Room({
    disk: new DiskSpace(home, clock),
    spare: new SpareSpace(home),
    reserve: () => settings.get('storage.reserve'),
    onChange: (isScarce, { free }) => {
      if (isScarce) log.error({ free }, 'free disk space is below storage.reserve, so new mail is refused');
      else log.info({ free }, 'there is disk space for new mail again');
    },
  });
}

function nothingRunning(): Pick<Context, 'dispatches' | 'requests' | 'retries'> {
  return { dispatches: new Set(), requests: new Set(), retries: new Set() };
}

/** Connects signals with what follows them all the time. */
function followSignals({ outage, settings, signals, stopping }: Context, jobs: JobRunner): void {
  signals.watchAll('jobs', (kind) => jobs.wake(kind));
  signals.watchAll('settings', () => {
    settings.reload().catch((error: unknown) => {
      if (!stopping.aborted) outage.failed(error, 'settings not reloaded');
    });
  });
}

function extraction(): Context['extraction'] {
  return { arriving: new Extractor(), pending: new Extractor(), outgoing: new Extractor() };
}

type QueueParts = Pick<Context, 'clock' | 'log' | 'retries' | 'stopping'> & { readonly lease: KeptLease };

function previews(context: () => Context, parts: QueueParts): PreviewQueue {
  return new PreviewQueue((messageId) => readPending(context(), messageId), parts);
}

function intake(context: () => Context, threads: AnalysisPool['threads'], parts: QueueParts): Intake {
  return new Intake({
    ...parts,
    process: (ids) => processArrivals(context(), ids),
    // Twice the threads for small messages, so that one batch is fetched or stored while another is scanned.
    parallel: { small: threads.small * 2, large: threads.large },
    load: measureLoopLoad(),
  });
}

function notices(context: () => Context): Context['notices'] {
  return {
    email: mailProvider(context, outboxProvider('email', context)),
    sms: chosenProvider(context, outboxProvider('sms', context), gatewayProvider(context)),
  };
}

function authenticator(
  parts: Pick<Context, 'dns' | 'analysis' | 'clock' | 'config' | 'settings' | 'log'>,
  addresses: () => readonly string[] = ownAddresses,
): SenderAuthenticator {
  return new SenderAuthenticator({
    ...parts,
    hostname: ownName(parts.config),
    ownAddresses: addresses,
    isTest: parts.config.testClock,
    trustedRelays: () => parts.settings.get('smtp.trusted_relays'),
  });
}

function poster(
  { allowPrivateWebhooks }: Config,
  lookup: AddressLookup,
  extraAuthorities?: readonly string[],
): HttpsPoster {
  const reach = allowPrivateWebhooks ? 'private' : 'public';
  return new HttpsPoster({ lookup, reach, ...(extraAuthorities && { extraAuthorities }) });
}

/** Daily jobs. */
const ROUNDS: readonly Round<Context>[] = [
  purgeOutbox,
  purgeAttempts,
  purgeEvents,
  purgeAccess,
  beginSearchMerge,
  // Last, since it needs the bucket.
  ({ store }) => store.blobs.removeOrphans(),
];

/** Job handlers by kind. */
function jobHandlers(context: Context): ReadonlyMap<string, JobKind> {
  const kept = outboxProvider('email', () => context);
  return new Map<string, JobKind>([
    [ACCOUNT_ERASURE, (payload) => runErasure(context, payload)],
    [APPROVAL_EXPIRY, (payload) => expireApproval(context, payload)],
    [
      DECISION_DUE,
      { run: (payload) => carryOutDecision(context, payload), parallel: DECISIONS_AT_ONCE, perParty: 4 },
    ],
    [BLOB_REMOVAL, (payload) => removeLeftBlobs(context, payload)],
    [OBJECT_REMOVAL, { run: (payload) => removeObject(context, payload), parallel: REMOVALS_AT_ONCE }],
    [
      SMS_GATEWAY,
      { run: (payload) => postToGateway(context, payload), parallel: TEXTS_AT_ONCE, perParty: 1 },
    ],
    [REQUESTED_MAIL, { run: (payload) => sendRequestedMail(context, payload), parallel: REQUESTS_AT_ONCE }],
    [
      NOTICE_MAIL,
      { run: (payload) => sendNotice(context, kept, payload), parallel: NOTICES_AT_ONCE, perParty: 1 },
    ],
    [MAILBOX_COPY, { run: (payload) => sendCopy(context, payload), parallel: COPIES_AT_ONCE, perParty: 1 }],
    [
      NOTICE_POST_DUE,
      { run: (payload) => sendDueNotice(context, payload), parallel: POSTED_AT_ONCE, perParty: 1 },
    ],
    // Its mail is queued, not sent, so it waits for no machine.
    [NOTICE_MAIL_DUE, { run: (payload) => sendDueNotice(context, payload), parallel: MAILED_AT_ONCE }],
    [
      DISPATCH_RETRY,
      { run: (payload) => retryDispatch(context, payload), parallel: RETRIES_AT_ONCE, perParty: 4 },
    ],
    [
      DOMAIN_CHECK,
      { run: (payload) => checkDomain(context, payload), parallel: CHECKS_AT_ONCE, perParty: 1 },
    ],
    // Strangers decide how many reports arrive and how long their name servers take, so they have a queue of
    // their own.
    [INBOUND_REPORT, { run: (payload) => readReport(context, payload), parallel: 1 }],
    [DRAFT_DUE, (payload) => dispatchDue(context, payload)],
    [SIMULATOR_OUTCOME, (payload) => actOut(context, payload)],
    [STAGED_EXPIRY, (payload) => expireStaged(context, payload)],
    [DAILY, { run: () => runDaily(context, ROUNDS), every: DAY }],
    [SEARCH_MERGE, () => mergeSearchIndex(context)],
    [SEARCH_REBUILD, (payload) => rebuildSearch(context, payload)],
    [ABANDON_OPEN, (payload) => abandonOpen(context, payload)],
    [FORGET_DELIVERIES, (payload) => forgetDeliveries(context, payload)],
  ]);
}
