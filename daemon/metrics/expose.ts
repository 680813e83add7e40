import { Gauge, type GaugeConfiguration } from 'prom-client';
import type { Context } from '../context.ts';
import { queuedWork } from '../operator/work.ts';
import { stateIn } from '../store/message-states.ts';

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
  return Buffer.from(await registry.metrics());
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
    waiting_calls: { help: 'Open long polls that wait for mail.', value: signals.watching('mailbox') },
    database_bytes: { help: 'Size of the database file.', value: await store.databaseBytes() },
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
