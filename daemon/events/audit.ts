import type { Actor } from '../access/principal.ts';
import { prepareQuery } from '../store/prepared.ts';
import type { AuditLogTable } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import type { Random } from '../system/random.ts';

/** One audit row (decisions 1.18): `kind` is `<resource>.<field or action>.<past tense>`. */
export interface AuditEntry {
  readonly kind: string;
  readonly accountId: string | null;
  readonly mailboxId?: string;
  readonly actor: Actor;
  readonly target?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/** Goes into the transaction of the act: what is rolled back was never written down. */
export async function writeAudit(
  random: Random,
  transaction: Transaction,
  ...entries: AuditEntry[]
): Promise<void> {
  for (const entry of entries) {
    await insertRow(transaction.db, {
      id: random.id(transaction.now),
      at: transaction.now,
      kind: entry.kind,
      account_id: entry.accountId,
      mailbox_id: entry.mailboxId ?? null,
      actor_type: entry.actor.type,
      actor_id: entry.actor.id,
      target: entry.target ?? null,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      reason: entry.reason ?? null,
    });
  }
}

const insertRow = prepareQuery<Omit<AuditLogTable, 'seq'>>()((db, slot) =>
  db.insertInto('audit_log').values({
    id: slot('id'),
    at: slot('at'),
    kind: slot('kind'),
    account_id: slot('account_id'),
    mailbox_id: slot('mailbox_id'),
    actor_type: slot('actor_type'),
    actor_id: slot('actor_id'),
    target: slot('target'),
    before: slot('before'),
    after: slot('after'),
    reason: slot('reason'),
  }),
);
