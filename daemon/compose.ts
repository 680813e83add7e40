import { getCACertificates } from 'node:tls';
import type { DestinationStream } from 'pino';
import { accessJobs, composeAccess } from './access/compose.ts';
import { purgeAccess } from './access/purge.ts';
import { type ContentOverrides, composeContent, contentJobs } from './content/compose.ts';
import { beginSearchMerge } from './content/stored-text/search-merge.ts';
import type { Context } from './context.ts';
import { composeEvents, eventsJobs } from './events/compose.ts';
import { purgeEvents } from './events/retention.ts';
import { composeMail, mailJobs } from './mail/compose.ts';
import { purgeOutbox } from './mail/outbox/purge.ts';
import { networkJobs } from './network/compose.ts';
import { composeOperation, operationJobs } from './operation/compose.ts';
import { Metrics } from './operation/metrics/metrics.ts';
import { openSpans } from './operation/metrics/spans.ts';
import { resumeClock } from './operation/operator/kept-clock.ts';
import { DAILY, type Round, runDaily } from './platform/jobs/daily.ts';
import { type JobKind, JobRunner } from './platform/jobs/runner.ts';
import type { Config } from './platform/settings/config.ts';
import { openSecrets } from './platform/settings/secret-check.ts';
import { Settings } from './platform/settings/settings.ts';
import type { NodeOptions } from './platform/store/cluster.ts';
import { openStore } from './platform/store/engine.ts';
import { KeptLease, type Leases } from './platform/store/leases.ts';
import { Outage } from './platform/store/outage.ts';
import { SignalHub } from './platform/store/signals.ts';
import type { Store } from './platform/store/store.ts';
import type { TransactionRunners } from './platform/store/transaction-runner.ts';
import { AccessTokens } from './platform/system/access-tokens.ts';
import { type AddressLookup, createAddressLookup } from './platform/system/addresses.ts';
import { DAY, SystemClock } from './platform/system/clock.ts';
import { type Dns, systemDns } from './platform/system/dns.ts';
import { HttpsPoster } from './platform/system/https-poster.ts';
import { createLog, openLog } from './platform/system/log.ts';
import { PublicLinks } from './platform/system/public-links.ts';
import { type Random, systemRandom } from './platform/system/random.ts';
import { createPorts } from './ports.ts';
import { composeRules } from './rules/compose.ts';
import { purgeAttempts } from './rules/recipients/attempts/purge.ts';

/** Parts of the outside world that tests replace. */
export interface Overrides extends ContentOverrides {
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
  store.cluster.watch({ nodesEnded: ({ length }) => metrics.nodesEnded(length) });
  const leases = overrides.leases ?? store.cluster.leases;
  const ownRows = new KeptLease(leases, `worker:${store.cluster.node}`, () => {
    context.intake.resume();
    context.previews.resume();
  });
  const retries = new Set<Promise<void>>();
  const names = namesFor(config, overrides);
  const shared = {
    ...{ ...outside, ...names, config, store, secrets, settings, ownRows, retries },
    stopping: stop.signal,
  };
  const content = composeContent(shared, (task) => metrics.taskStarted(task), overrides);
  const context: Context = {
    ...shared,
    ...content,
    ...composeAccess(shared),
    ...composeRules(shared),
    ...composeEvents(shared, () => context),
    ...composeMail({ ...shared, ...content }, () => context, overrides.ownAddresses),
    ...composeOperation(() => context),
    outage: new Outage(outside),
    tokens: new AccessTokens({ clock, stopping: stop.signal }),
    links: new PublicLinks(config.publicBase),
    signals,
    leases,
    metrics,
    poster: poster(config, names.addressLookup, overrides.extraAuthorities),
    requests: new Set(),
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

/** Connects signals with what follows them all the time. */
function followSignals({ outage, settings, signals, stopping }: Context, jobs: JobRunner): void {
  signals.watchAll('jobs', (kind) => jobs.wake(kind));
  signals.watchAll('settings', () => {
    settings.reload().catch((error: unknown) => {
      if (!stopping.aborted) outage.failed(error, 'settings not reloaded');
    });
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
  return new Map<string, JobKind>([
    ...operationJobs(context),
    ...mailJobs(context),
    ...eventsJobs(context),
    ...networkJobs(context),
    ...accessJobs(context),
    ...contentJobs(context),
    [DAILY, { run: () => runDaily(context, ROUNDS), every: DAY }],
  ]);
}
