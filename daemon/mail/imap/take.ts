import { mailAddresses } from '../../content/mime/addresses.ts';
import { readHeaderBlock } from '../../content/mime/fields.ts';
import { type HeaderSummary, readHeaders } from '../../content/mime/headers.ts';
import { normalise } from '../../content/mime/normalise.ts';
import type { EventsContext } from '../../events/context.ts';
import { namesOf } from '../../network/smtp-client/own-name.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { withoutTag } from '../../platform/system/mail-address.ts';
import { type Route, routeAddress, routeMailbox } from '../../rules/mailboxes/route-address.ts';
import { recordArrival } from '../inbound/record.ts';
import type { Assignment } from './assignment.ts';

/** A message in a mail folder. */
export interface Fetched {
  readonly uid: number;
  readonly uidValidity: string;
  /** Null when the message is too large. */
  readonly source: Buffer | null;
  /** The folder was recreated or is imported, so known messages are skipped. */
  readonly again: boolean;
  /** When the server got it, milliseconds since 1970. */
  readonly arrivedAt: number;
}

/** `waits`: the mailbox takes no mail now, and the message is tried again. `over`: it never will. */
export type Taking = 'taken' | 'passed_over' | 'waits' | 'over';

type FolderOwner = Pick<Assignment, 'id' | 'account_id' | 'address' | 'newSince' | 'after'>;

/** Stores one message and the new position in one transaction, so that it's imported exactly once. */
export async function takeMessage(
  context: EventsContext,
  mailbox: FolderOwner,
  fetched: Fetched,
): Promise<Taking> {
  const { blobs } = context.store;
  if (fetched.source === null) {
    await context.store.write(accountScope(mailbox), (transaction) =>
      moveOn(transaction, mailbox.id, fetched),
    );
    return 'passed_over';
  }
  const raw = normalise(fetched.source, ...namesOf(context.config));
  if (!(await hasRoom(context, mailbox, raw.length))) return 'waits';
  const copy = await blobs.prepare(raw);
  let taking: Taking = 'passed_over';
  try {
    taking = await context.store.write(accountScope(mailbox), async (transaction): Promise<Taking> => {
      const { db, now } = transaction;
      const { platformDomain } = context.config;
      const route = await routeOf(db, mailbox, { platformDomain, now, bytes: raw.length });
      if (route.kind === 'paused' || route.kind === 'over_storage') return 'waits';
      if (route.kind !== 'mailbox' || route.mailbox.id !== mailbox.id) return 'over';
      if (!(await moveOn(transaction, mailbox.id, fetched))) return 'passed_over';
      const imported = mailbox.after !== null && fetched.arrivedAt < mailbox.newSince;
      const headers = readHeaders(raw);
      if (await isForClosed(db, { mailbox, headers, platformDomain, now })) return 'passed_over';
      if (fetched.again && (await isKnown(db, mailbox.id, { headers, bytes: raw.length })))
        return 'passed_over';
      await recordArrival(context, transaction, {
        mailbox: route.mailbox,
        tag: null,
        recipient: mailbox.address,
        envelopeSender: returnPathOf(raw),
        headers,
        raw: copy,
        authentication: null,
        peer: { via: 'imap', ...(imported && { imported }) },
        ...(imported && { importedAs: fetched.arrivedAt }),
      });
      if (changesFolder(mailbox)) await keepPending(db, mailbox.id, fetched.uid);
      return 'taken';
    });
  } finally {
    if (taking !== 'taken') await blobs.discard(copy);
  }
  return taking;
}

/** Asked before the bytes are written; the transaction asks the account again. */
async function hasRoom(
  { clock, config, room, store }: EventsContext,
  mailbox: FolderOwner,
  bytes: number,
): Promise<boolean> {
  if (!(await room.hasDiskFor(bytes))) return false;
  const { platformDomain } = config;
  const route = await routeOf(store.read, mailbox, { platformDomain, now: clock.now(), bytes });
  return route.kind !== 'over_storage';
}

interface FolderRoute {
  readonly platformDomain: string;
  readonly now: number;
  readonly bytes?: number;
  /** Default: the address of the mailbox. */
  readonly address?: string;
}

/** The address of a connected mailbox is another server's, which only this mailbox reads. */
function routeOf(
  db: Queries,
  { id, address: own, after }: FolderOwner,
  { platformDomain, address = own, ...asked }: FolderRoute,
): Promise<Route> {
  return after
    ? routeMailbox(db, id, { ...asked, address })
    : routeAddress(db, platformDomain, { ...asked, address });
}

function changesFolder({ after }: FolderOwner): boolean {
  return after !== null && after.after_taking !== 'keep';
}

/** Remembers in the transaction of the message that its original is to be changed. */
async function keepPending(db: Queries, mailboxId: string, uid: number): Promise<void> {
  await db
    .updateTable('mailbox_connections')
    .set({ pending_uid: uid })
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

interface ReadMail {
  readonly mailbox: FolderOwner;
  readonly headers: HeaderSummary;
  readonly platformDomain: string;
  readonly now: number;
}

/**
 * Whether the header names the mailbox, and by closed addresses only. Its server has taken the mail already,
 * so it can't be refused; it stays in the folder.
 */
async function isForClosed(
  db: Queries,
  { mailbox, headers, platformDomain, now }: ReadMail,
): Promise<boolean> {
  let named = false;
  for (const { address } of [...(headers.addresses.to ?? []), ...(headers.addresses.cc ?? [])]) {
    if (withoutTag(address) !== mailbox.address) continue;
    if ((await routeOf(db, mailbox, { platformDomain, address, now })).kind !== 'closed') return false;
    named = true;
  }
  return named;
}

/** False when the position is already past the message. */
async function moveOn(
  { db }: Transaction,
  mailboxId: string,
  { uid, uidValidity }: Fetched,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imap_positions')
    .set({ next_uid: uid + 1 })
    .where('mailbox_id', '=', mailboxId)
    .where('uid_validity', '=', uidValidity)
    .where('next_uid', '<=', uid)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether the mailbox has the message: same Message-ID and size, or the same headers when it has no id. */
async function isKnown(
  db: Queries,
  mailboxId: string,
  { headers, bytes }: { readonly headers: HeaderSummary; readonly bytes: number },
): Promise<boolean> {
  const alike = db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('direction', '=', 'inbound')
    .where('size_bytes', '=', bytes);
  const known =
    headers.messageId === null
      ? alike
          .where('from_address', 'is not distinct from', headers.from)
          .where('subject', '=', headers.subject)
      : alike.where('rfc_message_id', '=', headers.messageId);
  return (await known.executeTakeFirst()) !== undefined;
}

/** The envelope sender from Return-Path, empty when there is none. */
function returnPathOf(raw: Buffer): string {
  const field = readHeaderBlock(raw).fields.find(({ name }) => name === 'return-path');
  return mailAddresses(field?.value ?? '')[0]?.address ?? '';
}
