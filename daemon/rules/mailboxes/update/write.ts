import type { Principal } from '../../../access/principal.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import type { MailboxRow } from '../table.ts';
import type { MailboxColumns } from './plan.ts';

/** Columns that revisions store. */
const POLICY_COLUMNS = [
  'agent_authoring_mode',
  'agent_send_containment',
  'recipient_policy_mode',
  'hitl_mode',
  'approval_expiry',
  'send_window',
  'allow_thread_replies',
  'participant_authentication',
  'agent_quarantine_access',
  'agent_release',
  'agent_entries',
  'automatic_replies',
  'agent_forwarding',
  'auto_submitted_replies',
  'last_applied_policy_mode',
  'scanner_policy',
  'pii_mode',
  'pii_redaction_config',
] as const satisfies readonly (keyof MailboxRow)[];

/** Acceptance stamps; the audit row of the field that they opened reports them. */
const STAMP = /_(?:at|version)$/;

/**
 * Writes changed columns with an audit row each, and a revision if policy changed. Without a change it writes
 * nothing.
 */
export async function writeChanges(
  transaction: Transaction,
  principal: Pick<Principal, 'actor'>,
  { row, columns }: { readonly row: MailboxRow; readonly columns: MailboxColumns },
): Promise<MailboxRow> {
  const changed = Object.keys(columns) as (keyof MailboxRow)[];
  if (changed.length === 0) return row;
  const { db, now } = transaction;
  const after: MailboxRow = { ...row, ...(columns as Partial<MailboxRow>), updated_at: now };
  const revises = POLICY_COLUMNS.some((column) => changed.includes(column));
  if (revises) after.latest_revision_id = await writeRevision(transaction, principal, after);
  await db
    .updateTable('mailboxes')
    .set({ ...columns, updated_at: now, latest_revision_id: after.latest_revision_id })
    .where('id', '=', row.id)
    .execute();
  await transaction.audit(
    ...changed
      .filter((column) => !STAMP.test(column))
      .map((column) => ({
        kind: `mailbox.${column}.updated`,
        accountId: row.account_id,
        mailboxId: row.id,
        actor: principal.actor,
        before: row[column],
        after: after[column],
      })),
  );
  return after;
}

async function writeRevision(
  transaction: Transaction,
  { actor }: Pick<Principal, 'actor'>,
  row: MailboxRow,
): Promise<string> {
  const { db, now } = transaction;
  const id = transaction.newId();
  const policy = Object.fromEntries(POLICY_COLUMNS.map((column) => [column, row[column]]));
  await db
    .insertInto('policy_revisions')
    .values({
      id,
      account_id: row.account_id,
      mailbox_id: row.id,
      created_at: now,
      actor_type: actor.type,
      actor_id: actor.id,
      policy,
    })
    .execute();
  return id;
}
