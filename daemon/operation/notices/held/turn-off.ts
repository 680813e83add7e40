import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { NOTHING_PENDING } from './plan.ts';
import type { NoticeTargetRow } from './table.ts';

/** Turns a target off that took no notice for too long, and tells the owner of the account by mail. */
export async function turnOff(
  { notices }: Pick<Context, 'notices'>,
  transaction: Transaction,
  target: Pick<NoticeTargetRow, 'id' | 'account_id' | 'address'>,
): Promise<void> {
  const { db, now } = transaction;
  const { id, address, account_id: accountId } = target;
  await db
    .updateTable('notice_targets')
    .set({ ...NOTHING_PENDING, enabled: false, updated_at: now })
    .where('id', '=', id)
    .execute();
  await transaction.audit({
    kind: 'notice_target.updated',
    accountId,
    actor: { type: 'system', id: 'notice_failures' },
    target: id,
    before: { enabled: true },
    after: { enabled: false },
    reason: 'auto_disabled_failures',
  });
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const failed = `after ${LIMITS.noticeFailuresToDisable} failed attempts in a row`;
  await notices.email.deliver(transaction, {
    purpose: 'alert',
    to: email,
    subject: `Notices of held mail were turned off ${failed}`,
    text: [
      `Notices of held mail to ${address} (${id}) were turned off ${failed}.`,
      'Nobody is told there until you turn them on again:',
      `  agentmail notices update ${id} --enabled on`,
      `  agentmail notices test ${id}`,
    ].join('\n'),
    accountId,
  });
}
