type Results<T extends readonly Promise<unknown>[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/**
 * Waits for statements of a transaction that need no results of each other: PostgreSQL gets them in one
 * packet. An error is thrown when all have ended, so that none follows the rollback.
 */
export async function together<const T extends readonly Promise<unknown>[]>(...work: T): Promise<Results<T>> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as Results<T>;
}
