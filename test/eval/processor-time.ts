/** Processor time that this thread has used, in milliseconds: what other programs take does not count. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
