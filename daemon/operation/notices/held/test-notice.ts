import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import type { testNoticeTarget as contract } from '../../../../shared/contract/notices.ts';
import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { SECOND } from '../../../platform/system/clock.ts';
import { queueLink } from './link.ts';
import { sampleNotice } from './notice.ts';
import { isPosted, postNotice } from './post.ts';
import { mailNotice, nextAllowed, sentColumns } from './send.ts';
import { findTarget, type NoticeTargetRow } from './table.ts';

type TestOutcome = ReplyOf<typeof contract>;

/**
 * `POST /v1/notices/:id/test`. It's counted before it is sent, so that requests at the same moment stay below
 * the ceiling.
 */
export async function testTarget(context: Context, principal: Principal, id: string): Promise<TestOutcome> {
  const notice = sampleNotice(queueLink(context));
  const accountId = principal.account.id;
  const { row, outcome } = await context.store.write({ account: accountId }, async (transaction) => {
    const row = await count(transaction, await findTarget(transaction.db, principal, id));
    if (isPosted(row)) return { row, outcome: null };
    return { row, outcome: await mailNotice(context, transaction, row, notice) };
  });
  if (outcome !== null) return { outcome: outcome === 'pending' ? 'queued' : 'outbox', error: null };
  if (!isPosted(row)) throw new Error('only mail has an outcome at once');
  const result = await postNotice(context, row, notice);
  if (result === null) throw new ServiceError('SERVICE_UNAVAILABLE');
  const sent = result.kind === 'delivered';
  const error = sent ? null : result.error;
  await context.store.write({ account: accountId }, ({ db, now }) =>
    db
      .updateTable('notice_targets')
      .set({ last_error: error, ...(sent ? { last_sent_at: now, failures: 0 } : { last_failure_at: now }) })
      .where('id', '=', id)
      .execute(),
  );
  return { outcome: sent ? 'sent' : 'failed', error };
}

async function count({ db, now }: Transaction, row: NoticeTargetRow): Promise<NoticeTargetRow> {
  const allowedAt = nextAllowed(row, now);
  if (allowedAt > now) {
    const seconds = Math.ceil((allowedAt - now) / SECOND);
    throw new ServiceError(
      'RATE_LIMITED',
      { reason: 'notices_per_hour', retry_after: seconds },
      { message: `No more than ${row.max_per_hour} notices an hour are sent there. Try again later.` },
    );
  }
  const { sent_times } = sentColumns(row, now);
  await db.updateTable('notice_targets').set({ sent_times }).where('id', '=', row.id).execute();
  return { ...row, sent_times };
}
