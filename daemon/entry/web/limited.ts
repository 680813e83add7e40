/** Browsers open six connections to a host, one of which the events have. */
const AT_ONCE = 4;

/**
 * Acts on all items, a few at a time: the time limit of a call runs while it waits for a connection too.
 * Rejects with the first failure; what didn't begin by then never does.
 */
export async function forEachLimited<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await act(next);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    left.length = 0;
  }
}
