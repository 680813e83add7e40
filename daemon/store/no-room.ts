/** What SQLite and the file system call it when nothing more fits, or a quota is used up. */
const OUT_OF_ROOM = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);

/** Whether something failed because the disk is full: nothing is wrong with what was to be stored. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OUT_OF_ROOM.has(String(error.code));
}
