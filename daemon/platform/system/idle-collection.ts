import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MB } from '../../../shared/contract/limits.ts';
import { SECOND } from './clock.ts';

/**
 * V8 collects garbage when a thread allocates, so a thread that has become idle keeps what start-up or a
 * burst left behind: 37 of 178 MB in a daemon that has just started. A collection of its heap takes 20 to 40
 * ms.
 */

/** Time between looks at the thread. */
const INTERVAL = 20 * SECOND;
/** Share of the interval that an idle thread's event loop is at work, at most. */
const IDLE_LOAD = 0.02;
/** Growth of the heap since the last collection that makes another one worthwhile. */
const WORTHWHILE = 4 * MB;

/** The heap of one thread. */
export interface Heap {
  used(): number;
  collect(): void;
}

/** Decides when to collect the garbage of an idle thread. */
export class IdleCollection {
  readonly #heap: Heap;
  #usedAfter = 0;

  constructor(heap: Heap) {
    this.#heap = heap;
  }

  /** Collects if the thread was idle and its heap has grown. `load` is the busy share since the last look. */
  look(load: number): void {
    if (load > IDLE_LOAD || this.#heap.used() - this.#usedAfter < WORTHWHILE) return;
    this.#heap.collect();
    this.#usedAfter = this.#heap.used();
  }
}

/** Collects the garbage of this thread whenever it has become idle. Doesn't keep the thread alive. */
export function collectWhenIdle(): void {
  let collect: ((options: { type: 'major' }) => void) | null = null;
  const collection = new IdleCollection({
    used: () => getHeapStatistics().used_heap_size,
    collect: () => {
      collect ??= collector();
      collect({ type: 'major' });
    },
  });
  let mark = performance.eventLoopUtilization();
  setInterval(() => {
    const next = performance.eventLoopUtilization();
    collection.look(performance.eventLoopUtilization(next, mark).utilization);
    mark = next;
  }, INTERVAL).unref();
}

function collector(): (options: { type: 'major' }) => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
