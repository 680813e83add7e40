import { storageLimit } from '../accounts/storage.ts';
import { parseAddress, splitTag } from '../recipients/address.ts';
import type { Queries } from '../store/store.ts';
import { type MailboxRow, mailboxByAddress } from './table.ts';

/** Where mail to an address goes in this daemon. */
export type Route =
  | { readonly kind: 'mailbox'; readonly mailbox: MailboxRow; readonly tag: string | null }
  /** Mail for whoever runs the daemon; it goes to the outbox. */
  | { readonly kind: 'postmaster' }
  /** A live mailbox that takes no mail just now. */
  | { readonly kind: 'paused' }
  | { readonly kind: 'over_storage' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'elsewhere' };

const POSTMASTER_NAMES = new Set(['postmaster', 'abuse']);
/** Tags are kept when they are valid sub-address instances; other tags still reach the mailbox. */
const INSTANCE = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** Finds the mailbox of an address; `incomingBytes` must fit into what its account may store. */
export async function routeAddress(
  db: Queries,
  platformDomain: string,
  address: string,
  incomingBytes = 0,
): Promise<Route> {
  // RFC 5321 4.5.1: postmaster is reached without a domain too.
  if (address.toLowerCase() === 'postmaster') return { kind: 'postmaster' };
  const parsed = parseAddress(address);
  if (parsed?.domain !== platformDomain) return { kind: 'elsewhere' };
  const { name, tag } = splitTag(parsed.local.toLowerCase());
  if (POSTMASTER_NAMES.has(name)) return { kind: 'postmaster' };
  const mailbox = await mailboxByAddress(db, `${name}@${platformDomain}`);
  if (!mailbox || mailbox.status === 'deleted') return { kind: 'unknown' };
  const account = await db
    .selectFrom('accounts')
    .select(['status', 'tier', 'storage_limit_bytes', 'used_bytes'])
    .where('id', '=', mailbox.account_id)
    .executeTakeFirstOrThrow();
  if (account.status === 'deleted') return { kind: 'unknown' };
  if (mailbox.status === 'paused' || account.status === 'suspended') return { kind: 'paused' };
  if (account.used_bytes + incomingBytes > storageLimit(account)) return { kind: 'over_storage' };
  return { kind: 'mailbox', mailbox, tag: tag !== null && INSTANCE.test(tag) ? tag : null };
}
