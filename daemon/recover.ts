import { messagesWithPending } from './attachments/previews/pending.ts';
import { resumeStagedScans } from './attachments/staging/scan-unattended.ts';
import type { Context } from './context.ts';
import { ARRIVED_COLUMNS, arrived } from './inbound/arrived.ts';
import { NO_REASON } from './messages/review.ts';
import { transition } from './messages/transitions/transition.ts';
import { processInBackground } from './outbound/process-with-retry.ts';

/** Resumes unfinished work of an earlier run: unread mail and unscanned sends. */
export async function recover(context: Context): Promise<void> {
  const rows = await context.store.read
    .selectFrom('messages')
    .select([...ARRIVED_COLUMNS, 'direction'])
    .where('state', 'in', ['received', 'scanning'])
    .orderBy('seq')
    .execute();
  if (rows.length > 0) context.log.info({ messages: rows.length }, 'resuming unfinished messages');
  resumeScans(context);
  for (const id of await messagesWithPending(context)) context.previews.add(id);
  for (const row of rows) if (row.direction === 'inbound') context.intake.add(arrived(row));
  // A mail server that doesn't answer must not delay the start.
  const sends = rows.filter(({ direction }) => direction === 'outbound').map(({ id }) => id);
  for (let line = 0; line < Math.min(RESUMED_AT_ONCE, sends.length); line++) void resumeAll(context, sends);
}

/** Unfinished sends that are resumed in parallel. */
const RESUMED_AT_ONCE = 8;

/** Resumes sends until none is left or the daemon stops. Several calls share one list. */
async function resumeAll(context: Context, sends: string[]): Promise<void> {
  for (let id = sends.shift(); id !== undefined && !context.stopping.aborted; id = sends.shift()) {
    await processInBackground(context, id);
  }
}

/**
 * Marks mail as ambiguous that an earlier run was handing over when it ended: it may have arrived, so the
 * daemon never sends it again. Runs before any new dispatch.
 */
export async function closeInterrupted(context: Context): Promise<void> {
  const { log, store } = context;
  const rows = await store.read
    .selectFrom('messages')
    .selectAll()
    .where('state', '=', 'dispatching')
    .execute();
  if (rows.length === 0) return;
  log.warn({ messages: rows.length }, 'outcome of some sends is unknown');
  await store.write({ accounts: rows.map((row) => row.account_id) }, async (transaction) => {
    for (const row of rows) {
      // An earlier version stored no spans.
      const decision = row.deciding === null ? null : { ...NO_REASON, ...row.deciding };
      await transition(transaction, row, { to: 'available', cause: 'left_open', decision });
    }
  });
}

/** Resumes scans of uploads in the background, as no caller waits for them. */
function resumeScans(context: Context): void {
  resumeStagedScans(context).catch((error: unknown) => {
    context.log.error({ err: error }, 'unfinished upload scans not resumed');
  });
}
