/**
 * The file name of a backup, in the home or elsewhere. `.zst` means compressed.
 */
const NAME = /^agentmail-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.backup(?:\.zst)?$/;

/** `at` is in milliseconds since 1970. Names sort by time. */
export function backupName(at: number): string {
  return `agentmail-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}.backup`;
}

/** When the backup of this name was made, ISO 8601; null for files of other names. */
export function backupTime(name: string): string | null {
  return NAME.test(name) ? name.replace(NAME, '$1T$2:$3:$4.$5Z') : null;
}
