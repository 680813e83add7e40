import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import { shownBody } from '../../messages/body.ts';
import { projectDetail } from '../../messages/project.ts';
import { projectionFor } from '../../messages/projection.ts';
import { attachmentsOf, selectMessages } from '../../messages/table.ts';

const PAGE = 100;

/** Every message of the account in the order of its arrival, as the single read shows it. */
export async function* exportedMessages(
  context: Context,
  principal: Principal,
  part: 'drafts' | 'messages',
): AsyncGenerator<unknown> {
  const { read } = context.store;
  context.readAudit.note({
    kind: 'account.content.exported',
    accountId: principal.account.id,
    actor: principal.actor,
  });
  for (let after = 0; ; ) {
    const rows = await selectMessages(read)
      .where('messages.account_id', '=', principal.account.id)
      .where('messages.state', '!=', 'deleted')
      .where('messages.state', part === 'drafts' ? '=' : '!=', 'draft')
      .where('messages.seq', '>', after)
      .orderBy('messages.seq')
      .limit(PAGE)
      .execute();
    const how = { ...(await projectionFor(context, principal, rows)), wholeBodies: true };
    for (const row of rows) {
      const text = await shownBody(context, row);
      const attachments = row.has_attachment === 1 ? await attachmentsOf(read, row.id) : [];
      yield projectDetail(row, { text, attachments }, how);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.seq;
  }
}
