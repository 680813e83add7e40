import { SUBADDRESS_INSTANCE } from '../../../shared/contract/fields.ts';
import { verifiedDomain } from '../../network/domains/table.ts';
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
  | { readonly kind: 'unknown' }
  | { readonly kind: 'elsewhere' };

const POSTMASTER_NAMES = new Set(['postmaster', 'abuse']);

interface Routed {
  readonly address: string;
  /** Incoming bytes, which must fit the storage of the mailbox's account; by mailbox if a function. */
  readonly bytes?: number | ((mailbox: DeliveryTarget) => number);
}

/** Finds the mailbox of an address. */
export async function routeAddress(
  db: Queries,
  platformDomain: string,
  { address, bytes = 0 }: Routed,
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
  const { rows } = await findTarget(db, { address: `${name}@${domain}` });
  // A mailbox keeps its address when its domain moves to another account, but mail there belongs to that
  // account.
  const target = rows.find((row) => !own || row.domain_id === own.id);
  if (!target || target.status === 'deleted' || target.account_status === 'deleted')
    return { kind: shared ? 'elsewhere' : 'unknown' };
  if (target.status === 'paused' || target.account_status === 'suspended') return { kind: 'paused' };
  const incomingBytes = typeof bytes === 'number' ? bytes : bytes(target);
  if (target.used_bytes + incomingBytes > storageLimit(target)) return { kind: 'over_storage' };
  // Other tags are delivered too, but name no instance.
  const instance = tag !== null && SUBADDRESS_INSTANCE.test(tag) ? tag : null;
  return { kind: 'mailbox', mailbox: target, tag: instance };
}

/** Whether an address that no mailbox can have is still in the platform domain. */
function isOfPlatform(address: string, platformDomain: string): boolean {
  return address.toLowerCase().endsWith(`@${platformDomain}`);
}

const findTarget = prepareQuery<{ address: string }>()((db, param) =>
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
    .where('mailboxes.address', '=', param('address')),
);
