import {
  EVENTS,
  type EventData,
  type EventEnvelope,
  type EventType,
} from '../../../shared/contract/events.ts';
import type { HeldState } from '../../reviewing/queue.ts';
import { withFate } from './decide.ts';
import { kindOf, type QueueRow, waits } from './queue.ts';
import type { ReviewState } from './state.ts';
import { listed } from './view.ts';

/** Events that change the queue. */
export const FOLLOWED = [
  'message.pending_review',
  'message.quarantined',
  'message.review_resolved',
  'message.blocked',
  'message.received',
  'message.delivered',
  'message.dispatch_failed',
] as const satisfies readonly EventType[];

export function withEvent(state: ReviewState, { event, data }: EventEnvelope): ReviewState {
  switch (event) {
    case 'message.pending_review': {
      const parsed = EVENTS[event].safeParse(data);
      return parsed.success
        ? held(state, parsed.data, {
            state: 'pending_review',
            direction: 'outbound',
            createdAt: parsed.data.held_at,
          })
        : state;
    }
    case 'message.quarantined': {
      const parsed = EVENTS[event].safeParse(data);
      if (!parsed.success) return state;
      const { direction, quarantined_at: createdAt } = parsed.data;
      return held(state, parsed.data, { state: 'quarantined', direction, createdAt });
    }
    case 'message.review_resolved': {
      const parsed = EVENTS[event].safeParse(data);
      if (!parsed.success) return state;
      const { message_id, resolution, status, actor_type } = parsed.data;
      const outcome =
        resolution === 'approved' && status === 'blocked' ? 'approved, but blocked' : resolution;
      return decided(state, message_id, resolution === 'expired' ? 'expired' : `${outcome} by ${actor_type}`);
    }
    case 'message.blocked':
      return decided(state, data.message_id, `blocked by ${data.actor_type}`);
    case 'message.received':
      return data.released === true ? decided(state, data.message_id, 'released') : state;
    case 'message.delivered':
      return decided(state, data.message_id, 'sent');
    case 'message.dispatch_failed':
      return decided(state, data.message_id, 'blocked');
    default:
      return state;
  }
}

type HeldData = EventData<'message.pending_review'> | EventData<'message.quarantined'>;

type HeldRow = Pick<QueueRow, 'direction' | 'createdAt'> & { readonly state: HeldState };

function held(state: ReviewState, data: HeldData, hold: HeldRow): ReviewState {
  const mailbox = state.mailboxes.get(data.mailbox_id);
  // Its mailbox isn't shown, or a page had it already.
  if (!mailbox || state.rows.get(data.message_id)?.state === hold.state) return state;
  const row: QueueRow = {
    id: data.message_id,
    ...hold,
    kind: kindOf(hold.state, hold.direction),
    sender: data.sender,
    recipient: data.recipient,
    subject: data.subject,
    mailboxId: mailbox.id,
    mailboxName: mailbox.name,
    categories: data.reasons.map((reason) => reason.replace(/^scan:/, '')),
    hasAttachment: false,
    fate: { kind: 'waiting' },
    since: state.actions,
  };
  return listed({ ...state, rows: new Map(state.rows).set(row.id, row) });
}

/** Another person's decision. For your own, the reply has more detail than the event. */
function decided(state: ReviewState, id: unknown, outcome: string): ReviewState {
  const row = typeof id === 'string' ? state.rows.get(id) : undefined;
  if (!row || !waits(row)) return state;
  return withFate(state, row.id, { kind: 'decided', outcome, by: 'elsewhere' });
}
