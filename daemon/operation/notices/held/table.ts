import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { listNoticeTargets as contract, noticeTarget } from '../../../../shared/contract/notices.ts';
import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../platform/errors/service-error.ts';
import type { NoticeTargetsTable } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../../platform/system/iso-time.ts';

export type NoticeTargetRow = Selectable<NoticeTargetsTable>;
export type NoticeTargetView = z.output<typeof noticeTarget>;

/** Returns a target of the caller's account, or 404. */
export async function findTarget(db: Queries, principal: Principal, id: string): Promise<NoticeTargetRow> {
  const row = await db
    .selectFrom('notice_targets')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', principal.account.id)
    .executeTakeFirst();
  if (!row) throw notFound('No notice has this ID.');
  return row;
}

/** `GET /v1/notices`. */
export async function listTargets(
  { store }: Pick<Context, 'store'>,
  principal: Principal,
): Promise<ReplyOf<typeof contract>> {
  const rows = await store.read
    .selectFrom('notice_targets')
    .selectAll()
    .where('account_id', '=', principal.account.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return { notices: rows.map(projectTarget) };
}

export function projectTarget(row: NoticeTargetRow): NoticeTargetView {
  return {
    ...settingsOf(row),
    id: row.id,
    format: row.format,
    disabled_reason: hasFailed(row) && !row.enabled ? 'auto_disabled_failures' : null,
    next_notice_at: isoTimeOrNull(row.due_at),
    last_sent_at: isoTimeOrNull(row.last_sent_at),
    last_failure_at: isoTimeOrNull(row.last_failure_at),
    last_error: row.last_error,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

/** Whether a target failed often enough to be turned off. */
export function hasFailed({ failures }: Pick<NoticeTargetRow, 'failures'>): boolean {
  return failures >= LIMITS.noticeFailuresToDisable;
}

/** The settings that callers choose, as audit rows have them. */
export function settingsOf(row: NoticeTargetRow) {
  return {
    address: row.address,
    mailbox_ids: row.mailbox_ids && [...row.mailbox_ids],
    states: [...row.states],
    digest_minutes: row.digest_minutes,
    max_per_hour: row.max_per_hour,
    enabled: row.enabled,
  };
}
