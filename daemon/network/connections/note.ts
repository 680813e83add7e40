import type { AccessContext } from '../../access/context.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { connectionOf } from './table.ts';

interface ServerOutcome {
  readonly mailbox: { readonly id: string; readonly account_id: string };
  readonly server: 'imap' | 'smtp';
  /** Null when a session works. */
  readonly failure: { readonly stage: string; readonly reason: string } | null;
}

/** Records how a session with a server of a connected mailbox went, where that is news. */
export async function noteSession(
  context: Pick<AccessContext, 'store'>,
  { mailbox, server, failure }: ServerOutcome,
): Promise<void> {
  const column = `${server}_failure` as const;
  const found = failure && `${failure.stage}:${failure.reason}`;
  const before = await connectionOf(context.store.read, mailbox.id);
  if (!before?.config || before[column] === found) return;
  await context.store.write(accountScope(mailbox), async (transaction) => {
    const row = await connectionOf(transaction.db, mailbox.id);
    // The owner changed it meanwhile: the outcome is of other servers.
    if (!row?.config?.equals(before.config ?? Buffer.alloc(0)) || row[column] === found) return;
    await record(transaction, mailbox.id, { ...row, [column]: found });
  });
}

async function record(
  { db, now }: Transaction,
  mailboxId: string,
  row: NonNullable<Awaited<ReturnType<typeof connectionOf>>>,
): Promise<void> {
  const { imap_failure, smtp_failure } = row;
  const fails = imap_failure !== null || smtp_failure !== null;
  const failing_since = fails ? (row.failing_since ?? now) : null;
  await db
    .updateTable('mailbox_connections')
    .set({ imap_failure, smtp_failure, failing_since })
    .where('mailbox_id', '=', mailboxId)
    .execute();
  await db
    .updateTable('mailboxes')
    .set({ connection_state: fails ? 'failing' : 'active' })
    .where('id', '=', mailboxId)
    .execute();
}
