import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { pendingDecisions } from '../../mail/messages/pending-decision.ts';
import type { Runtime } from '../cluster/runtime.ts';
import { keepClock } from './kept-clock.ts';

/** Pending work, and when it's done. */
export interface PendingWork {
  readonly scan: number;
  readonly dispatch: number;
  readonly webhook: number;
  readonly jobs: number;
  /** Decisions that can still be taken back. */
  readonly decisions: number;
}

export async function queuedWork(context: Context): Promise<PendingWork> {
  const { count } = await context.store.read
    .selectFrom('jobs')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return {
    scan: context.intake.depth,
    dispatch: context.dispatches.size,
    webhook: await context.webhooks.depth(),
    jobs: count,
    decisions: await pendingDecisions(context.store.read),
  };
}

/**
 * Resolves when no scan, dispatch, delivery, retry or due job is left, when `signal` aborts, or when the
 * daemon stops.
 */
export async function drain(context: Context, jobs: Runtime['jobs'], signal: AbortSignal): Promise<boolean> {
  const ended = AbortSignal.any([signal, context.stopping]);
  const givenUp = new Promise<void>((resolve) =>
    ended.addEventListener('abort', () => resolve(), { once: true }),
  );
  while (!ended.aborted) {
    if (await isQuiet(context, jobs)) return true;
    await Promise.race([
      givenUp,
      Promise.all([
        context.intake.idle(),
        context.previews.idle(),
        jobs.idle(),
        context.webhooks.idle(),
        ...context.dispatches,
        ...awaitedRetries(context),
        flushReads(context),
      ]),
    ]);
    // Idle work may wait for a timer, which has to be able to fire.
    await setImmediate();
  }
  return false;
}

/** Whether work ends before `signal` aborts. */
export async function endsWithin(signal: AbortSignal, work: Promise<void>): Promise<boolean> {
  const givenUp = new Promise<boolean>((resolve) =>
    signal.addEventListener('abort', () => resolve(false), { once: true }),
  );
  return Promise.race([work.then(() => true), givenUp]);
}

async function isQuiet(context: Context, jobs: Runtime['jobs']): Promise<boolean> {
  await flushReads(context);
  // Work that ended during the query may have scheduled jobs that the query didn't see.
  const wasIdle = isIdle(context, jobs);
  const due = await jobs.nextDue();
  // Due since a moment ago: its timer couldn't fire while this waited for the store only.
  if (due !== null && due <= context.clock.now()) jobs.wake();
  return wasIdle && isIdle(context, jobs) && (due === null || due > context.clock.now());
}

function isIdle(context: Context, jobs: Runtime['jobs']): boolean {
  const { intake, dispatches, webhooks, previews } = context;
  const isQueueIdle = intake.depth === 0 && !jobs.isRunning && !webhooks.isBusy && !previews.isBusy;
  return isQueueIdle && dispatches.size === 0 && awaitedRetries(context).length === 0;
}

/** None if their time comes when the test that waits moves the clock. */
function awaitedRetries({ clock, retries }: Context): Promise<void>[] {
  return clock.settable ? [] : [...retries];
}

/** Rows that couldn't be written are left to their retry. */
async function flushReads({ clock, readAudit }: Context): Promise<void> {
  if (clock.settable || !readAudit.isFailing) await readAudit.flushed();
}

interface AdvanceClockInput {
  readonly jobs: Runtime['jobs'];
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/**
 * Moves the clock to the due time of each job and delivery in turn, waits for its work, and then moves to the
 * end.
 */
export async function advanceClock(
  context: Context,
  { jobs, seconds, signal }: AdvanceClockInput,
): Promise<void> {
  const target = context.clock.now() + seconds * 1000;
  await drain(context, jobs, signal);
  await keepClock(context, target);
  for (
    let due = await nextDue(context, jobs);
    due !== null && due <= target && !signal.aborted;
    due = await nextDue(context, jobs)
  ) {
    context.clock.moveTo(Math.max(due, context.clock.now()));
    jobs.wake();
    await drain(context, jobs, signal);
  }
  context.clock.moveTo(Math.max(target, context.clock.now()));
  await drain(context, jobs, signal);
}

async function nextDue(context: Context, jobs: Runtime['jobs']): Promise<number | null> {
  const times = [await jobs.nextDue(), await context.webhooks.nextDue()].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}
