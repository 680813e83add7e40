import type { EventData, EventEnvelope, EventType } from '../../../../shared/contract/events.ts';
import type { DecisionKind } from '../../../../shared/contract/messages.ts';
import { withOthers } from '../../../../shared/named-address.ts';
import type { Row } from './rows.ts';

/** Events that change the queue. */
export const FOLLOWED = [
  'message.pending_review',
  'message.quarantined',
  'message.review_resolved',
  'message.blocked',
  'message.received',
  'message.delivered',
  'message.dispatch_failed',
  'message.decision_pending',
] as const satisfies readonly EventType[];

/** A message that is held now, or isn't any more. */
export type QueueEvent =
  | { readonly kind: 'held'; readonly row: Row }
  /** `own` is the word for a decision of this person. */
  | { readonly kind: 'decided'; readonly id: string; readonly outcome: string; readonly own: string }
  | { readonly kind: 'scheduled'; readonly id: string; readonly verb: DecisionKind; readonly dueAt: number }
  | { readonly kind: 'undone'; readonly id: string }
  | { readonly kind: 'failed'; readonly id: string; readonly code: string };

/** The change of the queue that an event reports. */
export function queueEvent({ event: type, data }: EventEnvelope): QueueEvent | undefined {
  const id = data.message_id as string;
  switch (type) {
    case 'message.pending_review': {
      const held = data as EventData<typeof type>;
      return heldRow(held, { state: 'pending_review', direction: 'outbound', createdAt: held.held_at });
    }
    case 'message.quarantined': {
      const held = data as EventData<typeof type>;
      const { direction, quarantined_at: createdAt } = held;
      return heldRow(held, { state: 'quarantined', direction, createdAt });
    }
    case 'message.review_resolved': {
      const { resolution, status, actor_type } = data as EventData<typeof type>;
      const outcome =
        resolution === 'approved' && status === 'blocked' ? 'approved, but blocked' : resolution;
      return {
        kind: 'decided',
        id,
        outcome: resolution === 'expired' ? 'expired' : `${outcome} by ${actor_type}`,
        own: outcome === 'approved' ? 'sent' : outcome,
      };
    }
    case 'message.blocked':
      return { kind: 'decided', id, outcome: `blocked by ${data.actor_type}`, own: 'blocked' };
    case 'message.received':
      return (data as { released?: boolean }).released
        ? { kind: 'decided', id, outcome: 'released', own: 'released' }
        : undefined;
    case 'message.delivered':
      return { kind: 'decided', id, outcome: 'sent', own: 'sent' };
    case 'message.dispatch_failed':
      return { kind: 'decided', id, outcome: 'blocked', own: 'blocked' };
    case 'message.decision_pending': {
      const { status, decision: verb, due_at, error_code } = data as EventData<typeof type>;
      if (status === 'scheduled') return { kind: 'scheduled', id, verb, dueAt: Date.parse(due_at) };
      return status === 'undone' ? { kind: 'undone', id } : { kind: 'failed', id, code: error_code ?? '' };
    }
    default:
      return undefined;
  }
}

type HeldData = EventData<'message.pending_review'> | EventData<'message.quarantined'>;

function heldRow(data: HeldData, hold: Pick<Row, 'state' | 'direction' | 'createdAt'>): QueueEvent {
  return {
    kind: 'held',
    row: {
      ...hold,
      id: data.message_id,
      sender: data.sender,
      recipient: data.recipient,
      party:
        hold.direction === 'inbound'
          ? { name: data.from?.name ?? null, address: data.sender }
          : { name: null, address: withOthers(data.recipient, data.recipients) },
      subject: data.subject,
      preview: '',
      mailboxId: data.mailbox_id,
      mailboxName: '',
      categories: data.reasons.map((reason) => reason.replace(/^scan:/, '')),
      // The events name no findings; they are known once it is loaded.
      proven: [],
      hasAttachment: false,
      fate: { kind: 'waiting' },
    },
  };
}
