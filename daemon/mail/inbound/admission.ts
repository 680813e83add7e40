import type { Peer } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { standingOf } from '../../rules/budgets/standing.ts';
import { storageLimit } from '../../rules/budgets/storage.ts';
import type { MailContext } from '../context.ts';
import { copiesOf, type MailCopy } from './mail-copies.ts';
import { RecipientGoneError } from './recipient-gone.ts';
import { roomForUnowned } from './unowned.ts';

/** Where a message will be stored. It counts as arriving until `release` is called. */
export interface Admission {
  readonly copies: readonly MailCopy[];
  readonly release: () => void;
}

export interface Offer {
  readonly peer: Peer;
  readonly recipients: readonly string[];
  readonly bytes: number;
}

/** Finds the copies of a message, and refuses those without room before any byte is written. */
export async function admitMail(
  context: MailContext,
  { peer, recipients, bytes }: Offer,
): Promise<Admission> {
  const { room } = context;
  const copies = await copiesOf(context, recipients);
  const bytesByAccount = new Map<string | null, number>();
  for (const { mailbox } of copies) {
    const account = mailbox?.account_id ?? null;
    bytesByAccount.set(account, (bytesByAccount.get(account) ?? 0) + bytes);
  }
  await room.assertDiskFor(copies.length * bytes);
  const left = await Promise.all(
    [...bytesByAccount].map(async ([account, wanted]) =>
      account === null
        ? assertUnowned(context, { peer, bytes, copies: wanted / bytes })
        : { account, wanted, free: await freeBytes(context.store.read, account) },
    ),
  );
  // From here to the reservation nothing is awaited, so messages that arrive together count each other.
  for (const each of left) {
    if (each && each.wanted + room.arrivingFor(each.account) > each.free)
      throw new RecipientGoneError('over_storage');
  }
  return { copies, release: room.reserve(bytesByAccount) };
}

async function freeBytes(db: Queries, accountId: string): Promise<number> {
  const account = await standingOf(db, accountId);
  return storageLimit(account) - account.used_bytes;
}

async function assertUnowned(
  context: MailContext,
  { peer, bytes, copies }: Pick<Offer, 'peer' | 'bytes'> & { readonly copies: number },
): Promise<null> {
  const offer = { from: peer.via === 'smtp' ? peer.address : '', size: bytes, copies };
  const answer = await roomForUnowned(context, context.store.read, offer);
  if (answer !== 'accepted') throw new RecipientGoneError(answer);
  return null;
}
