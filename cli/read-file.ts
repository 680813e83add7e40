import { CommandError, UsageError } from './errors.ts';

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

/** The bytes of a file that the caller names. */
export async function readBytes(file: string): Promise<Buffer> {
  const { readFile } = await import('node:fs/promises');
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${FILE_TROUBLE[error.code ?? ''] ?? error.message}.`);
  });
}

/** The text of a file that the caller names. */
export async function readText(file: string): Promise<string> {
  return (await readBytes(file)).toString('utf8');
}

/** What the operating system refused, as a home folder of somebody else; undefined for every other error. */
export function noAccess(error: unknown): CommandError | undefined {
  const { code = '', path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const trouble = FILE_TROUBLE[code];
  if (trouble === undefined || path === undefined) return undefined;
  return new CommandError(`${path} cannot be used: ${trouble}.`, {
    exit: 'usage',
    code: 'NO_ACCESS',
    details: { path },
    hint: 'name a home folder of your own with --home DIR or AGENTMAIL_HOME',
  });
}
