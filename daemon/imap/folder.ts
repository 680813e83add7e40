import type { Context } from '../context.ts';
import type { SelfHosted } from '../domains/self-hosted.ts';
import { openImap } from './connect.ts';

/** A mail folder at one moment. */
export interface FolderState {
  readonly path: string;
  /** Digits; another one means that the numbers of the folder mean other messages. */
  readonly uidValidity: string;
  /** The number that the next message will get. */
  readonly nextUid: number;
}

/** The server has no folder of that name. */
export class MissingFolderError extends Error {}

/** Opens a folder read-only and says where it stands. */
export async function lookAtFolder(context: Context, config: SelfHosted, path: string): Promise<FolderState> {
  const client = await openImap(context, config);
  try {
    const folder = await client.mailboxOpen(path, { readOnly: true }).catch((error: unknown) => {
      // The server's answer to a name that it does not have; anything else is a connection that broke.
      if (isRefusal(error)) throw new MissingFolderError(path);
      throw error;
    });
    // Without it nobody can tell what is new; RFC 3501 demands it.
    if (!(folder.uidNext > 0)) throw new Error('a folder without UIDNEXT');
    return { path, uidValidity: String(folder.uidValidity), nextUid: folder.uidNext };
  } finally {
    await client.logout().catch(() => client.close());
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseStatus' in error && error.responseStatus === 'NO';
}
