import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, CallOf, ReplyOf } from '../../../../shared/contract/endpoint.ts';
import type {
  updateNoticeTarget as contract,
  deleteNoticeTarget as deletion,
} from '../../../../shared/contract/notices.ts';
import { looseningsOf, NOTICE_RULES } from '../../../../shared/policies/loosening.ts';
import { assertMailboxesActive } from '../../../access/create-key.ts';
import type { Principal } from '../../../access/principal.ts';
import { assertFreshReauth } from '../../../access/reauth/assert.ts';
import type { Context } from '../../../context.ts';
import { MINUTE } from '../../../platform/system/clock.ts';
import { assertMayLoosen, assertStillMayLoosen, proofIn } from '../../../rules/policies/fresh-proof.ts';
import { addressColumns, checkAddress, openUrl } from './address.ts';
import { NOTHING_PENDING, scheduleNotice } from './plan.ts';
import {
  findTarget,
  type NoticeTargetRow,
  type NoticeTargetView,
  projectTarget,
  settingsOf,
} from './table.ts';

type UpdateBody = BodyOf<typeof contract>;

/** `PATCH /v1/notices/:id`. Changes the named fields; equal values change nothing. */
export async function updateTarget(
  context: Context,
  principal: Principal,
  { params: { id }, body }: CallOf<typeof contract>,
): Promise<NoticeTargetView> {
  const known = await findTarget(context.store.read, principal, id);
  const accountId = principal.account.id;
  const address =
    body.address === undefined || body.address === openAddress(context, known)
      ? undefined
      : await checkAddress(context, principal, { format: known.format, address: body.address });
  const loosenedIn = (row: NoticeTargetRow) =>
    looseningsOf(NOTICE_RULES, row, { ...chosenColumns(body), ...(address !== undefined && { address }) });
  const loosened = loosenedIn(known);
  const proof = proofIn(body, 'notices_loosen', { notice_id: id });
  await assertMayLoosen(context, principal, { loosened, proof });
  return context.store.write({ account: accountId }, async (transaction) => {
    const { db, now } = transaction;
    const row = await findTarget(db, principal, id);
    await assertStillMayLoosen(transaction, principal, { proven: loosened, loosened: loosenedIn(row) });
    await assertMailboxesActive(db, { accountId, mailboxIds: body.mailbox_ids ?? [] });
    const columns = {
      ...chosenColumns(body),
      ...(address !== undefined && addressColumns(context.secrets, { id, format: row.format, address })),
    };
    const after: NoticeTargetRow = { ...row, ...columns };
    if (isDeepStrictEqual(after, row)) return projectTarget(row);
    await db
      .updateTable('notice_targets')
      .set({
        ...columns,
        ...(!after.enabled && NOTHING_PENDING),
        ...(after.enabled && !row.enabled && { failures: 0 }),
        updated_at: now,
      })
      .where('id', '=', id)
      .execute();
    // The job applies the ceiling, and a failed post keeps its retry.
    if (after.enabled && row.pending_at !== null && row.attempts === 0) {
      await scheduleNotice(transaction, after, Math.max(now, row.pending_at + after.digest_minutes * MINUTE));
    }
    await transaction.audit({
      kind: 'notice_target.updated',
      accountId,
      actor: principal.actor,
      target: id,
      before: settingsOf(row),
      after: settingsOf(after),
    });
    return projectTarget(await findTarget(db, principal, id));
  });
}

/** `DELETE /v1/notices/:id`. */
export async function deleteTarget(
  context: Context,
  principal: Principal,
  { params: { id }, body }: CallOf<typeof deletion>,
): Promise<ReplyOf<typeof deletion>> {
  await findTarget(context.store.read, principal, id);
  await assertFreshReauth(context, principal, proofIn(body, 'notices_loosen', { notice_id: id }));
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const row = await findTarget(transaction.db, principal, id);
    await transaction.db.deleteFrom('notice_targets').where('id', '=', id).execute();
    await transaction.audit({
      kind: 'notice_target.deleted',
      accountId: row.account_id,
      actor: principal.actor,
      target: id,
      before: { format: row.format, ...settingsOf(row) },
    });
    return { status: 'deleted' };
  });
}

function openAddress({ secrets }: Context, row: NoticeTargetRow): string | null {
  return row.format === 'email' ? row.address : openUrl(secrets, row);
}

function chosenColumns({ mailbox_ids, states, digest_minutes, max_per_hour, enabled }: UpdateBody) {
  return {
    ...(mailbox_ids !== undefined && { mailbox_ids }),
    ...(states !== undefined && { states }),
    ...(digest_minutes !== undefined && { digest_minutes }),
    ...(max_per_hour !== undefined && { max_per_hour }),
    ...(enabled !== undefined && { enabled }),
  };
}
