import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import type { getMessage as contract } from '../../../shared/contract/reading.ts';
import type { Principal } from '../../access/principal.ts';
import { mailboxById } from '../../rules/mailboxes/table.ts';
import { shownCalendar } from '../attachments/calendar.ts';
import type { MailContext } from '../context.ts';
import { getMessage } from '../messages/get.ts';
import { resolveMessage } from '../messages/table.ts';
import { answerAddress } from './answer-address.ts';
import { recipientNote } from './recipient-note.ts';

/** `GET /v1/messages/:id`: a message, its invitation, and where a reply to it would go. */
export async function getAnswerable(
  context: MailContext,
  principal: Principal,
  input: { readonly id: string; readonly query: QueryOf<typeof contract> },
): Promise<MessageDetail> {
  const detail = await withCalendar(context, principal, {
    id: input.id,
    detail: await getMessage(context, principal, input),
  });
  const { direction, state, sender, reply_to } = detail;
  if (direction === 'outbound' || (state !== 'available' && state !== 'quarantined')) return detail;
  const asIs = { ...detail, reply_recipient: { address: sender, note: null } };
  if (reply_to === null) return asIs;
  const db = context.store.read;
  const answered = await resolveMessage(db, principal, { id: input.id, unbound: 'masked_404' });
  const mailbox = await mailboxById(db, answered.mailbox_id);
  if (!mailbox || mailbox.status === 'deleted') return detail;
  const address = await answerAddress(context, { principal, mailbox, answered, withoutDns: true });
  return { ...detail, reply_recipient: { address, note: recipientNote(answered, address) } };
}

async function withCalendar(
  context: MailContext,
  principal: Principal,
  { id, detail }: { readonly id: string; readonly detail: MessageDetail },
): Promise<MessageDetail> {
  if (!detail.has_attachment) return { ...detail, calendar: null };
  const row = await resolveMessage(context.store.read, principal, { id, unbound: 'masked_404' });
  return { ...detail, calendar: await shownCalendar(context, principal, { row, detail }) };
}
