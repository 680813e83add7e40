import type { EventEnvelope } from '../../shared/contract/events.ts';
import type { MessageState } from '../../shared/contract/messages.ts';
import { isoTime } from '../platform/system/iso-time.ts';

/** An event for one reader, rendered now because the mailbox's redaction may have changed. */
export interface ToldEvent {
  /** Id of the delivery, or of the row in the log. */
  readonly id: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly accountId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Current facts that decide what a reader gets of an event about a message. */
export interface Circumstances {
  /** Null when the mailbox is deleted. */
  readonly pii_mode: 'passthrough' | 'redacted' | null;
  /** Null when the event isn't about a message. */
  readonly message_state: MessageState | null;
  /** The reader gets no text of the message's sender. Absent for webhooks, which only admins configure. */
  readonly isWithheld?: boolean;
}

const REDACTED_ADDRESS = '<EMAIL_ADDRESS>';
const REDACTED_FROM = { name: null, address: REDACTED_ADDRESS };
const REDACTED_SUBJECT = '<REDACTED>';
const REDACTIONS: Readonly<Record<string, (value: string) => string>> = {
  sender: () => REDACTED_ADDRESS,
  recipient: () => REDACTED_ADDRESS,
  to: () => REDACTED_ADDRESS,
  subject: () => REDACTED_SUBJECT,
  // Mail hosts repeat the recipient in their answer; the rest helps to find the fault.
  bounce_reason: (value) => value.replace(ADDRESS, REDACTED_ADDRESS),
};
const ADDRESS = /(?:"[^"]{0,254}"|[^\s<>()[\]",;:]{1,254})@[^\s<>()",;:]+/g;

/**
 * Renders an event under current rules, not those of its time: a repeated attempt may hide more. An event
 * about a deleted message is redacted.
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
      ...(state === 'deleted' && withoutMetadata(event.data)),
      ...(isWithheld && withoutText(event.data)),
    },
  };
}

/** The caller's own data goes with the message. */
function withoutMetadata({ metadata }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return metadata === undefined ? {} : { metadata: {} };
}

/** Fields of a message event with text of the sender. */
function withoutText({ subject, from, sender }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    ...(subject !== undefined && { subject: '' }),
    ...(from !== undefined && { from: { name: null, address: sender } }),
  };
}

/** Redacts all addresses of a message event or none. Policy events are exempt. */
function redacted(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (name === 'from') return [name, REDACTED_FROM];
      const hide = REDACTIONS[name];
      return [name, hide && typeof value === 'string' ? hide(value) : value];
    }),
  );
}
