import { mailAddresses } from '../../content/mime/addresses.ts';
import { readHeaderBlock } from '../../content/mime/fields.ts';
import { type HeaderSummary, readHeaders } from '../../content/mime/headers.ts';
import { normalise } from '../../content/mime/normalise.ts';
import type { EventsContext } from '../../events/context.ts';
import { namesOf } from '../../network/smtp-client/own-name.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { withoutTag } from '../../platform/system/mail-address.ts';
import { routeAddress } from '../../rules/mailboxes/route-address.ts';
import { recordArrival } from '../inbound/record.ts';

/** A message in a mail folder. */
export interface Fetched {
  readonly uid: number;
  readonly uidValidity: string;
  /** Null when the message is too large. */
  readonly source: Buffer | null;
  /** The folder was recreated, so known messages are skipped. */
  readonly again: boolean;
}

/** `waits`: the mailbox takes no mail now, and the message is tried again. `over`: it never will. */
export type Taking = 'taken' | 'passed_over' | 'waits' | 'over';

interface FolderOwner {
  readonly id: string;
  readonly account_id: string;
  readonly address: string;
}

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
      const route = await routeAddress(db, platformDomain, {
        address: mailbox.address,
        now,
        bytes: raw.length,
      });
      if (route.kind === 'paused' || route.kind === 'over_storage') return 'waits';
      if (route.kind !== 'mailbox' || route.mailbox.id !== mailbox.id) return 'over';
      if (!(await moveOn(transaction, mailbox.id, fetched))) return 'passed_over';
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
        peer: { via: 'imap' },
      });
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
  { address }: FolderOwner,
  bytes: number,
): Promise<boolean> {
  if (!(await room.hasDiskFor(bytes))) return false;
  const route = await routeAddress(store.read, config.platformDomain, { address, now: clock.now(), bytes });
  return route.kind !== 'over_storage';
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
    if ((await routeAddress(db, platformDomain, { address, now })).kind !== 'closed') return false;
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
