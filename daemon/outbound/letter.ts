import { outboundAttachments } from '../attachments/staging/outbound-attachments.ts';
import type { Context } from '../context.ts';
import { effectiveFromName } from '../mailboxes/project.ts';
import { unsubscribeLink } from '../unsubscribe/link.ts';
import { composeMail } from './compose.ts';
import { withFooter } from './footer.ts';
import type { Outgoing } from './outgoing.ts';
import { replyAddress } from './subaddress.ts';
import { rfcMessageId } from './submission.ts';

/** An outgoing message as mail, unsigned, with the texts that its recipient reads. */
export async function writeLetter(
  context: Context,
  outgoing: Outgoing,
  at: number,
): Promise<{ readonly raw: Buffer; readonly text: string; readonly html: string | null }> {
  const { text, html } = withFooter(outgoing, context.config.platformDomain);
  const raw = await composeMail({
    fromName: effectiveFromName(outgoing, outgoing.tier),
    fromAddress: outgoing.sender,
    to: outgoing.recipient,
    subject: outgoing.subject,
    replyTo: replyAddress(outgoing),
    text,
    html,
    messageId: outgoing.rfc_message_id ?? rfcMessageId(outgoing.sender, outgoing.id),
    inReplyTo: outgoing.in_reply_to,
    references: outgoing.reference_ids,
    unsubscribe: unsubscribeLink(context, { accountId: outgoing.account_id, recipient: outgoing.recipient }),
    date: new Date(at),
    attachments: await outboundAttachments(context.store, outgoing.id),
  });
  return { raw, text, html };
}
