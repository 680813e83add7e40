/** Why a file cannot be read or written, by the code of the operating system, for people. */
export const FILE_TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions forbid it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no room is left on its disk',
  EDQUOT: 'its user has no room left on its disk',
};

/** The same of an error; the system's own words for what has none here. */
export function fileTrouble(error: NodeJS.ErrnoException): string {
  return FILE_TROUBLE[error.code ?? ''] ?? error.message;
}
