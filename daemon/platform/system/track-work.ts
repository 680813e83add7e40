/** Counts work as running, so that a stop and a drain wait for it. */
export async function trackWork<T>(running: Set<Promise<void>>, work: Promise<T>): Promise<T> {
  const done = work.then(
    () => undefined,
    () => undefined,
  );
  running.add(done);
  try {
    return await work;
  } finally {
    running.delete(done);
  }
}
