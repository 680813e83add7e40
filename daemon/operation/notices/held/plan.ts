import type { EventType } from '../../../../shared/contract/events.ts';
import type { LoggedEvent } from '../../../events/record.ts';
import { prepareQuery } from '../../../platform/store/prepared.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { MINUTE } from '../../../platform/system/clock.ts';
import type { NoticeTargetRow } from './table.ts';

/** Jobs that send the next notice to a target: by a post, or by mail, which never waits for a post. */
export const NOTICE_POST_DUE = 'notice.due';
export const NOTICE_MAIL_DUE = 'notice.mail_due';

/** A target with all that the job of its next notice depends on. */
type TargetOfJob = Pick<NoticeTargetRow, 'id' | 'account_id' | 'format' | 'address'>;

export const STATE_OF_HOLD = {
  'message.pending_review': 'pending_review',
  'message.quarantined': 'quarantined',
} as const satisfies Partial<Record<EventType, NoticeTargetRow['states'][number]>>;

export const NOTHING_PENDING = { pending_seq: null, pending_at: null, due_at: null, attempts: 0 } as const;

const findIdle = prepareQuery<{ account_id: string }>()((db, param) =>
  db
    .selectFrom('notice_targets')
    .select(['id', 'account_id', 'format', 'address', 'mailbox_ids', 'states', 'digest_minutes'])
    .where('account_id', '=', param('account_id'))
    .where('enabled', '=', true)
    .where('pending_seq', 'is', null),
);

/**
 * Plans notices of holds among the events, in the events' own transaction. The event log is the queue: a
 * target remembers the first event that it wasn't told of, so a hold costs one query while a notice is due.
 */
export async function planNotices(
  transaction: Transaction,
  accountId: string,
  events: readonly LoggedEvent[],
): Promise<void> {
  const holds = events.filter(({ type }) => type in STATE_OF_HOLD);
  if (holds.length === 0) return;
  const { rows } = await findIdle(transaction.db, { account_id: accountId });
  for (const target of rows) {
    const first = holds.find((hold) => concerns(target, hold));
    if (first) await planNotice(transaction, target, { seq: first.seq, at: transaction.now });
  }
}

function concerns(
  { mailbox_ids: mailboxes, states }: Pick<NoticeTargetRow, 'mailbox_ids' | 'states'>,
  { type, mailboxId }: LoggedEvent,
): boolean {
  const state = STATE_OF_HOLD[type as keyof typeof STATE_OF_HOLD];
  return states.includes(state) && (mailboxes === null || mailboxes.includes(mailboxId ?? ''));
}

/** Begins the next notice with this event. */
export async function planNotice(
  transaction: Transaction,
  target: TargetOfJob & Pick<NoticeTargetRow, 'digest_minutes'>,
  first: { readonly seq: number; readonly at: number },
): Promise<void> {
  await transaction.db
    .updateTable('notice_targets')
    .set({ pending_seq: first.seq, pending_at: first.at, attempts: 0 })
    .where('id', '=', target.id)
    .execute();
  const dueAt = Math.max(transaction.now, first.at + target.digest_minutes * MINUTE);
  await scheduleNotice(transaction, target, dueAt);
}

/** Sets the time of the next notice. The job of an earlier time finds another one and does nothing. */
export async function scheduleNotice(
  transaction: Transaction,
  { id, account_id: accountId, format, address }: TargetOfJob,
  dueAt: number,
): Promise<void> {
  await transaction.db.updateTable('notice_targets').set({ due_at: dueAt }).where('id', '=', id).execute();
  await transaction.schedule({
    accountId,
    ...(format === 'email'
      ? { kind: NOTICE_MAIL_DUE }
      : { kind: NOTICE_POST_DUE, host: new URL(address).hostname }),
    dueAt,
    payload: { target_id: id, due_at: dueAt },
  });
}
