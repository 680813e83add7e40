import { z } from 'zod';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { HOUR, SECOND } from '../../../platform/system/clock.ts';
import { emailForm } from './forms/email.ts';
import { gatherHolds, lastHold, nextHold, type PlannedTarget } from './gather.ts';
import type { HeldNotice } from './notice.ts';
import { NOTHING_PENDING, planNotice, scheduleNotice } from './plan.ts';
import { isPosted, type PostResult, postNotice } from './post.ts';
import { hasFailed, type NoticeTargetRow } from './table.ts';
import { turnOff } from './turn-off.ts';

/** Notices that are posted, and that are mailed, in parallel. */
export const POSTED_AT_ONCE = 32;
export const MAILED_AT_ONCE = 4;

const payload = z.object({ target_id: z.string(), due_at: z.int() });

/**
 * Job: tells a target of what is held now. It tells once: the position in the event log moves in the
 * transaction that queues the mail, or after the answer to the post. Only a crash between answer and commit
 * repeats a post.
 */
export async function sendDueNotice(context: Context, raw: unknown): Promise<void> {
  const { target_id: id, due_at: dueAt } = payload.parse(raw);
  const target = await plannedTarget(context, { id, dueAt });
  if (!target) return;
  const allowedAt = nextAllowed(target, context.clock.now());
  if (allowedAt > context.clock.now()) return postpone(context, target, { dueAt: allowedAt });
  const through = await lastHold(context.store.read, target);
  const notice = await gatherHolds(context, target);
  if (notice === null) return finish(context, target, { through, sent: null });
  if (!isPosted(target)) return finish(context, target, { through, sent: notice });
  await record(context, target, { through, notice, result: await postNotice(context, target, notice) });
}

async function plannedTarget(
  { store }: Context,
  { id, dueAt }: { readonly id: string; readonly dueAt: number },
): Promise<PlannedTarget | undefined> {
  const row = await store.read
    .selectFrom('notice_targets')
    .innerJoin('accounts', 'accounts.id', 'notice_targets.account_id')
    .selectAll('notice_targets')
    .where('notice_targets.id', '=', id)
    .where('due_at', '=', dueAt)
    .where('pending_seq', 'is not', null)
    .where('accounts.status', '!=', 'deleted')
    .executeTakeFirst();
  return row as PlannedTarget | undefined;
}

/** When the ceiling allows the next notice: an hour after the first of those that fill it. */
export function nextAllowed(
  { sent_times: times, max_per_hour: most }: Pick<NoticeTargetRow, 'sent_times' | 'max_per_hour'>,
  now: number,
): number {
  const filling = times.at(-most);
  return filling === undefined ? now : Math.max(now, filling + HOUR);
}

interface Posted {
  readonly through: number;
  readonly notice: HeldNotice;
  readonly result: PostResult;
}

async function record(context: Context, target: PlannedTarget, posted: Posted): Promise<void> {
  const { through, notice, result } = posted;
  const now = context.clock.now();
  if (result === null) return postpone(context, target, { dueAt: now });
  if (result.kind === 'delivered') return finish(context, target, { through, sent: notice });
  const { error } = result;
  const wait = LIMITS.webhookRetrySeconds[target.attempts];
  if (result.kind === 'retry' && wait !== undefined) {
    return postpone(context, target, { dueAt: now + wait * SECOND, error });
  }
  context.log.warn({ notice_target: target.id, error }, 'notice of held mail given up');
  return finish(context, target, { through, sent: null, error });
}

/** Tries again later. What is decided until then is left out. */
async function postpone(
  context: Context,
  target: PlannedTarget,
  { dueAt, error }: { readonly dueAt: number; readonly error?: string | null },
): Promise<void> {
  await context.store.write({ account: target.account_id }, async (transaction) => {
    const row = await unchanged(transaction, target);
    if (!row) return;
    if (error !== undefined && (await noteFailure(context, transaction, { row, error })) === 'off') return;
    await scheduleNotice(transaction, row, dueAt);
  });
}

/** Counts a failed attempt; turns the target off when there were too many in a row. */
async function noteFailure(
  context: Context,
  transaction: Transaction,
  { row, error }: { readonly row: NoticeTargetRow; readonly error: string | null },
): Promise<'on' | 'off'> {
  const failed = { attempts: row.attempts + 1, failures: row.failures + 1 };
  await transaction.db
    .updateTable('notice_targets')
    .set({ ...failed, last_failure_at: transaction.now, last_error: error })
    .where('id', '=', row.id)
    .execute();
  if (!hasFailed(failed)) return 'on';
  await turnOff(context, transaction, row);
  return 'off';
}

interface Finished {
  /** Last event that was looked at. */
  readonly through: number;
  /** Null if nothing was sent. */
  readonly sent: HeldNotice | null;
  /** Why it was given up. */
  readonly error?: string | null;
}

/** Moves on to the holds that came since. */
async function finish(
  context: Context,
  target: PlannedTarget,
  { through, sent, error }: Finished,
): Promise<void> {
  await context.store.write({ account: target.account_id }, async (transaction) => {
    const { db, now } = transaction;
    const row = await unchanged(transaction, target);
    if (!row) return;
    if (error !== undefined && (await noteFailure(context, transaction, { row, error })) === 'off') return;
    await db
      .updateTable('notice_targets')
      .set({ ...NOTHING_PENDING, ...(sent && { ...sentColumns(row, now), failures: 0, last_error: null }) })
      .where('id', '=', row.id)
      .execute();
    if (sent && !isPosted(row)) await mailNotice(context, transaction, row, sent);
    const next = await nextHold(db, row, { seq: through, at: target.pending_at });
    if (next) await planNotice(transaction, row, next);
  });
}

/** The row, unless it was removed, turned off or moved on meanwhile. */
function unchanged(
  { db }: Transaction,
  { id, pending_seq }: PlannedTarget,
): Promise<NoticeTargetRow | undefined> {
  return db
    .selectFrom('notice_targets')
    .selectAll()
    .where('id', '=', id)
    .where('pending_seq', '=', pending_seq)
    .executeTakeFirst();
}

export function sentColumns({ sent_times: times }: NoticeTargetRow, now: number) {
  return { sent_times: [...times.filter((at) => at > now - HOUR), now], last_sent_at: now };
}

export function mailNotice(
  { notices }: Pick<Context, 'notices'>,
  transaction: Transaction,
  { address, account_id: accountId }: NoticeTargetRow,
  notice: HeldNotice,
) {
  return notices.email.deliver(transaction, {
    purpose: 'alert',
    to: address,
    ...emailForm(notice),
    accountId,
  });
}
