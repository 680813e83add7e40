import type { EventType } from './contract/values.ts';

/** Events in words for people; webhooks and streams name them by their types. */

const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'message.received': 'Received',
  'message.delivered': 'Delivered',
  'message.bounced': 'Bounced',
  'message.quarantined': 'Quarantined',
  'message.pending_review': 'Held for review',
  'message.review_resolved': 'Reviewed',
  'message.blocked': 'Blocked',
  'message.dispatch_failed': 'Not sent',
  'message.decision_pending': 'Decision made',
  'recipient_blocklist.added': 'Recipient suppressed',
  'recipient_blocklist.removed': 'Recipient no longer suppressed',
  'sender_blocklist.added': 'Sender blocked',
  'recipient_allowlist.added': 'Recipient allowed',
  'recipient_allowlist.removed': 'Recipient no longer allowed',
  'recipient_allowlist.blocked_attempt': 'Recipient refused',
  'mailbox.recipient_policy_changed': 'Recipient rule changed',
  'mailbox.sender_policy_changed': 'Sender rule changed',
  'trusted_source.granted': 'Sender trusted',
  'trusted_source.revoked': 'Sender no longer trusted',
};

/** The words for a type; a type of a newer daemon stands for itself. */
export function eventWords(type: string): string {
  return (EVENT_WORDS as Readonly<Record<string, string>>)[type] ?? type;
}
