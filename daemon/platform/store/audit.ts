import type { Insertable } from 'kysely';
import type { Actor } from './actor.ts';
import { prepareQuery } from './prepared.ts';
import type { WriteContext } from './queries.ts';
import type { AuditLogTable } from './schema.ts';

/** One audit row: `kind` is `<resource>.<field or action>.<past tense>`. */
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

export async function insertAudit(transaction: WriteContext, entry: AuditEntry): Promise<void> {
  await insertRow(transaction.db, {
    id: transaction.newId(),
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

const insertRow = prepareQuery<Insertable<AuditLogTable>>()((db, param) =>
  db.insertInto('audit_log').values({
    id: param('id'),
    at: param('at'),
    kind: param('kind'),
    account_id: param('account_id'),
    mailbox_id: param('mailbox_id'),
    actor_type: param('actor_type'),
    actor_id: param('actor_id'),
    target: param('target'),
    before: param('before'),
    after: param('after'),
    reason: param('reason'),
  }),
);
