import type { z } from 'zod';
import type { newConnection } from '../../../shared/contract/connections.ts';
import { UUID_SHAPE } from '../../../shared/contract/fields.ts';
import type { Principal } from '../../access/principal.ts';
import { failureOf } from '../../network/domains/imap/failure.ts';
import { type FolderState, lookAtFolder, MissingFolderError } from '../../network/domains/imap/folder.ts';
import { configOf } from '../../network/domains/self-hosted.ts';
import { type DomainRow, domainById, domainNotFound } from '../../network/domains/table.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import type { RulesContext } from '../context.ts';
import {
  assertOtherAddress,
  assertUnused,
  type ConnectionPlace,
  connectablePlace,
} from './connection/place.ts';

/** Domain of a new mailbox, and the IMAP folder that it reads. */
export interface MailboxPlace {
  /** Null for the platform's domain. */
  readonly domainId: string | null;
  readonly domainName: string;
  readonly folder: FolderState | null;
  /** Servers and address of a connected mailbox. */
  readonly connection?: ConnectionPlace & { readonly address: string };
}

interface PlaceRequest {
  readonly connection?: z.output<typeof newConnection> | undefined;
  readonly domain_id?: string | null | undefined;
  readonly self_hosted_imap_folder?: string | undefined;
}

/** Seconds until asking again for an unverified domain makes sense. */
const RETRY_AFTER = 15;

/** Chooses the domain of a new mailbox, and checks its folder on the domain's server. */
export async function placeOf(
  context: RulesContext,
  principal: Principal,
  wish: PlaceRequest,
): Promise<MailboxPlace> {
  if (wish.connection) return connectedPlace(context, principal, wish);
  const domain = await wantedDomain(context, principal, wish.domain_id ?? null);
  const config = domain && configOf(context, domain);
  const path = wish.self_hosted_imap_folder;
  if (!domain || !config) {
    if (path !== undefined) {
      throw invalidField('self_hosted_imap_folder', 'is only allowed for mailboxes of a self-hosted domain');
    }
    return {
      domainId: domain?.id ?? null,
      domainName: domain?.name ?? context.config.platformDomain,
      folder: null,
    };
  }
  if (path === undefined) throw new ServiceError('IMAP_FOLDER_REQUIRED');
  const folder = canonicalFolder(path);
  await assertUnclaimed(context.store.read, { accountId: principal.account.id, domainId: domain.id, folder });
  try {
    const found = await lookAtFolder(context, config, folder);
    return { domainId: domain.id, domainName: domain.name, folder: found };
  } catch (error) {
    if (error instanceof MissingFolderError) throw new ServiceError('IMAP_FOLDER_NOT_FOUND');
    throw new ServiceError('SELF_HOSTED_PROBE_FAILED', { ...failureOf(error) });
  }
}

/** A connected mailbox brings its own address and folder. */
async function connectedPlace(
  context: RulesContext,
  principal: Principal,
  { connection: wish, ...other }: PlaceRequest,
): Promise<MailboxPlace> {
  if (!wish) throw new Error('there is no connection');
  for (const field of ['domain_id', 'self_hosted_imap_folder'] as const)
    if (other[field] != null) throw invalidField(field, 'must not be combined with connection');
  const { address: given, ...servers } = wish;
  const address = await assertOtherAddress(context, { address: given });
  const connection = { ...(await connectablePlace(context, principal, servers)), address };
  const domainName = address.slice(address.lastIndexOf('@') + 1);
  return { domainId: null, domainName, folder: connection.folder, connection };
}

/** INBOX is the only IMAP folder whose name ignores case. */
function canonicalFolder(path: string): string {
  return path.toUpperCase() === 'INBOX' ? 'INBOX' : path;
}

async function wantedDomain(
  context: RulesContext,
  principal: Principal,
  id: string | null,
): Promise<DomainRow | null> {
  const { read } = context.store;
  const accountId = principal.account.id;
  if (id === null) {
    const chosen = await read
      .selectFrom('domains')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('is_default', '=', true)
      .executeTakeFirst();
    return chosen ?? null;
  }
  if (id.toLowerCase() === context.config.platformDomain)
    throw new ServiceError('PLATFORM_DOMAIN_NOT_TARGETABLE');
  const row = UUID_SHAPE.test(id) ? await domainById(read, id.toLowerCase()) : undefined;
  if (row?.account_id !== accountId) throw domainNotFound();
  assertVerified(row);
  return row;
}

function assertVerified(row: DomainRow): void {
  if (row.verification_status === 'pending') {
    throw new ServiceError('DOMAIN_PROVISIONING_PENDING', { retry_after: RETRY_AFTER });
  }
  if (row.verification_status === 'failed') throw new ServiceError('DOMAIN_PROVISIONING_FAILED');
}

/** Checks again what may have changed during the IMAP session. */
export async function assertStillFree(db: Queries, accountId: string, place: MailboxPlace): Promise<void> {
  if (place.connection) await assertUnused(db, place.connection.address);
  if (place.domainId === null) return;
  const row = await domainById(db, place.domainId);
  if (!row) throw domainNotFound();
  assertVerified(row);
  if (place.folder) await assertUnclaimed(db, { accountId, domainId: row.id, folder: place.folder.path });
}

interface AssertUnclaimedInput {
  readonly accountId: string;
  readonly domainId: string;
  readonly folder: string;
}

async function assertUnclaimed(
  db: Queries,
  { accountId, domainId, folder }: AssertUnclaimedInput,
): Promise<void> {
  const holder = await db
    .selectFrom('mailboxes')
    .select(['id', 'name', 'address'])
    .where('account_id', '=', accountId)
    .where('domain_id', '=', domainId)
    .where('imap_folder', '=', folder)
    .where('status', '!=', 'deleted')
    .executeTakeFirst();
  if (!holder) return;
  throw new ServiceError('FOLDER_ALREADY_CLAIMED', {
    conflicting_mailbox: { id: holder.id, name: holder.name, full_address: holder.address },
  });
}

interface ClaimFolderInput {
  readonly mailbox: { readonly id: string; readonly account_id: string };
  readonly folder: FolderState;
  /** Read from the beginning, for mail that is older than the mailbox. */
  readonly imports?: boolean;
}

/** Claims the folder; mail is read from its current UIDNEXT, unless older mail is imported. */
export async function claimFolder(
  transaction: Transaction,
  { mailbox, folder, imports = false }: ClaimFolderInput,
): Promise<void> {
  await transaction.db
    .insertInto('imap_positions')
    .values({
      mailbox_id: mailbox.id,
      account_id: mailbox.account_id,
      uid_validity: folder.uidValidity,
      next_uid: imports ? 1 : folder.nextUid,
      known_below: imports ? folder.nextUid : 0,
    })
    .execute();
  transaction.publish({ kind: 'folder', id: mailbox.id });
}
