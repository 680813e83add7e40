import { calendarReplyFile } from '../../content/calendar/write-reply.ts';
import { envelopeSender } from '../../network/domains/return-path.ts';
import { outboundAttachments, type StoredFile } from '../attachments/staging/outbound-attachments.ts';
import type { MailContext } from '../context.ts';
import { unsubscribeLink } from '../unsubscribe/link.ts';
import { composeMail, type MailContent } from './compose.ts';
import { withFooter } from './footer.ts';
import type { Outgoing } from './outgoing.ts';
import { addressAt } from './recipients.ts';
import { rfcMessageId } from './submission.ts';
import type { OutboundMail } from './transport.ts';

interface MailParts {
  readonly files: readonly StoredFile[];
  /** Its date, milliseconds since 1970. */
  readonly at: number;
  /** Of its recipient among several; the first when absent. */
  readonly place?: number | null;
}

/** A message as mail, unsigned. */
export async function outboundMail(
  context: MailContext,
  outgoing: Outgoing,
  { files, at, place = outgoing.recipients && 0 }: MailParts,
): Promise<OutboundMail> {
  const { id, account_id: accountId, sender, subject } = outgoing;
  const recipient = addressAt(outgoing, place);
  const { text, html } = withFooter(outgoing, context.config.platformDomain);
  const attachments = await outboundAttachments(context.store, files);
  const isConnected = outgoing.connection_state !== null;
  const unsubscribe = unsubscribeLink(context, { accountId, recipient, leaves: isConnected });
  const envelopeFrom = await envelopeSender(context, { id, sender, place });
  const raw = await composeMail({
    fromName: outgoing.from_name,
    fromAddress: sender,
    ...addressFields(outgoing),
    subject,
    replyTo: outgoing.reply_to,
    text,
    html,
    messageId: outgoing.rfc_message_id ?? rfcMessageId(sender, id),
    inReplyTo: outgoing.in_reply_to,
    references: outgoing.reference_ids,
    unsubscribe,
    autoSubmitted: autoSubmittedOf(outgoing),
    date: new Date(at),
    attachments,
    calendarReply: outgoing.calendar_reply && calendarReplyFile(outgoing.calendar_reply, subject),
  });
  return {
    messageId: id,
    accountId,
    connectedMailbox: isConnected ? outgoing.mailbox_id : null,
    envelopeFrom,
    headerFrom: sender,
    to: recipient,
    subject,
    text,
    html,
    isAsStored: text === outgoing.text && html === outgoing.html,
    raw,
  };
}

/** To and Cc, which all recipients see. Those of Bcc are in neither. */
function addressFields({ recipient, recipients }: Outgoing): Pick<MailContent, 'to' | 'cc'> {
  if (recipients === null) return { to: [{ address: recipient, name: null }], cc: [] };
  const shown = recipients.filter(({ status }) => status !== 'skipped');
  return { to: shown.filter(({ role }) => role === 'to'), cc: shown.filter(({ role }) => role === 'cc') };
}

/**
 * Mail that an agent sends by itself says so. A person who approves, edits or sends it answers for it.
 * docs/decisions/sending.md
 */
function autoSubmittedOf({ actor_type, in_reply_to, auto_submitted_replies, ...outgoing }: Outgoing) {
  const approver = outgoing.deciding?.actor.type ?? outgoing.review?.actor_type ?? 'agent';
  if (actor_type !== 'agent' || approver !== 'agent') return null;
  if (in_reply_to === null) return 'auto-generated';
  return auto_submitted_replies ? 'auto-replied' : null;
}
