import { SUBADDRESS_INSTANCE } from '../../../shared/contract/fields.ts';
import { type VerifiedDomain, verifiedDomain } from '../../network/domains/table.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { MailboxesTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { parseAddress, splitTag } from '../../platform/system/mail-address.ts';
import { storageLimit } from '../budgets/storage.ts';

/** Columns for delivery. */
export type DeliveryTarget = Pick<MailboxesTable, 'id' | 'account_id'>;

/** Route of mail to an address. */
export type Route =
  | { readonly kind: 'mailbox'; readonly mailbox: DeliveryTarget; readonly tag: string | null }
  /** Mail for the operator, kept in the outbox. */
  | { readonly kind: 'postmaster' }
  /** A live mailbox that's paused. */
  | { readonly kind: 'paused' }
  | { readonly kind: 'over_storage' }
  /** A named address of a live mailbox that has expired or was removed. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'elsewhere' };

const POSTMASTER_NAMES = new Set(['postmaster', 'abuse']);

interface Routed {
  readonly address: string;
  /** Time at which it's asked: addresses end. */
  readonly now: number;
  /** Incoming bytes, which must fit the storage of the mailbox's account; by mailbox if a function. */
  readonly bytes?: number | ((mailbox: DeliveryTarget) => number);
}

/** Finds the mailbox of an address. */
export async function routeAddress(
  db: Queries,
  platformDomain: string,
  { address, now, bytes = 0 }: Routed,
): Promise<Route> {
  // RFC 5321 4.5.1: postmaster needs no domain.
  if (address.toLowerCase() === 'postmaster') return { kind: 'postmaster' };
  const parsed = parseAddress(address);
  if (!parsed) return { kind: isOfPlatform(address, platformDomain) ? 'unknown' : 'elsewhere' };
  const { domain } = parsed;
  const own = domain === platformDomain ? null : await verifiedDomain(db, domain);
  if (own === undefined) return { kind: 'elsewhere' };
  // A self-hosted domain has its own mailboxes on its own servers, its postmaster's among them.
  const shared = own?.transport_mode === 'self_hosted';
  const { name, tag } = splitTag(parsed.local.toLowerCase());
  if (POSTMASTER_NAMES.has(name) && !shared) return { kind: 'postmaster' };
  const named = await findNamed(db, { address: `${name}@${domain}`, own });
  const target = named ?? (await findCatchAll(db, own));
  if (!target) return { kind: shared ? 'elsewhere' : 'unknown' };
  // Of a name that no mailbox has, a tag names no instance.
  return routeTo(db, target, { tag: named ? tag : null, now, bytes });
}

/** The route of mail that another server has taken for a connected mailbox. */
export async function routeMailbox(
  db: Queries,
  mailboxId: string,
  { address, now, bytes = 0 }: Routed,
): Promise<Route> {
  const { rows } = await findById(db, { value: mailboxId });
  const target = rows.find(isLive);
  if (!target) return { kind: 'unknown' };
  const { tag } = splitTag(address.slice(0, address.lastIndexOf('@')).toLowerCase());
  return routeTo(db, target, { tag, now, bytes });
}

type RoutedTag = Required<Pick<Routed, 'now' | 'bytes'>> & { readonly tag: string | null };

async function routeTo(db: Queries, target: RouteTarget, { tag, now, bytes }: RoutedTag): Promise<Route> {
  // Other tags are delivered too, but name no instance.
  const instance = tag !== null && SUBADDRESS_INSTANCE.test(tag) ? tag : null;
  if (instance !== null && (await isClosed(db, { mailbox_id: target.id, tag: instance, now })))
    return { kind: 'closed' };
  if (target.status === 'paused' || target.account_status === 'suspended') return { kind: 'paused' };
  const incomingBytes = typeof bytes === 'number' ? bytes : bytes(target);
  if (target.used_bytes + incomingBytes > storageLimit(target)) return { kind: 'over_storage' };
  return { kind: 'mailbox', mailbox: target, tag: instance };
}

interface AddressPlace {
  readonly address: string;
  /** Null for the platform domain. */
  readonly own: VerifiedDomain | null;
}

/** The live mailbox of an address without its tag. */
async function findNamed(db: Queries, { address, own }: AddressPlace): Promise<RouteTarget | undefined> {
  const { rows } = await findByAddress(db, { value: address });
  // A mailbox keeps its address when its domain moves to another account, but mail there belongs to that
  // account.
  return rows.find((row) => isLive(row) && (!own || row.domain_id === own.id));
}

/** The live mailbox that gets all other mail of a managed domain. */
async function findCatchAll(db: Queries, own: VerifiedDomain | null): Promise<RouteTarget | undefined> {
  if (!own?.catch_all_mailbox_id || own.transport_mode === 'self_hosted') return undefined;
  const { rows } = await findById(db, { value: own.catch_all_mailbox_id });
  return rows.find((row) => isLive(row) && row.account_id === own.account_id);
}

function isLive({ status, account_status }: RouteTarget): boolean {
  return status !== 'deleted' && account_status !== 'deleted';
}

/** Whether a tag was registered and takes no more mail. A tag that was never registered does. */
async function isClosed(
  db: Queries,
  asked: { readonly mailbox_id: string; readonly tag: string; readonly now: number },
): Promise<boolean> {
  const [row] = (await findClosed(db, asked)).rows;
  return row !== undefined;
}

const findClosed = prepareQuery<{ mailbox_id: string; tag: string; now: number }>()((db, param) =>
  db
    .selectFrom('named_addresses')
    .select('tag')
    .where('mailbox_id', '=', param('mailbox_id'))
    .where('tag', '=', param('tag'))
    .where((where) =>
      where.or([where('removed_at', 'is not', null), where('expires_at', '<=', param('now'))]),
    ),
);

/** Whether an address that no mailbox can have is still in the platform domain. */
function isOfPlatform(address: string, platformDomain: string): boolean {
  return address.toLowerCase().endsWith(`@${platformDomain}`);
}

const findBy = (column: 'mailboxes.address' | 'mailboxes.id') =>
  prepareQuery<{ value: string }>()((db, param) =>
    db
      .selectFrom('mailboxes')
      .innerJoin('accounts', 'accounts.id', 'mailboxes.account_id')
      .select([
        'mailboxes.id',
        'mailboxes.account_id',
        'mailboxes.domain_id',
        'mailboxes.status',
        'accounts.status as account_status',
        'accounts.tier',
        'accounts.unlimited',
        'accounts.storage_limit_bytes',
        'accounts.used_bytes',
      ])
      .where(column, '=', param('value')),
  );
const findByAddress = findBy('mailboxes.address');
const findById = findBy('mailboxes.id');
type RouteTarget = Awaited<ReturnType<typeof findById>>['rows'][number];
