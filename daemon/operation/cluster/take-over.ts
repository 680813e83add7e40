import type { Context } from '../../context.ts';
import { resumeStagedScans } from '../../mail/attachments/staging/scan-unattended.ts';
import { INTAKE_COLUMNS, intakeEntry } from '../../mail/inbound/intake-entry.ts';
import { NO_REASON } from '../../mail/messages/review.ts';
import { transition } from '../../mail/messages/transitions/transition.ts';
import { processInBackground } from '../../mail/outbound/process-with-retry.ts';
import { type Interrupted, sendRest } from '../../mail/outbound/several/dispatch.ts';
import { closeHandovers } from '../../mail/outbound/several/resume.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { stateIn, UNFINISHED } from '../../platform/store/message-states.ts';
import type { IntakeEntry } from '../../platform/store/ports.ts';
import type { Store, Transaction } from '../../platform/store/store.ts';
import { NO_WORKER } from '../../platform/store/worker.ts';

/** Work that a worker left unfinished and this one has now. */
export interface Unfinished {
  /** Inbound mail that isn't scanned. */
  readonly arrivals: readonly IntakeEntry[];
  /** Ids of outbound messages that aren't scanned. */
  readonly sends: readonly string[];
  /** Messages to several that were being sent. */
  readonly interrupted: readonly Interrupted[];
  /** Ids of messages with pending previews. */
  readonly previews: readonly string[];
  /** Ids of uploads that aren't scanned. */
  readonly uploads: readonly string[];
}

/**
 * Makes the rows in progress of a worker this daemon's, and marks mail as ambiguous that the worker was
 * handing over: it may have arrived, so it's never sent again. Rows of another node stay while it's
 * running; for this daemon's own name, call it before anything begins. `resume` continues the rest.
 */
export async function takeOver(context: Context, worker: string): Promise<Unfinished> {
  const { log, store } = context;
  const messages = await takeMessages(store, worker);
  const dispatching = messages.filter(({ state }) => state === 'dispatching');
  const several = dispatching.filter(({ recipients }) => recipients !== null).map(interrupted);
  await closeInterrupted(
    context,
    dispatching.filter(({ recipients }) => recipients === null),
  );
  await Promise.all(several.map((message) => closeHandovers(context, message)));
  const unscanned = messages.filter(({ state }) => state !== 'dispatching');
  if (unscanned.length > 0) log.info({ messages: unscanned.length, worker }, 'resuming unfinished messages');
  return {
    arrivals: unscanned.filter(({ direction }) => direction === 'inbound').map(intakeEntry),
    sends: unscanned.filter(({ direction }) => direction === 'outbound').map(({ id }) => id),
    interrupted: several,
    previews: await takePreviews(store, worker),
    uploads: await takeUploads(store, worker),
  };
}

/** Takes over the rows of all workers that aren't running, and continues their work. */
export async function takeOverEnded(context: Context): Promise<void> {
  const { store } = context;
  for (const worker of await workersOfRows(store)) {
    if (worker !== store.cluster.node) resume(context, await takeOver(context, worker));
  }
}

async function workersOfRows({ read }: Store): Promise<string[]> {
  const rows = await Promise.all([
    read.selectFrom('messages').where(stateIn(UNFINISHED)).select('worker').distinct().execute(),
    read
      .selectFrom('attachments')
      .where('preview_status', '=', 'pending')
      .select('worker')
      .distinct()
      .execute(),
    read
      .selectFrom('staged_attachments')
      .where('content_scan_status', '=', 'pending')
      .select('worker')
      .distinct()
      .execute(),
  ]);
  return [...new Set(rows.flat().map(({ worker }) => worker))].filter((worker) => worker !== null);
}

/** Changes the worker of rows, unless it's another node that runs; then it takes none. */
function take<Row>(
  store: Store,
  worker: string,
  change: (transaction: Transaction) => Promise<Row[]>,
): Promise<Row[]> {
  return store.write('none', async (transaction) => {
    const { cluster } = store;
    if (worker !== cluster.node && !(await cluster.hasEnded(transaction.db, worker))) return [];
    return change(transaction);
  });
}

/**
 * Leaves what waits in this daemon to the others, or to its next start, while its sends and these jobs still
 * run. Call it when no inbound mail is being scanned and no preview extracted.
 */
export async function handOverQueued({ store }: Context, runningJobs: readonly string[]): Promise<void> {
  await store.write('none', (transaction) =>
    leftMessages(transaction).where('direction', '=', 'inbound').execute(),
  );
  await store.write('none', (transaction) => leavePreviews(transaction));
  await leaveJobs(store, runningJobs);
  await store.cluster.announceWorkLeft();
}

/** Leaves all that this daemon didn't finish. Call it when it does nothing more. */
export async function handOver({ store }: Context): Promise<void> {
  await store.write('none', (transaction) => leftMessages(transaction).execute());
  await store.write('none', (transaction) => leavePreviews(transaction));
  await store.write('none', ({ db, worker }) =>
    db
      .updateTable('staged_attachments')
      .set({ worker: NO_WORKER })
      .where('worker', '=', worker)
      .where('content_scan_status', '=', 'pending')
      .execute(),
  );
  await leaveJobs(store, []);
  await store.cluster.announceWorkLeft();
}

function leftMessages({ db, worker }: Transaction) {
  return db
    .updateTable('messages')
    .set({ worker: NO_WORKER })
    .where('worker', '=', worker)
    .where(stateIn(UNFINISHED));
}

function leavePreviews({ db, worker }: Transaction) {
  return db
    .updateTable('attachments')
    .set({ worker: NO_WORKER })
    .where('worker', '=', worker)
    .where('preview_status', '=', 'pending')
    .execute();
}

async function leaveJobs(store: Store, except: readonly string[]): Promise<void> {
  const { run } = store.cluster;
  await store.write('none', ({ db }) => {
    const claimed = db.updateTable('jobs').set({ run: null }).where('run', '=', run);
    return (except.length === 0 ? claimed : claimed.where('id', 'not in', except)).execute();
  });
}

type TakenMessage = Awaited<ReturnType<typeof takeMessages>>[number];

async function takeMessages(store: Store, worker: string) {
  const rows = await take(store, worker, (transaction) =>
    transaction.db
      .updateTable('messages')
      .set({ worker: transaction.worker })
      .where('worker', '=', worker)
      .where(stateIn(UNFINISHED))
      .returning([...INTAKE_COLUMNS, 'seq', 'account_id', 'thread_id', 'direction', 'state', 'sender'])
      .returning([
        'recipient',
        'recipients',
        'subject',
        'created_at',
        'hold_context',
        'automatic',
        'deciding',
      ])
      .execute(),
  );
  return rows.sort((one, other) => one.seq - other.seq);
}

async function takePreviews(store: Store, worker: string): Promise<string[]> {
  const rows = await take(store, worker, (transaction) =>
    transaction.db
      .updateTable('attachments')
      .set({ worker: transaction.worker })
      .where('worker', '=', worker)
      .where('preview_status', '=', 'pending')
      .returning('message_id')
      .execute(),
  );
  return [...new Set(rows.map((row) => row.message_id))].sort();
}

async function takeUploads(store: Store, worker: string): Promise<string[]> {
  const rows = await take(store, worker, (transaction) =>
    transaction.db
      .updateTable('staged_attachments')
      .set({ worker: transaction.worker })
      .where('worker', '=', worker)
      .where('content_scan_status', '=', 'pending')
      .returning('id')
      .execute(),
  );
  return rows.map(({ id }) => id).sort();
}

async function closeInterrupted({ log, store }: Context, messages: readonly TakenMessage[]): Promise<void> {
  if (messages.length === 0) return;
  log.warn({ messages: messages.length }, 'outcome of some sends is unknown');
  await Promise.all(
    messages.map((message) =>
      store.write(accountScope(message), (transaction) =>
        transition(transaction, message, {
          to: 'available',
          cause: 'left_open',
          decision: decisionOf(message),
        }),
      ),
    ),
  );
}

function decisionOf({ deciding }: TakenMessage) {
  // An earlier version stored no spans.
  return deciding === null ? null : { ...NO_REASON, ...deciding };
}

function interrupted(message: TakenMessage): Interrupted {
  return { id: message.id, account_id: message.account_id, decision: decisionOf(message) };
}

/** Unfinished sends that are resumed in parallel. */
const RESUMED_AT_ONCE = 8;

/** Continues work that was taken over, in the background. */
export function resume(context: Context, work: Unfinished): void {
  const { arrivals, sends, previews, uploads } = work;
  for (const message of arrivals) context.intake.add(message);
  for (const id of previews) context.previews.add(id);
  for (const message of work.interrupted) void sendRest(context, message);
  const waiting = [...sends];
  for (let queue = 0; queue < Math.min(RESUMED_AT_ONCE, sends.length); queue++) {
    void resumeSends(context, waiting);
  }
  resumeStagedScans(context, uploads).catch((error: unknown) => {
    context.log.error({ err: error }, 'unfinished upload scans not resumed');
  });
}

/** Resumes sends until none is left or the daemon stops. Several calls share one list. */
async function resumeSends(context: Context, waiting: string[]): Promise<void> {
  for (let id = waiting.shift(); id !== undefined && !context.stopping.aborted; id = waiting.shift()) {
    await processInBackground(context, id);
  }
}
