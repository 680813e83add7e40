/** Error codes of a full disk or quota. */
const OUT_OF_ROOM = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);

/** Whether an error means a full disk: the data itself is fine. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OUT_OF_ROOM.has(String(error.code));
}
