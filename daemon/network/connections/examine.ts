import type { ImapFlow } from 'imapflow';
import type { ConnectionProbe } from '../../../shared/contract/connections.ts';
import type { AccessContext } from '../../access/context.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { imapStep, leaveImap, openImap } from '../domains/imap/connect.ts';
import { failureOf } from '../domains/imap/failure.ts';
import { type FolderState, MissingFolderError, openFolder } from '../domains/imap/folder.ts';
import { probeSmtp } from '../domains/probe.ts';
import type { ServerPair } from '../domains/self-hosted.ts';
import type { ConnectionRow } from './table.ts';

/** The servers of a mailbox, and the use of its folder. */
export interface WantedConnection {
  readonly servers: ServerPair;
  readonly folder: string;
  readonly after: ConnectionRow['after_taking'];
  readonly moveTo: string | null;
}

export interface Examination {
  readonly probes: ConnectionProbe;
  /** Null when the folder can't be read as wanted. */
  readonly folder: FolderState | null;
}

/** The folder can't be used as wanted; the reason is one word. */
class UnfitFolderError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** Logs in to both servers and opens the folder, without changing, reading or sending anything. */
export async function examine(context: AccessContext, wanted: WantedConnection): Promise<Examination> {
  const [smtp, [imap, folder]] = await Promise.all([
    probeSmtp(context, wanted.servers),
    examineFolder(context, wanted),
  ]);
  // A session that the daemon cut says nothing about the servers.
  if (context.stopping.aborted) throw new ServiceError('SERVICE_UNAVAILABLE');
  return { probes: { imap, smtp }, folder };
}

async function examineFolder(
  context: AccessContext,
  wanted: WantedConnection,
): Promise<[ConnectionProbe['imap'], FolderState | null]> {
  try {
    const client = await openImap(context, wanted.servers);
    try {
      const folder = await openFolder(context, client, wanted.folder);
      await assertFit(context, client, wanted);
      return [{ ok: true, stage: 'ready', reason: null }, folder];
    } finally {
      await leaveImap(context, client);
    }
  } catch (error) {
    const unfit = { ok: false, stage: 'folder' } as const;
    if (error instanceof MissingFolderError) return [{ ...unfit, reason: 'not_found' }, null];
    if (error instanceof UnfitFolderError) return [{ ...unfit, reason: error.reason }, null];
    return [{ ok: false, ...failureOf(error) }, null];
  }
}

/** Without UIDPLUS, EXPUNGE would remove every message that a person marked as deleted. */
async function assertFit(
  context: AccessContext,
  client: ImapFlow,
  { folder, after, moveTo }: WantedConnection,
): Promise<void> {
  const { capabilities } = client;
  const removes = capabilities.has('UIDPLUS') || (after === 'move' && capabilities.has('MOVE'));
  if ((after === 'delete' || after === 'move') && !removes) throw new UnfitFolderError('no_uidplus');
  if (moveTo === null) return;
  if (moveTo === folder) throw new UnfitFolderError('same_folder');
  const target = () => client.status(moveTo, { messages: true });
  const found = await imapStep(context, { client }, target).catch((error: { code?: unknown }) => {
    if (error.code === 'NotFound') return false;
    throw error;
  });
  if (!found) throw new UnfitFolderError('move_to_not_found');
}
