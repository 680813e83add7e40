import { Gauge, type GaugeConfiguration } from 'prom-client';
import type { Context } from '../../context.ts';
import { stateIn } from '../../platform/store/message-states.ts';
import { queuedWork } from '../operator/work.ts';

/** All metrics as Prometheus text; gauges are read now. */
export async function exposeMetrics(context: Context): Promise<Buffer> {
  const { registry } = context.metrics;
  const now = await currentFigures(context);
  for (const [name, { help, value }] of Object.entries(now))
    gauge(context, { name: `agentmail_${name}`, help }).set(value);
  gauge(context, {
    name: 'agentmail_info',
    help: 'The running version, as a label.',
    labelNames: ['version'],
  }).set({ version: context.config.version }, 1);
  await exposeEngine(context);
  exposeNode(context);
  return Buffer.from(await registry.metrics());
}

/** This daemon among those of the database. */
function exposeNode(context: Context): void {
  const { node, size, trustLeft } = context.store.cluster;
  const own = { name: 'agentmail_node_info', help: "The node's name, as a label.", labelNames: ['node'] };
  gauge(context, own).set({ node }, 1);
  gauge(context, {
    name: 'agentmail_nodes',
    help: 'Daemons of the database that accept work, as this one sees it.',
  }).set(size);
  const { mode, echoMilliseconds } = context.store.reception;
  gauge(context, {
    name: 'agentmail_signals_polling',
    help: 'Whether this node looks for changes at intervals, because signals get lost.',
  }).set(mode === 'polls' ? 1 : 0);
  const echo = gauge(context, {
    name: 'agentmail_signal_echo_seconds',
    help: 'Time that the latest signal of this node to itself took.',
  });
  if (echoMilliseconds === null) echo.remove();
  else echo.set(echoMilliseconds / 1000);
  const trust = gauge(context, {
    name: 'agentmail_node_trust_seconds',
    help: 'Time left in which this node may work without a heartbeat. On SQLite it needs none.',
  });
  if (trustLeft === null) trust.remove();
  else trust.set(trustLeft / 1000);
}

/** The engine of the database, and how busy its connections are. */
async function exposeEngine(context: Context): Promise<void> {
  const { engine } = context.store;
  const info = gauge(context, {
    name: 'agentmail_database_info',
    help: 'The engine of the database, as labels.',
    labelNames: ['engine', 'version'],
  });
  // A server may be replaced by a newer one.
  info.reset();
  info.set({ engine: engine.name, version: await engine.version() }, 1);
  const labelNames = ['kind'];
  const open = gauge(context, {
    name: 'agentmail_database_connections',
    help: 'Connections to PostgreSQL, by what they are for.',
    labelNames,
  });
  const busy = gauge(context, {
    name: 'agentmail_database_connections_busy',
    help: 'Connections to PostgreSQL that run a statement now.',
    labelNames,
  });
  for (const use of engine.connections()) {
    open.set({ kind: use.kind }, use.open);
    busy.set({ kind: use.kind }, use.busy);
  }
}

function gauge(context: Context, figure: GaugeConfiguration<string>): Gauge {
  const { registry } = context.metrics;
  const known = registry.getSingleMetric(figure.name);
  return known instanceof Gauge ? known : new Gauge({ ...figure, registers: [registry] });
}

interface Figure {
  readonly help: string;
  readonly value: number;
}

async function currentFigures(context: Context): Promise<Readonly<Record<string, Figure>>> {
  const { clock, signals, store } = context;
  const work = await queuedWork(context);
  const held = await store.read
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(stateIn(['pending_review', 'quarantined']))
    .executeTakeFirstOrThrow();
  const oldest = await store.read
    .selectFrom('jobs')
    .select((select) => select.fn.min<number | null>('due_at').as('due'))
    .executeTakeFirst();
  const late = oldest?.due == null ? 0 : Math.max(0, clock.now() - oldest.due) / 1000;
  return {
    queued_scans: { help: "Accepted messages that aren't readable yet.", value: work.scan },
    queued_dispatches: { help: 'Messages being sent.', value: work.dispatch },
    queued_webhook_deliveries: { help: 'Webhook deliveries waiting for an attempt.', value: work.webhook },
    jobs: { help: 'Scheduled jobs.', value: work.jobs },
    oldest_job_late_seconds: { help: 'Time by which the earliest job is overdue.', value: late },
    held_messages: { help: 'Messages held for review.', value: held.count },
    pending_decisions: { help: 'Decisions that can still be taken back.', value: work.decisions },
    waiting_calls: { help: 'Open long polls that wait for mail.', value: signals.watching('mailbox') },
    database_bytes: { help: 'Size of the database.', value: await store.databaseBytes() },
    scanner_up: {
      help: 'Whether the analysis threads are working.',
      value: context.analysis.isWorking ? 1 : 0,
    },
    transport_up: {
      help: 'Whether the transport worked when it was last used.',
      value: context.transport.isHealthy() ? 1 : 0,
    },
  };
}
