import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { projectDraft } from '../../../mail/drafts/project.ts';
import { shownTexts } from '../../../mail/messages/body.ts';
import { selectDrafts } from '../../../mail/messages/drafts/table.ts';
import { projectDetail } from '../../../mail/messages/project.ts';
import { projectionFor } from '../../../mail/messages/projection.ts';
import { attachmentsOf, selectMessages } from '../../../mail/messages/table.ts';

const PAGE = 100;

/** Unsent drafts, in the shape of a single read. */
export async function* exportedDrafts(context: Context, principal: Principal): AsyncGenerator<unknown> {
  for (let after = 0; ; ) {
    const rows = await selectDrafts(context.store.read)
      .where('messages.account_id', '=', principal.account.id)
      .where('messages.state', '=', 'draft')
      .where('messages.seq', '>', after)
      .orderBy('messages.seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) yield projectDraft(context, principal, { row, wholeBodies: true });
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.seq;
  }
}

/** Sent and received messages in order of arrival, in the shape of a single read. */
export async function* exportedMessages(context: Context, principal: Principal): AsyncGenerator<unknown> {
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
      .where('messages.state', '!=', 'draft')
      .where('messages.seq', '>', after)
      .orderBy('messages.seq')
      .limit(PAGE)
      .execute();
    const how = await projectionFor(context, principal, { rows, wholeBodies: true });
    for (const row of rows) {
      const texts = await shownTexts(context, row);
      const attachments = row.has_attachment ? await attachmentsOf(read, row.id) : [];
      yield projectDetail(row, { ...texts, attachments }, how);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.seq;
  }
}
