import type { Selectable } from 'kysely';
import type { QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type * as contract from '../../../shared/contract/operator-records.ts';
import type { Context } from '../../context.ts';
import { readCursor, writeCursor } from '../../platform/store/cursor.ts';
import { cutPage } from '../../platform/store/page.ts';
import type { AuditLogTable } from '../../platform/store/schema.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { findAccount } from './accounts.ts';

type AuditReply = ReplyOf<typeof contract.listAudit>;

/** Audit rows, newest first. */
export async function listAudit(
  context: Context,
  query: QueryOf<typeof contract.listAudit>,
): Promise<AuditReply> {
  const { cursor, limit = LIMITS.outboxPage.default, ...filters } = query;
  const { read } = context.store;
  const scope = { list: 'operator.audit', accountId: null, filters };
  // Audit rows of reads are written a little later than their answers.
  await context.readAudit.flushed();
  let rows = read.selectFrom('audit_log').selectAll();
  if (filters.account) rows = rows.where('account_id', '=', (await findAccount(read, filters.account)).id);
  if (filters.kind) rows = rows.where('kind', '=', filters.kind);
  if (filters.since) rows = rows.where('at', '>=', Date.parse(filters.since));
  if (cursor !== undefined) rows = rows.where('seq', '<', Number(readCursor(context.secrets, scope, cursor)));
  const found = await rows
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows: page, next_cursor } = cutPage(found, limit, (last) =>
    writeCursor(context.secrets, scope, String(last.seq)),
  );
  return {
    entries: page.map(projectEntry),
    next_cursor,
  };
}

function projectEntry(row: Selectable<AuditLogTable>): AuditReply['entries'][number] {
  return {
    id: row.id,
    at: isoTime(row.at),
    kind: row.kind,
    account_id: row.account_id,
    mailbox_id: row.mailbox_id,
    actor_type: row.actor_type as AuditReply['entries'][number]['actor_type'],
    actor_id: row.actor_id,
    target: row.target,
    before: row.before,
    after: row.after,
    reason: row.reason,
  };
}

/** Pending jobs in order of time. */
export async function listJobs(
  context: Context,
  query: QueryOf<typeof contract.listJobs>,
): Promise<ReplyOf<typeof contract.listJobs>> {
  const { cursor, limit = LIMITS.outboxPage.default, ...filters } = query;
  const scope = { list: 'operator.jobs', accountId: null, filters };
  let rows = context.store.read.selectFrom('jobs').select(['id', 'kind', 'due_at', 'attempts', 'last_error']);
  if (filters.kind) rows = rows.where('kind', '=', filters.kind);
  if (cursor !== undefined) {
    const [due = '', id = ''] = readCursor(context.secrets, scope, cursor).split(' ');
    rows = rows.where((row) =>
      row.or([
        row('due_at', '>', Number(due)),
        row.and([row('due_at', '=', Number(due)), row('id', '>', id)]),
      ]),
    );
  }
  const found = await rows
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const { rows: page, next_cursor } = cutPage(found, limit, (last) =>
    writeCursor(context.secrets, scope, `${last.due_at} ${last.id}`),
  );
  return {
    jobs: page.map((row) => ({ ...row, due_at: isoTime(row.due_at) })),
    next_cursor,
  };
}
