import { prepareQuery } from '../../../platform/store/prepared.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { DAY } from '../../../platform/system/clock.ts';
import { domainOf } from '../../../platform/system/mail-address.ts';
import type { MessageFacts } from './facts.ts';

export const MAILBOX_COPY = 'mailbox.copy';

/** Time for which a copy is tried. */
const TRIED_FOR = 1 * DAY;

const findCopyTo = prepareQuery<{ id: string }>()((db, param) =>
  db.selectFrom('mailboxes').select('copy_to').where('id', '=', param('id')),
);

/** Schedules a copy of a message to the address in its mailbox's `copy_to`, if it has one. */
export async function scheduleCopy(
  transaction: Transaction,
  { id, account_id: accountId, mailbox_id }: MessageFacts,
): Promise<void> {
  const [mailbox] = (await findCopyTo(transaction.db, { id: mailbox_id })).rows;
  if (!mailbox?.copy_to) return;
  await transaction.schedule({
    kind: MAILBOX_COPY,
    accountId,
    host: domainOf(mailbox.copy_to),
    dueAt: transaction.now,
    payload: { id: transaction.newId(), message_id: id, give_up_at: transaction.now + TRIED_FOR },
  });
}
