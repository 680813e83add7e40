import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import type { getMessage as contract } from '../../../shared/contract/reading.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { MailContext } from '../context.ts';
import { blocksOf } from './blocks.ts';
import { NO_TEXTS, shownTexts } from './body.ts';
import { shownHtml } from './html.ts';
import { projectDetail } from './project.ts';
import { projectionFor } from './projection.ts';
import { withNotes } from './recipient-notes.ts';
import { attachmentsOf, resolveMessage } from './table.ts';
import { versionsOf } from './versions.ts';

/** Returns a message and audits the read; `read_at` stays. */
export async function getMessage(
  context: MailContext,
  principal: Principal,
  { id, query }: { readonly id: string; readonly query: QueryOf<typeof contract> },
): Promise<MessageDetail> {
  const { store, readAudit } = context;
  const row = await resolveMessage(store.read, principal, { id, unbound: 'masked_404' });
  if (query.body_format === 'html' && principal.method !== 'session') {
    throw new ServiceError('BODY_FORMAT_HTML_SESSION_ONLY');
  }
  const how = await projectionFor(context, principal, { rows: [row], ...query });
  const shows = !how.isWithheld(row);
  const html = shows && query.body_format === 'html' ? await shownHtml(context, row) : null;
  const texts = shows ? await shownTexts(context, row) : NO_TEXTS;
  const attachments = row.has_attachment ? await attachmentsOf(store.read, row.id) : [];
  const versions = await versionsOf(context, row, how);
  for (const { id: target } of versions ?? [row]) {
    readAudit.note({
      kind: 'message.content.read',
      accountId: row.account_id,
      mailboxId: row.mailbox_id,
      actor: principal.actor,
      target,
    });
  }
  const detail = projectDetail(row, { ...texts, html, attachments }, how);
  const { recipients } = detail;
  return {
    ...detail,
    ...(recipients && { recipients: await withNotes(store.read, principal, { row, recipients }) }),
    ...(versions && { versions }),
    ...(query.blocks &&
      row.direction === 'inbound' && { blocks: await blocksOf(context, row, { detail, how }) }),
  };
}
