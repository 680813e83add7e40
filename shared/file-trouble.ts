/** Why a file can't be read or written, by error code of the operating system. */
export const FILE_TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: "part of its path isn't a folder",
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'its disk is full',
  ENAMETOOLONG: 'the name is too long',
  EDQUOT: 'the disk quota is used up',
};

/** The reason for an error, or its own message when the code is unknown. */
export function fileTrouble(error: NodeJS.ErrnoException): string {
  return FILE_TROUBLE[error.code ?? ''] ?? error.message;
}
