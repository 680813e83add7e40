import type { BodyOf } from '../../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { createNoticeTarget as contract } from '../../../../shared/contract/notices.ts';
import { NOTICED_STATES } from '../../../../shared/contract/values.ts';
import { assertMailboxesActive } from '../../../access/create-key.ts';
import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { addressColumns, checkAddress } from './address.ts';
import { findTarget, type NoticeTargetView, projectTarget, settingsOf } from './table.ts';

/** `POST /v1/notices`. */
export async function createTarget(
  context: Context,
  principal: Principal,
  { format, address: given, ...chosen }: BodyOf<typeof contract>,
): Promise<NoticeTargetView> {
  const accountId = principal.account.id;
  const address = await checkAddress(context, principal, { format, address: given });
  return context.store.write({ account: accountId }, async (transaction) => {
    const { db, now } = transaction;
    await assertRoom(db, accountId);
    await assertMailboxesActive(db, { accountId, mailboxIds: chosen.mailbox_ids ?? [] });
    const id = transaction.newId();
    await db
      .insertInto('notice_targets')
      .values({
        id,
        account_id: accountId,
        format,
        ...addressColumns(context.secrets, { id, format, address }),
        mailbox_ids: chosen.mailbox_ids ?? null,
        states: chosen.states ?? NOTICED_STATES,
        digest_minutes: chosen.digest_minutes ?? 0,
        max_per_hour: chosen.max_per_hour ?? LIMITS.noticesPerHour.default,
        enabled: chosen.enabled ?? true,
        pending_seq: null,
        pending_at: null,
        due_at: null,
        last_sent_at: null,
        last_failure_at: null,
        last_error: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const row = await findTarget(db, principal, id);
    await transaction.audit({
      kind: 'notice_target.created',
      accountId,
      actor: principal.actor,
      target: id,
      after: { format, ...settingsOf(row) },
    });
    return projectTarget(row);
  });
}

async function assertRoom(db: Queries, accountId: string): Promise<void> {
  const { count } = await db
    .selectFrom('notice_targets')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (count < LIMITS.noticeTargets) return;
  throw new ServiceError(
    'CONFLICT',
    { reason: 'notice_cap', limit: LIMITS.noticeTargets },
    { message: `The account already tells ${LIMITS.noticeTargets} people and channels. Remove one first.` },
  );
}
