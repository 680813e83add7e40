import { patternType } from '../../../shared/address.ts';
import type * as contract from '../../../shared/contract/recipient-lists.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { type EntryRow, matchingPattern } from '../../platform/store/list-entries.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../platform/system/iso-time.ts';
import { insertEntries } from './lists/insert.ts';
import type { AddCause, CustomerList } from './lists/list.ts';

/** Fixed values of customers' entries. */
const BY_CUSTOMER = { reason: 'manual', source: 'customer' } as const;

/** The do-not-contact list of an account. */
export const SUPPRESSIONS: CustomerList<typeof contract.SUPPRESSIONS> = {
  name: 'suppressions',
  audited: 'suppression',
  fixed: BY_CUSTOMER,
  addedEvent: (entry) => ({ type: 'recipient_blocklist.added', data: eventData(entry) }),
  removedEvent: (entry, _place, { actor, at }) => ({
    type: 'recipient_blocklist.removed',
    data: {
      ...eventData(entry),
      removed_by_actor_type: actor.type,
      removed_by_actor_id: actor.id,
      removed_at: isoTime(at),
    },
  }),
  assertRemovable: (_transaction, { reason, latest_complaint_at }) => {
    if (reason === 'complaint' || latest_complaint_at !== null) {
      throw new ServiceError('RECIPIENT_BLOCKLIST_COMPLAINT_LOCKED');
    }
  },
  listed: (page) => ({
    suppressions: page.rows.map((entry) => ({
      ...eventData(entry),
      latest_complaint_at: isoTimeOrNull(entry.latest_complaint_at),
      complaint_count: entry.complaint_count,
    })),
    next_cursor: page.next_cursor,
  }),
  added: (entry) => ({ ...entry, ...BY_CUSTOMER }),
  removed: (entry) => ({ status: 'unsuppressed', ...fields(entry) }),
};

export async function isSuppressed(db: Queries, accountId: string, address: string): Promise<boolean> {
  return (await matchingPattern(db, { list: SUPPRESSIONS.name, ownerId: accountId, address })) !== null;
}

/** Reason and source of a suppression by the service. */
export type SuppressionCause =
  | { readonly reason: 'hard_bounce'; readonly source: 'provider_bounce' }
  | { readonly reason: 'complaint'; readonly source: 'provider_complaint' }
  | { readonly reason: 'unsubscribe'; readonly source: 'unsubscribe_link' };

interface SuppressInput {
  readonly accountId: string;
  readonly address: string;
  readonly finding: SuppressionCause;
}

/**
 * Suppresses a recipient because of a bounce, complaint or unsubscription, outside the hourly budget. On an
 * existing row a complaint is counted, without an event; anything else changes nothing.
 */
export async function suppress(
  transaction: Transaction,
  { accountId, address, finding }: SuppressInput,
): Promise<void> {
  const { db, now } = transaction;
  const pattern = address.toLowerCase();
  const complained = finding.reason === 'complaint';
  const cause: AddCause = {
    actor: { type: 'system', id: finding.source },
    ...finding,
    ...(complained && { complainedAt: now }),
  };
  const place = { list: SUPPRESSIONS, accountId, mailboxId: null };
  const [fresh] = await insertEntries(transaction, { place, patterns: [pattern], cause });
  if (fresh || !complained) return;
  await db
    .updateTable('list_entries')
    .set((row) => ({ latest_complaint_at: now, complaint_count: row('complaint_count', '+', 1) }))
    .where('list', '=', SUPPRESSIONS.name)
    .where('owner_id', '=', accountId)
    .where('pattern', '=', pattern)
    .execute();
}

function fields(entry: EntryRow) {
  return {
    email: entry.pattern,
    reason: entry.reason ?? BY_CUSTOMER.reason,
    source: entry.source ?? BY_CUSTOMER.source,
    created_at: isoTime(entry.created_at),
    pattern_type: patternType(entry.pattern),
  };
}

function eventData(entry: EntryRow) {
  return {
    ...fields(entry),
    added_by_actor_type: entry.added_by_actor_type,
    added_by_actor_id: entry.added_by_actor_id,
  };
}
