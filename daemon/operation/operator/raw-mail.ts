import type { Context } from '../../context.ts';
import { type MessageRow, selectMessages } from '../../mail/messages/table.ts';
import { sourceOf } from '../../mail/outbound/source.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import { OPERATOR } from '../../platform/store/actor.ts';
import { findAccount } from './accounts.ts';
import { asMaildirFile } from './maildir.ts';
import { asMboxEntry } from './mbox.ts';
import { tarOf } from './tar.ts';

/** Messages that are looked up at once. */
const PAGE = 100;

/** The source of one message. */
export async function getRawMessage(context: Context, id: string): Promise<Buffer> {
  const row = await selectMessages(context.store.read).where('messages.id', '=', id).executeTakeFirst();
  if (!row || row.state === 'deleted') throw notFound('Message not found.');
  const raw = await sourceOf(context, row);
  if (raw === null) throw notFound('The source of this message is no longer stored.');
  context.readAudit.note({
    kind: 'message.raw.read',
    accountId: row.account_id,
    mailboxId: row.mailbox_id,
    actor: OPERATOR,
    target: row.id,
  });
  return raw;
}

/** All mail of an account as one mbox, message by message: memory holds one at a time. */
export async function exportMbox(context: Context, reference: string): Promise<AsyncIterable<Uint8Array>> {
  const mail = await allMail(context, reference);
  return mapped(mail, ({ row, raw }) => asMboxEntry(row, raw));
}

/** All mail of an account as Maildirs, in a tar archive, message by message. */
export async function exportMaildir(context: Context, reference: string): Promise<AsyncIterable<Uint8Array>> {
  const mail = await allMail(context, reference);
  return tarOf(mapped(mail, ({ row, raw }) => asMaildirFile(row, raw)));
}

async function* mapped<T, U>(items: AsyncIterable<T>, change: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield change(item);
}

interface SourcedMessage {
  readonly row: MessageRow;
  readonly raw: Buffer;
}

/** The sources of all messages of an account that aren't deleted, oldest first. Leaves an audit row. */
async function allMail(context: Context, reference: string): Promise<AsyncIterable<SourcedMessage>> {
  const { id } = await findAccount(context.store.read, reference);
  context.readAudit.note({ kind: 'account.content.exported', accountId: id, actor: OPERATOR });
  return sourcesOf(context, id);
}

async function* sourcesOf(context: Context, accountId: string): AsyncGenerator<SourcedMessage> {
  for (let after = 0; ; ) {
    const rows = await selectMessages(context.store.read)
      .where('messages.account_id', '=', accountId)
      .where('messages.state', '!=', 'deleted')
      .where('messages.seq', '>', after)
      .orderBy('messages.seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      const raw = await sourceOf(context, row);
      if (raw !== null) yield { row, raw };
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.seq;
  }
}
