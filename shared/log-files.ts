/** Rotated logs that are kept beside the current one: `FILE.1` is the newest, `FILE.4` the oldest. */
export const ROTATED_LOGS = 4;

/** The current log and its rotated files, newest first; any may be absent. */
export function logFiles(file: string): string[] {
  return [file, ...Array.from({ length: ROTATED_LOGS }, (_, index) => `${file}.${index + 1}`)];
}
