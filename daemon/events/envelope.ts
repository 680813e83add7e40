import type { EventEnvelope } from '../../shared/contract/events.ts';
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

/** `pii_mode` of the mailbox at this moment; `unknown` when the mailbox is gone. */
export type PiiMode = 'passthrough' | 'redacted' | 'unknown';

const REDACTED_ADDRESS = '<EMAIL_ADDRESS>';
const REDACTED_SUBJECT = '<REDACTED>';
const REDACTIONS: Readonly<Record<string, string>> = {
  sender: REDACTED_ADDRESS,
  recipient: REDACTED_ADDRESS,
  to: REDACTED_ADDRESS,
  subject: REDACTED_SUBJECT,
};

/**
 * What is told of an event. The mode is that of the mailbox now, not when the event happened: an attempt that is
 * repeated may hide more.
 */
export function renderEnvelope(event: ToldEvent, mode: PiiMode): EventEnvelope {
  return {
    id: event.id,
    event: event.type as EventEnvelope['event'],
    occurred_at: isoTime(event.occurredAt),
    account_id: event.accountId,
    data:
      mode !== 'passthrough' && event.type.startsWith('message.') ? redacted(event.data) : { ...event.data },
  };
}

/** All or nothing (specification, delivery contract 7): events about messages only, policy events are exempt. */
function redacted(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, value === null ? null : (REDACTIONS[name] ?? value)]),
  );
}
