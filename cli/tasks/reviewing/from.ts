import type { MailboxView } from '../../../shared/contract/mailboxes.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';

type SendingMailbox = Pick<MailboxView, 'effective_from_display' | 'address'>;

/** The From field that the recipient of outbound mail sees; null for inbound mail. */
export function fromDisplay(
  { direction, sender }: Pick<MessageDetail, 'direction' | 'sender'>,
  mailbox: SendingMailbox | undefined,
): string | null {
  if (direction !== 'outbound' || !mailbox) return null;
  const { effective_from_display: shown, address } = mailbox;
  const end = `<${address}>`;
  return shown.endsWith(end) ? `${shown.slice(0, -end.length)}<${sender}>` : shown;
}
