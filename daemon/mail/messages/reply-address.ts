import type { MessagesTable } from '../../platform/store/schema.ts';

/** The address of a mailbox with a tag. */
export function tagged(address: string, tag: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${tag}${address.slice(at)}`;
}

type SentFields = Pick<MessagesTable, 'sender' | 'subaddress_instance_id' | 'subaddress_mode'> & {
  readonly reply_to: string | null;
};

/** The Reply-To address of a sent message, or null when answers go to its sender. */
export function replyAddress(message: SentFields): string | null {
  const { sender, reply_to, subaddress_instance_id: instance, subaddress_mode: mode } = message;
  return reply_to ?? (mode === 'reply_to' && instance !== null ? tagged(sender, instance) : null);
}
