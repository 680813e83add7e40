import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type {
  updateNoticeTarget as contract,
  deleteNoticeTarget as deletion,
} from '../../../shared/contract/notices.ts';
import { assertMailboxesActive } from '../../access/create-key.ts';
import type { Principal } from '../../access/principal.ts';
import { assertFreshReauth } from '../../access/reauth/assert.ts';
import type { Context } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import type { GatedBody } from '../../policies/fresh-proof.ts';
import { MINUTE } from '../../system/clock.ts';
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
  const change = { ...body, address };
  const loosened = loosenedBy(known, change);
  if (loosened.length > 0) await assertProof(context, principal, { id, body });
  return context.store.write({ account: accountId }, async (transaction) => {
    const { db, now } = transaction;
    const row = await findTarget(db, principal, id);
    // It may have changed since the proof, which has to cover the loosening.
    if (!loosenedBy(row, change).every((field) => loosened.includes(field)))
      throw new ServiceError('REAUTH_REQUIRES_SESSION');
    await assertMailboxesActive(db, { accountId, mailboxIds: body.mailbox_ids ?? [] });
    const columns = {
      ...chosenColumns(body),
      ...(address !== undefined && addressColumns(context.secrets, { id, format: row.format, address })),
    };
    const after: NoticeTargetRow = { ...row, ...columns };
    if (isDeepStrictEqual(after, row)) return projectTarget(row);
    await db
      .updateTable('notice_targets')
      .set({ ...columns, ...(!after.enabled && NOTHING_PENDING), updated_at: now })
      .where('id', '=', id)
      .execute();
    // The job applies the ceiling, and a failed post keeps its retry.
    if (after.enabled && row.pending_at !== null && row.attempts === 0) {
      await scheduleNotice(transaction, row, Math.max(now, row.pending_at + after.digest_minutes * MINUTE));
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
  await assertProof(context, principal, { id, body });
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

function assertProof(
  context: Context,
  principal: Principal,
  { id, body }: { readonly id: string; readonly body: GatedBody },
): Promise<void> {
  return assertFreshReauth(context, principal, {
    scope: 'notices_loosen',
    values: { ...body, notice_id: id },
    token: body.reauth_token,
    challenge: body.reauth_challenge,
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

/** Fields by which somebody is told of less, or somebody else is told. */
function loosenedBy(
  row: NoticeTargetRow,
  { address, mailbox_ids: mailboxes, states, enabled }: UpdateBody,
): string[] {
  const narrows = mailboxes !== undefined && mailboxes !== null && !covers(mailboxes, row.mailbox_ids);
  return [
    ...(address === undefined ? [] : ['address']),
    ...(narrows ? ['mailbox_ids'] : []),
    ...(states === undefined || covers(states, row.states) ? [] : ['states']),
    ...(enabled === false && row.enabled ? ['enabled'] : []),
  ];
}

/** Null stands for all. */
function covers(next: readonly string[], before: readonly string[] | null): boolean {
  return before?.every((each) => next.includes(each)) ?? false;
}
