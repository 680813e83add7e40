/** Milliseconds between two measurements. */
const INTERVAL = 50;

/** Returns a function for the busy share of this thread's event loop in the recent past, from 0 to 1. */
export function measureLoopLoad(): () => number {
  let mark = performance.eventLoopUtilization();
  let measuredAt = performance.now();
  let load = 0;
  return () => {
    const now = performance.now();
    if (now - measuredAt >= INTERVAL) {
      const next = performance.eventLoopUtilization();
      load = performance.eventLoopUtilization(next, mark).utilization;
      mark = next;
      measuredAt = now;
    }
    return load;
  };
}
