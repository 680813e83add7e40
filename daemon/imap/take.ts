import type { Context } from '../context.ts';
import { type HeaderSummary, readHeaders } from '../inbound/headers.ts';
import { mailAddresses } from '../inbound/mime/addresses.ts';
import { readHeaderBlock } from '../inbound/mime/fields.ts';
import { normalise } from '../inbound/normalise.ts';
import { recordArrival } from '../inbound/record.ts';
import { routeAddress } from '../mailboxes/route-address.ts';
import { namesOf } from '../outbound/transports/own-name.ts';
import type { Queries, Transaction } from '../store/store.ts';

/** A message as it lies in a mail folder. */
export interface Fetched {
  readonly uid: number;
  readonly uidValidity: string;
  /** Null for one that is too large to be taken. */
  readonly source: Buffer | null;
  /** The folder was made anew: what the mailbox has already is passed over. */
  readonly again: boolean;
}

/** `waits`: the mailbox takes no mail just now, and the message is looked at again; `over`: it never will. */
export type Taking = 'taken' | 'passed_over' | 'waits' | 'over';

interface Owner {
  readonly id: string;
  readonly address: string;
}

/** Takes one message: its row and the new position are one transaction, so that it comes once, whatever breaks. */
export async function takeMessage(context: Context, mailbox: Owner, fetched: Fetched): Promise<Taking> {
  const { blobs } = context.store;
  if (fetched.source === null) {
    await context.store.write((transaction) => moveOn(transaction, mailbox.id, fetched));
    return 'passed_over';
  }
  const raw = normalise(fetched.source, ...namesOf(context.config));
  const copy = await blobs.prepare(raw);
  let taking: Taking = 'passed_over';
  try {
    taking = await context.store.write(async (transaction): Promise<Taking> => {
      const { db } = transaction;
      const { platformDomain } = context.config;
      const route = await routeAddress(db, platformDomain, mailbox.address, raw.length);
      if (route.kind === 'paused' || route.kind === 'over_storage') return 'waits';
      if (route.kind !== 'mailbox' || route.mailbox.id !== mailbox.id) return 'over';
      if (!(await moveOn(transaction, mailbox.id, fetched))) return 'passed_over';
      const headers = readHeaders(raw);
      if (fetched.again && (await isKnown(db, mailbox.id, headers, raw.length))) return 'passed_over';
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

/** False when the message was passed before. */
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

/** The mailbox has the message: its name and its size say so, or what else its header tells when it has no name. */
async function isKnown(
  db: Queries,
  mailboxId: string,
  headers: HeaderSummary,
  bytes: number,
): Promise<boolean> {
  const alike = db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('direction', '=', 'inbound')
    .where('size_bytes', '=', bytes);
  const known =
    headers.messageId === null
      ? alike.where('from_address', 'is', headers.from).where('subject', '=', headers.subject)
      : alike.where('rfc_message_id', '=', headers.messageId);
  return (await known.executeTakeFirst()) !== undefined;
}

/** The envelope sender as the server that delivered the message wrote it down; empty when it did not. */
function returnPathOf(raw: Buffer): string {
  const field = readHeaderBlock(raw).fields.find(({ name }) => name === 'return-path');
  return mailAddresses(field?.value ?? '')[0]?.address ?? '';
}
