import type { BodyOf, QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type * as contract from '../../../shared/contract/operator-records.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import { OPERATOR } from '../../platform/store/actor.ts';
import { readCursor, writeCursor } from '../../platform/store/cursor.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { cutPage } from '../../platform/store/page.ts';
import type { AccountsTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { projectMailbox } from '../../rules/mailboxes/project.ts';
import { type MailboxRow, mailboxById } from '../../rules/mailboxes/table.ts';
import { findAccount } from './accounts.ts';

type OperatorMailboxes = ReplyOf<typeof contract.operatorListMailboxes>;

/** Mailboxes of all accounts, newest first. */
export async function listMailboxes(
  context: Context,
  query: QueryOf<typeof contract.operatorListMailboxes>,
): Promise<OperatorMailboxes> {
  const { cursor, limit = LIMITS.outboxPage.default, account = null } = query;
  const { read } = context.store;
  const scope = { list: 'operator.mailboxes', accountId: null, filters: { account } };
  let rows = read
    .selectFrom('mailboxes')
    .innerJoin('accounts', 'accounts.id', 'mailboxes.account_id')
    .selectAll('mailboxes')
    .select('accounts.tier')
    .where('mailboxes.status', '!=', 'deleted');
  if (account !== null) rows = rows.where('account_id', '=', (await findAccount(read, account)).id);
  if (cursor !== undefined)
    rows = rows.where('mailboxes.id', '<', readCursor(context.secrets, scope, cursor));
  const found = await rows
    .orderBy('mailboxes.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows: page, next_cursor } = cutPage(found, limit, (last) =>
    writeCursor(context.secrets, scope, last.id),
  );
  return {
    mailboxes: page.map((row) => project(row, row.tier)),
    next_cursor,
  };
}

/** Pauses or resumes a mailbox. */
export async function updateMailbox(
  context: Context,
  id: string,
  { status }: BodyOf<typeof contract.operatorUpdateMailbox>,
): Promise<ReplyOf<typeof contract.operatorUpdateMailbox>> {
  const known = await liveMailbox(context.store.read, id);
  await context.store.write(accountScope(known), async (transaction) => {
    const before = await liveMailbox(transaction.db, id);
    if (before.status === status) return;
    await transaction.db.updateTable('mailboxes').set({ status }).where('id', '=', id).execute();
    await transaction.audit({
      kind: 'mailbox.status.updated',
      accountId: before.account_id,
      mailboxId: id,
      actor: OPERATOR,
      target: id,
      before: { status: before.status },
      after: { status },
    });
  });
  const row = await liveMailbox(context.store.read, id);
  const { tier } = await findAccount(context.store.read, row.account_id);
  return project(row, tier);
}

async function liveMailbox(db: Queries, id: string): Promise<MailboxRow> {
  const row = await mailboxById(db, id);
  if (!row || row.status === 'deleted') throw notFound('Mailbox not found.');
  return row;
}

function project(row: MailboxRow, tier: AccountsTable['tier']): OperatorMailboxes['mailboxes'][number] {
  return { ...projectMailbox(row, tier), account_id: row.account_id };
}
