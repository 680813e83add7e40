import type { ImapFlow } from 'imapflow';
import type { AccessContext } from '../../../access/context.ts';
import type { ServerPair } from '../self-hosted.ts';
import { imapStep, leaveImap, openImap } from './connect.ts';

/** A mail folder at one moment. */
export interface FolderState {
  readonly path: string;
  /** UIDVALIDITY. When it changes, UIDs refer to other messages. */
  readonly uidValidity: string;
  /** UIDNEXT. */
  readonly nextUid: number;
}

/** The server has no folder with this name. */
export class MissingFolderError extends Error {}

/** Opens a folder read-only and returns its state. */
export async function lookAtFolder(
  context: AccessContext,
  config: ServerPair,
  path: string,
): Promise<FolderState> {
  const client = await openImap(context, config);
  try {
    return await openFolder(context, client, path);
  } finally {
    await leaveImap(context, client);
  }
}

/** Opens a folder read-only in a session. */
export async function openFolder(
  context: AccessContext,
  client: ImapFlow,
  path: string,
): Promise<FolderState> {
  const open = () => client.mailboxOpen(path, { readOnly: true });
  const folder = await imapStep(context, { client }, open).catch((error: unknown) => {
    // A refusal means that the folder doesn't exist; other errors are broken connections.
    if (isRefusal(error)) throw new MissingFolderError(path);
    throw error;
  });
  // RFC 3501 requires UIDNEXT; without it new mail can't be recognised.
  if (!(folder.uidNext > 0)) throw new Error('a folder without UIDNEXT');
  return { path, uidValidity: String(folder.uidValidity), nextUid: folder.uidNext };
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseStatus' in error && error.responseStatus === 'NO';
}
