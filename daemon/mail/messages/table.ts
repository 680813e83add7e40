import { type Selectable, sql } from 'kysely';
import type { Principal } from '../../access/principal.ts';
import { assertBound, assertVisible } from '../../access/principal.ts';
import type { ReadingPolicy } from '../../content/stored-text/redaction.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import { accountScope, type LockScope } from '../../platform/store/lock-scope.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { AttachmentsTable, MessagesTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';

/** A message row joined with the columns that projections need from other tables. */
export type MessageRow = Selectable<MessagesTable> &
  ReadingPolicy & {
    readonly mailbox_name: string;
    readonly mailbox_display_name: string | null;
    /** The mailbox's switch for instruction trust. */
    readonly mailbox_trust: 'enabled' | 'disabled';
    readonly agent_quarantine_access: 'full' | 'metadata';
    /** 1 when an idempotency key is bound to it. */
    readonly keyed: number;
    /** 1 when it has HTML. */
    readonly has_html: number;
  };

const MISSING = 'Message not found.';

/** Messages with the fields of `MessageRow`. */
export function selectMessages(db: Queries) {
  return db
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .selectAll('messages')
    .select(['mailboxes.name as mailbox_name', 'mailboxes.instruction_trust_mode as mailbox_trust'])
    .select('mailboxes.display_name as mailbox_display_name')
    .select(['mailboxes.pii_mode', 'mailboxes.pii_redaction_config', 'mailboxes.agent_quarantine_access'])
    .select(
      sql<number>`case when messages.direction = 'outbound' and exists (
        select 1 from idempotency_keys where idempotency_keys.message_id = messages.id
      ) then 1 else 0 end`.as('keyed'),
    )
    .select(
      sql<number>`case when exists (
        select 1 from message_bodies where message_bodies.message_id = messages.id and message_bodies.html is not null
      ) then 1 else 0 end`.as('has_html'),
    );
}

const findMessage = prepareQuery<{ id: string; account_id: string }>()((db, param) =>
  selectMessages(db)
    .where('messages.id', '=', param('id'))
    .where('messages.account_id', '=', param('account_id')),
);

/** A message that a caller names, and how an agent key without its mailbox is refused. */
export interface NamedMessage {
  readonly id: string;
  readonly unbound: 'masked_404' | 'denied_403';
}

/** Returns a message of the caller's account; deleted ones don't exist here. */
export async function resolveMessage(
  db: Queries,
  principal: Principal,
  { id, unbound }: NamedMessage,
): Promise<MessageRow> {
  const [row] = (await findMessage(db, { id, account_id: principal.account.id })).rows;
  if (!row || row.state === 'deleted') throw notFound(MISSING);
  if (unbound === 'masked_404') assertVisible(principal, row.mailbox_id, MISSING);
  else assertBound(principal, row.mailbox_id);
  return row;
}

/** The lock scope of work on a message of which only the id is known. */
export async function messageScope(db: Queries, id: string): Promise<LockScope> {
  const row = db.selectFrom('messages').select('account_id').where('id', '=', id);
  return accountScope(await row.executeTakeFirst());
}

export function attachmentsOf(db: Queries, messageId: string): Promise<Selectable<AttachmentsTable>[]> {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('position')
    .execute();
}
