import { sql } from 'kysely';
import type { EventEnvelope } from '../../shared/contract/events.ts';
import type { MessageState } from '../../shared/contract/messages.ts';
import { isoTime } from '../system/iso-time.ts';

/** An event as it is told to somebody: fresh, because the redaction of its mailbox may have changed. */
export interface ToldEvent {
  /** Of the delivery, or of the row in the log. */
  readonly id: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly accountId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What decides at this moment whether an event about a message is told whole. */
export interface Circumstances {
  /** Of its mailbox; null when the mailbox is gone. */
  readonly pii_mode: 'passthrough' | 'redacted' | null;
  /** Of the message; null when the event is about none. */
  readonly message_state: MessageState | null;
  /** The reader gets no text of the sender of this message; absent for webhooks, which are an admin's. */
  readonly isWithheld?: boolean;
}

/** Id of the message that an event in the log is about, if any. */
export const MESSAGE_OF_EVENT = sql<string>`json_extract(events.data, '$.message_id')`;

const REDACTED_ADDRESS = '<EMAIL_ADDRESS>';
const REDACTED_SUBJECT = '<REDACTED>';
const REDACTIONS: Readonly<Record<string, (value: string) => string>> = {
  sender: () => REDACTED_ADDRESS,
  recipient: () => REDACTED_ADDRESS,
  to: () => REDACTED_ADDRESS,
  subject: () => REDACTED_SUBJECT,
  // Mail hosts repeat the recipient in what they say; the rest of it helps to mend what is wrong.
  bounce_reason: (value) => value.replace(ADDRESS, REDACTED_ADDRESS),
};
const ADDRESS = /(?:"[^"]{0,254}"|[^\s<>()[\]",;:]{1,254})@[^\s<>()",;:]+/g;

/**
 * What is told of an event under the circumstances of now, not of when it happened: an attempt that is repeated may
 * hide more. What was deleted is told of no more than a redacted mailbox tells.
 */
export function renderEnvelope(
  event: ToldEvent,
  { pii_mode: mode, message_state: state, isWithheld = false }: Circumstances,
): EventEnvelope {
  const whole = !event.type.startsWith('message.') || (mode === 'passthrough' && state !== 'deleted');
  return {
    id: event.id,
    event: event.type as EventEnvelope['event'],
    occurred_at: isoTime(event.occurredAt),
    account_id: event.accountId,
    data: {
      ...(whole ? event.data : redacted(event.data)),
      ...(isWithheld && 'subject' in event.data && { subject: '' }),
    },
  };
}

/** Redacts all addresses of a message event or none. Policy events are exempt. */
function redacted(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const hide = REDACTIONS[name];
      return [name, hide && typeof value === 'string' ? hide(value) : value];
    }),
  );
}
