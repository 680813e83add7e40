import type { MessagesTable } from '../../platform/store/schema.ts';
import { tagged } from '../../platform/system/mail-address.ts';

type SentFields = Pick<MessagesTable, 'sender' | 'subaddress_instance_id' | 'subaddress_mode'> & {
  readonly reply_to: string | null;
};

/** The Reply-To address of a sent message, or null when answers go to its sender. */
export function replyAddress(message: SentFields): string | null {
  const { sender, reply_to, subaddress_instance_id: instance, subaddress_mode: mode } = message;
  return reply_to ?? (mode === 'reply_to' && instance !== null ? tagged(sender, instance) : null);
}
