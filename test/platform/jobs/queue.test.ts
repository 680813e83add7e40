import { describe, expect, it } from 'vitest';
import { JobQueue, type JobQueueOptions } from '../../../daemon/platform/jobs/queue.ts';
import type { ClaimedJob } from '../../../daemon/platform/store/job-claims.ts';
import { SECOND, SystemClock } from '../../../daemon/platform/system/clock.ts';

const job = (id: string): ClaimedJob => ({
  id,
  kind: 'test',
  account_id: null,
  host: null,
  attempts: 0,
  run: null,
});

/** A queue with one due job, on a store that fails while `fails` names a step. */
function startQueue() {
  const clock = new SystemClock({ settable: true });
  const world = {
    fails: null as 'reading' | 'recording' | null,
    looks: 0,
    ran: 0,
    failures: [] as unknown[],
  };
  const failIn = (step: 'reading' | 'recording') => {
    if (world.fails === step) throw new Error(`${step} failed`);
  };
  const queue = new JobQueue({
    concurrency: 1,
    readsAhead: false,
    clock,
    claim: async () => {
      world.looks += 1;
      failIn('reading');
      return world.ran === 0 ? [job('one')] : [];
    },
    release: () => undefined,
    nextAfter: async () => null,
    run: async () => {
      failIn('recording');
      world.ran += 1;
    },
    onFailure: (error) => world.failures.push(error),
  });
  return { clock, queue, world };
}

/** A queue with many due jobs, of which `due` are left. */
function startFull(options: Pick<JobQueueOptions, 'concurrency' | 'readsAhead'>, count: number) {
  const clock = new SystemClock({ settable: true, frozenAt: 1_000_000 });
  const due = Array.from({ length: count }, (_, index) => job(String(index)));
  const world = { ran: [] as string[], limits: [] as number[], held: new Set<string>(), running: 0, most: 0 };
  /** Runs before each job ends. */
  let during = async () => {};
  const queue = new JobQueue({
    ...options,
    clock,
    claim: async (_, limit) => {
      world.limits.push(limit);
      const claimed = due.splice(0, limit);
      for (const { id } of claimed) world.held.add(id);
      return claimed;
    },
    release: ({ id }) => world.held.delete(id),
    nextAfter: async () => null,
    run: async ({ id }) => {
      world.running += 1;
      world.most = Math.max(world.most, world.running);
      await during();
      world.ran.push(id);
      world.running -= 1;
    },
    onFailure: () => undefined,
  });
  return { clock, queue, world, due, meanwhile: (act: () => Promise<void>) => (during = act) };
}

describe('a queue of many jobs', () => {
  it('claims larger batches while they are quick, and runs no more at once than it may', async () => {
    const { queue, world } = startFull({ concurrency: 4, readsAhead: true }, 300);
    queue.wake();
    await queue.idle();
    expect(world.ran).toEqual(Array.from({ length: 300 }, (_, index) => String(index)));
    expect(world.most).toBe(4);
    expect(world.limits.slice(0, 5)).toEqual([4, 8, 16, 32, 50]);
    expect(world.limits.length).toBeLessThan(13);
    expect(world.held.size).toBe(0);
  });

  it('leaves jobs to other nodes while they are slow', async () => {
    const { clock, queue, world, meanwhile } = startFull({ concurrency: 2, readsAhead: true }, 20);
    meanwhile(async () => clock.moveTo(clock.now() + 2 * SECOND));
    queue.wake();
    await queue.idle();
    expect(world.ran).toHaveLength(20);
    expect(Math.max(...world.limits)).toBe(2);
  });

  it('claims one after the other if it must not read ahead', async () => {
    const { queue, world } = startFull({ concurrency: 1, readsAhead: false }, 5);
    queue.wake();
    await queue.idle();
    expect([world.ran.length, ...world.limits]).toEqual([5, 1, 1, 1, 1, 1, 1]);
  });

  it('gives back what it claimed and did not start when it stops', async () => {
    const { queue, world, meanwhile, due } = startFull({ concurrency: 1, readsAhead: true }, 40);
    meanwhile(async () => {
      if (world.ran.length === 3) queue.stop();
    });
    queue.wake();
    await queue.idle();
    expect(world.ran).toHaveLength(4);
    expect(40 - due.length).toBeGreaterThan(4);
    expect(world.held.size).toBe(0);
  });
});

describe('a queue of jobs whose store fails', () => {
  it.each(['reading', 'recording'] as const)('goes on after a pause when %s failed', async (step) => {
    const { clock, queue, world } = startQueue();
    world.fails = step;
    queue.wake();
    await expect.poll(() => world.failures).toEqual([new Error(`${step} failed`)]);
    queue.wake();
    expect([world.looks, queue.isRunning]).toEqual([1, true]);
    world.fails = null;
    clock.moveTo(clock.now() + 5 * SECOND);
    await queue.idle();
    expect(world.ran).toBe(1);
  });

  it('stops during the pause', async () => {
    const { queue, world } = startQueue();
    world.fails = 'reading';
    queue.wake();
    await expect.poll(() => world.failures).toHaveLength(1);
    queue.stop();
    await queue.idle();
    expect(world.looks).toBe(1);
  });
});
