import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/operator.ts';
import type { Context } from '../../context.ts';
import { unownedBytes } from '../../mail/inbound/unowned.ts';
import type { ClusterNode } from '../../platform/store/cluster.ts';
import type { Queries } from '../../platform/store/store.ts';
import { exposureOf } from '../../platform/system/exposure.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { lastBackupAt } from '../backup/file.ts';
import type { Runtime } from '../cluster/runtime.ts';
import { queuedWork } from './work.ts';

function exposed(exposure: readonly string[]): { exposure?: string[] } {
  return exposure.length === 0 ? {} : { exposure: [...exposure] };
}

function shownNode({ run: _run, startedAt, seenAt, isAlive, isDraining, ...node }: ClusterNode) {
  const state = isAlive ? (isDraining ? 'draining' : 'running') : 'lost';
  return { ...node, started_at: isoTime(startedAt), seen_at: isoTime(seenAt), state } as const;
}

/** Nothing without a connected mailbox. */
async function connected(db: Queries): Promise<{ connections?: { connected: number; failing: number } }> {
  const rows = await db
    .selectFrom('mailboxes')
    .select('connection_state')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('connection_state', 'in', ['active', 'failing'])
    .where('status', '!=', 'deleted')
    .groupBy('connection_state')
    .execute();
  if (rows.length === 0) return {};
  const failing = rows.find((row) => row.connection_state === 'failing')?.count ?? 0;
  return { connections: { connected: rows.reduce((sum, { count }) => sum + count, 0), failing } };
}

/** Version, addresses and queues of this daemon. */
export async function getStatus(
  context: Context,
  runtime: Runtime,
): Promise<ReplyOf<typeof contract.getStatus>> {
  const { clock, config, store } = context;
  const work = await queuedWork(context);
  const { count } = await store.read
    .selectFrom('accounts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('status', '!=', 'deleted')
    .executeTakeFirstOrThrow();
  return {
    version: config.version,
    pid: process.pid,
    started_at: isoTime(runtime.startedAt),
    now: isoTime(clock.now()),
    test_clock: clock.settable,
    http: runtime.http,
    http_bound: runtime.httpBound,
    ...(context.settings.get('web.enabled') && { page: `${runtime.web}/app/` }),
    ...exposed(exposureOf(runtime, context.settings.get('access.signup'))),
    smtp: runtime.smtp,
    ...(runtime.submission !== null && { submission: runtime.submission }),
    transport: context.transport.name,
    queues: work,
    accounts: count,
    ...(await connected(store.read)),
    node: store.cluster.node,
    nodes: (await store.cluster.nodes()).map(shownNode),
    database: { engine: store.engine.name, version: await store.engine.version() },
    database_bytes: await store.databaseBytes(),
    blob_bytes: await store.blobs.totalBytes(),
    postmaster_bytes: await unownedBytes(store.read),
    postmaster_limit_bytes: context.settings.get('postmaster.storage_limit_bytes'),
    last_backup_at: await lastBackupAt(config.home),
  };
}
