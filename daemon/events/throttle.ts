import type { EventData, EventType } from '../../shared/contract/events.ts';
import type { Transaction } from '../platform/store/store.ts';
import { SECOND } from '../platform/system/clock.ts';

interface Throttled {
  readonly type: EventType;
  readonly accountId: string;
  readonly mailboxId: string | null;
  readonly data: EventData<EventType>;
}

const BLOCKED_ATTEMPT_WINDOW = 60 * SECOND;

/**
 * Whether an event is throttled. Blocked attempts are reported once in 60 seconds per account, mailbox and
 * recipient, since a refused agent tends to retry at once.
 */
export async function isThrottled(transaction: Transaction, event: Throttled): Promise<boolean> {
  if (event.type !== 'recipient_allowlist.blocked_attempt' || !('recipient' in event.data)) return false;
  const { db, now } = transaction;
  const key = JSON.stringify([
    event.type,
    event.accountId,
    event.mailboxId,
    event.data.recipient.toLowerCase(),
  ]);
  const running = await db
    .selectFrom('event_throttles')
    .select('until')
    .where('key', '=', key)
    .executeTakeFirst();
  if (running && running.until > now) return true;
  const until = now + BLOCKED_ATTEMPT_WINDOW;
  await db
    .insertInto('event_throttles')
    .values({ key, account_id: event.accountId, until })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ until }))
    .execute();
  return false;
}
