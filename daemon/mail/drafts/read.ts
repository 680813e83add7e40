import type { listDrafts as contract, Draft, DraftSummary } from '../../../shared/contract/drafts.ts';
import type { CallOf } from '../../../shared/contract/endpoint.ts';
import { UUID_SHAPE } from '../../../shared/contract/fields.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import { resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { resolveDraft, selectDrafts } from '../messages/drafts/table.ts';
import { projectDraft, projectSummary } from './project.ts';

export async function getDraft(context: MailContext, principal: Principal, id: string): Promise<Draft> {
  const row = await resolveDraft(context.store.read, principal, { id, unbound: 'masked_404' });
  context.readAudit.note({
    kind: 'message.content.read',
    accountId: row.account_id,
    mailboxId: row.mailbox_id,
    actor: principal.actor,
    target: row.id,
  });
  return projectDraft(context, principal, { row });
}

/** Unsent drafts of a mailbox, newest first. */
export async function listDrafts(
  context: MailContext,
  principal: Principal,
  { params: { id: reference }, query: { limit, before } }: CallOf<typeof contract>,
): Promise<{ drafts: DraftSummary[] }> {
  const db = context.store.read;
  const mailbox = await resolveMailbox(db, principal, { reference, unbound: 'denied_403' });
  let query = selectDrafts(db)
    .where('messages.mailbox_id', '=', mailbox.id)
    .where('messages.state', '=', 'draft');
  if (before !== undefined) {
    query = query.where('messages.created_at', '<', await positionOf(db, mailbox.id, before));
  }
  const rows = await query
    .orderBy('messages.created_at', 'desc')
    .limit(limit ?? LIMITS.messagePage.default)
    .execute();
  return { drafts: rows.map(projectSummary) };
}

/** Sent and deleted drafts stay valid positions. */
async function positionOf(db: Queries, mailboxId: string, id: string): Promise<number> {
  const row = UUID_SHAPE.test(id)
    ? await db
        .selectFrom('messages')
        .select('created_at')
        .where('id', '=', id.toLowerCase())
        .where('mailbox_id', '=', mailboxId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new ServiceError('INVALID_CURSOR');
  return row.created_at;
}
