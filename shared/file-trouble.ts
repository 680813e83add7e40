/** Why a file can't be read or written, by error code of the operating system. */
export const FILE_TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions forbid it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no room is left on its disk',
  EDQUOT: 'its user has no room left on its disk',
};

/** The reason for an error, or its own message when the code is unknown. */
export function fileTrouble(error: NodeJS.ErrnoException): string {
  return FILE_TROUBLE[error.code ?? ''] ?? error.message;
}
