import type { QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import type { getThread as contract } from '../../../shared/contract/threads.ts';
import type { Principal } from '../../access/principal.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import { DEFAULT_VIEW, stateIn } from '../../platform/store/message-states.ts';
import { isKeptFromText } from '../../rules/mailboxes/withheld.ts';
import type { MailContext } from '../context.ts';
import { blocksOf } from '../messages/blocks.ts';
import { NO_TEXTS, shownTexts } from '../messages/body.ts';
import { projectDetail } from '../messages/project.ts';
import { projectionFor } from '../messages/projection.ts';
import { attachmentsOf, selectMessages } from '../messages/table.ts';
import { subjectsAt } from './facts.ts';
import { locateThread } from './locate.ts';

/** A thread's visible messages, as single reads show them. Audited. */
export async function getThread(
  context: MailContext,
  principal: Principal,
  { reference, query }: { readonly reference: string; readonly query: QueryOf<typeof contract> },
): Promise<ReplyOf<typeof contract>> {
  const db = context.store.read;
  const { mailboxId, threadId } = await locateThread(db, principal, {
    reference,
    mailboxReference: query.mailbox,
  });
  const thread = await db
    .selectFrom('threads')
    .select(['message_count', 'first_message_at'])
    .where('mailbox_id', '=', mailboxId)
    .where('thread_id', '=', threadId)
    .executeTakeFirst();
  const rows = await selectMessages(db)
    .where('messages.mailbox_id', '=', mailboxId)
    .where('messages.thread_id', '=', threadId)
    .where(stateIn(DEFAULT_VIEW))
    .orderBy('messages.created_at', 'desc')
    .limit(LIMITS.threadMessages)
    .execute();
  const [latest] = rows;
  const first = thread?.first_message_at;
  if (!thread || first == null || !latest) throw notFound('Thread not found.');
  context.readAudit.note({
    kind: 'thread.content.read',
    accountId: principal.account.id,
    mailboxId,
    actor: principal.actor,
    target: threadId,
  });
  const how = await projectionFor(context, principal, { rows, ...query });
  const isBlind = isKeptFromText(principal, latest, query.quarantine_access);
  const messages: MessageDetail[] = [];
  // People get the latest bodies whole as far as there is room; single reads have the rest.
  let room = how.wholeBodies ? LIMITS.threadBodyCharacters : 0;
  for (const row of rows) {
    const attachments = row.has_attachment ? await attachmentsOf(db, row.id) : [];
    const texts = how.isWithheld(row) ? NO_TEXTS : await shownTexts(context, row);
    const text = how.markdown.get(row.id)?.markdown ?? texts.text;
    const length = (text?.length ?? 0) + (texts.htmlText?.length ?? 0);
    const wholeBodies = length <= room;
    if (wholeBodies) room -= length;
    const detail = projectDetail(row, { ...texts, attachments }, { ...how, wholeBodies });
    const hasBlocks = query.blocks && row.direction === 'inbound';
    messages.push({ ...detail, ...(hasBlocks && { blocks: await blocksOf(context, row, { detail, how }) }) });
  }
  return {
    id: threadId,
    mailbox_id: mailboxId,
    mailbox_name: latest.mailbox_name,
    subject: (await subjectsAt(db, { mailboxId, times: [first], isKeptFromText: isBlind })).get(first) ?? '',
    message_count: thread.message_count,
    messages: messages.reverse(),
  };
}
