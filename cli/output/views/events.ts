import type { StreamedDelivery } from '../../../shared/contract/event-stream.ts';
import type { EventEnvelope } from '../../../shared/contract/events.ts';
import { eventTone, summarizeEvent } from '../../../shared/event-summary.ts';
import { bad, type Cell, good, line, quiet, strong, type View, warning } from './document.ts';

/** An event as a line: when, what, about whom. */
export const eventLine: View<EventEnvelope & { readonly cursor: string }> = (event) => [
  line({ clock: event.occurred_at }, eventCell(event.event), ...summary(event.data)),
];

/** An event posted to a local receiver, and the answer. */
export interface Forwarded {
  readonly id: string;
  readonly event: string;
  readonly occurred_at: string;
  readonly cursor: string;
  /** The receiver's status; null without an answer. */
  readonly status: number | null;
  readonly milliseconds: number;
  readonly error: string | null;
}

export const forwardedLine: View<Forwarded> = (each) => [
  line(
    { clock: each.occurred_at },
    each.status !== null && each.status < 300
      ? good(String(each.status))
      : bad(String(each.status ?? 'failed')),
    eventCell(each.event),
    quiet(`${each.milliseconds} ms`),
    ...(each.error === null ? [] : [bad(each.error)]),
    quiet(each.id),
  ),
];

/** A delivery after an attempt: outcome and error. */
export const deliveryLine: View<StreamedDelivery> = (each) => [
  line(
    deliveryTime(each),
    deliveryStatus(each),
    strong(each.event_type),
    quiet(`attempt ${each.attempt_count}`),
    ...(each.http_status === null ? [] : [String(each.http_status)]),
    ...(each.last_error === null ? [] : [bad(each.last_error)]),
    ...(each.next_retry_at === null ? [] : [warning('again'), { at: each.next_retry_at }]),
    quiet(each.id),
  ),
];

export interface VerifiedEvent {
  readonly valid: true;
  readonly id: string;
  readonly event: string;
  readonly occurred_at: string;
}

export const verifiedView: View<VerifiedEvent> = ({ event, id, occurred_at }) => [
  line(good('The signature is right:'), strong(event), quiet(occurred_at), quiet(id)),
];

export interface Triggered {
  readonly event: string;
  /** The command that triggered it. */
  readonly by: string;
}

export const triggeredView: View<Triggered> = ({ event, by }) => [line(strong(event), by)];

function eventCell(type: string): Cell {
  const tone = eventTone(type);
  if (tone === 'bad') return bad(type);
  return tone === 'good' ? good(type) : strong(type);
}

/** Time of its end, or of its creation while it's pending. */
export function deliveryTime({ delivered_at, failed_at, created_at }: StreamedDelivery): Cell {
  return { clock: delivered_at ?? failed_at ?? created_at };
}

export function deliveryStatus({ status }: Pick<StreamedDelivery, 'status'>): Cell {
  if (status === 'delivered') return good(status);
  return status === 'abandoned' ? bad(status) : warning(status);
}

function summary(data: EventEnvelope['data']): Cell[] {
  const { about, subject, messageId = '', mailboxId = '' } = summarizeEvent(data);
  return subject === undefined ? [about, quiet(mailboxId)] : [about, strong(subject), quiet(messageId)];
}
