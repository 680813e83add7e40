/**
 * Milliseconds of processor time that this thread uses for `work`, which mustn't depend on how busy the
 * machine is. Work of other threads isn't counted.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** The same of all threads of this process, for work that Node does in its own. */
export async function processorTimeOfAll(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
