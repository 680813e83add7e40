import type { Selectable } from 'kysely';
import { parseAddress } from '../../../shared/address.ts';
import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type * as contract from '../../../shared/contract/named-addresses.ts';
import type { Principal } from '../../access/principal.ts';
import { invalidField, notFound, ServiceError } from '../../platform/errors/service-error.ts';
import type { NamedAddressesTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../platform/system/iso-time.ts';
import { tagged } from '../../platform/system/mail-address.ts';
import type { RulesContext } from '../context.ts';
import { type MailboxRow, resolveMailbox } from './table.ts';

/**
 * Subaddresses that somebody made on purpose. They may end, and then stay closed: `routeAddress` refuses
 * their mail. A tag without a row takes mail as before. See docs/decisions/mailboxes.md.
 */

type NamedAddressRow = Selectable<NamedAddressesTable>;
interface AddressAsked {
  readonly reference: string;
}

/** Every named address of a mailbox by tag, with those that are closed. */
export async function listNamedAddresses(
  context: Pick<RulesContext, 'store' | 'clock'>,
  principal: Principal,
  reference: string,
): Promise<ReplyOf<typeof contract.listNamedAddresses>> {
  const db = context.store.read;
  const mailbox = await resolveMailbox(db, principal, { reference, unbound: 'denied_403' });
  const rows = await db
    .selectFrom('named_addresses')
    .selectAll()
    .where('mailbox_id', '=', mailbox.id)
    .orderBy('tag')
    .execute();
  const now = context.clock.now();
  return { addresses: rows.map((row) => projectAddress(row, mailbox.address, now)) };
}

/** Makes an address. People and admin keys change one that is there, and open a closed one again. */
export function addNamedAddress(
  context: RulesContext,
  principal: Principal,
  { reference, body }: AddressAsked & { readonly body: BodyOf<typeof contract.addNamedAddress> },
): Promise<contract.MailboxAddress> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db, now } = transaction;
    const mailbox = await resolveMailbox(db, principal, { reference, unbound: 'denied_403' });
    assertFits(mailbox, body.tag);
    const wanted = { expires_at: endOf(body.expires_at, now), note: body.note ?? null, removed_at: null };
    const known = await addressRow(db, mailbox.id, body.tag);
    if (known && isSame(known, wanted)) return projectAddress(known, mailbox.address, now);
    if (known && principal.role === 'agent') throw takenTag(known, mailbox.address, now);
    if (!known) await assertRoom(db, mailbox.id);
    const row: NamedAddressRow = {
      mailbox_id: mailbox.id,
      tag: body.tag,
      account_id: mailbox.account_id,
      added_by_actor_type: principal.actor.type,
      added_by_actor_id: principal.actor.id,
      created_at: now,
      ...known,
      ...wanted,
    };
    await db
      .insertInto('named_addresses')
      .values(row)
      .onConflict((conflict) => conflict.columns(['mailbox_id', 'tag']).doUpdateSet(wanted))
      .execute();
    await transaction.audit({
      kind: known ? 'mailbox.address.changed' : 'mailbox.address.added',
      accountId: row.account_id,
      mailboxId: row.mailbox_id,
      actor: principal.actor,
      target: row.tag,
      ...(known && { before: factsOf(known) }),
      after: factsOf(row),
    });
    return projectAddress(row, mailbox.address, now);
  });
}

/** Closes an address for good; repeating it changes nothing. */
export function removeNamedAddress(
  context: RulesContext,
  principal: Principal,
  { reference, tag }: AddressAsked & { readonly tag: string },
): Promise<contract.MailboxAddress> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db, now } = transaction;
    const mailbox = await resolveMailbox(db, principal, { reference, unbound: 'denied_403' });
    const row = await addressRow(db, mailbox.id, tag);
    if (!row) throw notFound('The mailbox has no named address with this tag.');
    if (row.removed_at !== null) return projectAddress(row, mailbox.address, now);
    await db
      .updateTable('named_addresses')
      .set({ removed_at: now })
      .where('mailbox_id', '=', mailbox.id)
      .where('tag', '=', tag)
      .execute();
    await transaction.audit({
      kind: 'mailbox.address.removed',
      accountId: row.account_id,
      mailboxId: row.mailbox_id,
      actor: principal.actor,
      target: tag,
      before: factsOf(row),
    });
    return projectAddress({ ...row, removed_at: now }, mailbox.address, now);
  });
}

function addressRow(db: Queries, mailboxId: string, tag: string): Promise<NamedAddressRow | undefined> {
  return db
    .selectFrom('named_addresses')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('tag', '=', tag)
    .executeTakeFirst();
}

function assertFits({ address }: MailboxRow, tag: string): void {
  if (parseAddress(tagged(address, tag)) !== null) return;
  throw invalidField('tag', 'makes the address of this mailbox too long');
}

function endOf(text: string | null | undefined, now: number): number | null {
  if (text === null || text === undefined) return null;
  const time = Date.parse(text);
  if (time <= now) throw invalidField('expires_at', 'must be in the future');
  return time;
}

/** An agent may have been told to bring back an address that a person closed because of its mail. */
function takenTag(row: NamedAddressRow, address: string, now: number): ServiceError {
  const { status, expires_at } = projectAddress(row, address, now);
  return new ServiceError(
    'CONFLICT',
    { reason: 'address_exists', status, expires_at },
    { message: 'The mailbox already has this address. An agent key can remove it, but not change it.' },
  );
}

async function assertRoom(db: Queries, mailboxId: string): Promise<void> {
  const { count } = await db
    .selectFrom('named_addresses')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  if (count < LIMITS.namedAddresses) return;
  throw new ServiceError(
    'CONFLICT',
    { reason: 'address_cap', limit: LIMITS.namedAddresses },
    { message: `A mailbox has at most ${LIMITS.namedAddresses} named addresses, closed ones included.` },
  );
}

type AddressFacts = Pick<NamedAddressRow, 'expires_at' | 'note' | 'removed_at'>;

function isSame(known: AddressFacts, wanted: AddressFacts): boolean {
  const { expires_at, note, removed_at } = wanted;
  return known.expires_at === expires_at && known.note === note && known.removed_at === removed_at;
}

function factsOf({ expires_at, note, removed_at }: AddressFacts) {
  return { expires_at: isoTimeOrNull(expires_at), note, removed_at: isoTimeOrNull(removed_at) };
}

function projectAddress(row: NamedAddressRow, address: string, now: number): contract.MailboxAddress {
  const hasExpired = row.expires_at !== null && row.expires_at <= now;
  return {
    address: tagged(address, row.tag),
    tag: row.tag,
    status: row.removed_at !== null ? 'removed' : hasExpired ? 'expired' : 'open',
    ...factsOf(row),
    created_at: isoTime(row.created_at),
    added_by_actor_type: row.added_by_actor_type,
    added_by_actor_id: row.added_by_actor_id,
  };
}
