import {
  EVENTS,
  type EventData,
  type EventEnvelope,
  type EventType,
} from '../../../shared/contract/events.ts';
import { withOthers } from '../../../shared/named-address.ts';
import type { HeldState } from '../../tasks/reviewing/queue.ts';
import { withFate } from './decide.ts';
import { isOpen, kindOf, type QueueRow, waits } from './queue.ts';
import type { ReviewState } from './state.ts';
import { failedWhenDue } from './undo.ts';
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
  'message.decision_pending',
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
      return decided(state, message_id, {
        outcome: resolution === 'expired' ? 'expired' : `${outcome} by ${actor_type}`,
        own: outcome === 'approved' ? 'sent' : outcome,
      });
    }
    case 'message.decision_pending': {
      const parsed = EVENTS[event].safeParse(data);
      return parsed.success ? pending(state, parsed.data) : state;
    }
    case 'message.blocked':
      return decided(state, data.message_id, { outcome: `blocked by ${data.actor_type}`, own: 'blocked' });
    case 'message.received':
      return data.released === true
        ? decided(state, data.message_id, { outcome: 'released', own: 'released' })
        : state;
    case 'message.delivered':
      return decided(state, data.message_id, { outcome: 'sent', own: 'sent' });
    case 'message.dispatch_failed':
      return decided(state, data.message_id, { outcome: 'blocked', own: 'blocked' });
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
    party:
      hold.direction === 'inbound'
        ? { name: data.from?.name ?? null, address: data.sender }
        : { name: null, address: withOthers(data.recipient, data.recipients) },
    subject: data.subject,
    mailboxId: mailbox.id,
    mailboxName: mailbox.name,
    categories: data.reasons.map((reason) => reason.replace(/^scan:/, '')),
    // The events name no findings; they are known once it is loaded.
    proven: [],
    hasAttachment: false,
    fate: { kind: 'waiting' },
    since: state.actions,
  };
  return listed({ ...state, rows: new Map(state.rows).set(row.id, row) });
}

/** Words for a decision of others, and for your own. */
interface DecidedFacts {
  readonly outcome: string;
  readonly own: string;
}

/**
 * Another person's decision, or a decision that has taken effect. For your own at once, the reply has more
 * detail.
 */
function decided(state: ReviewState, id: unknown, { outcome, own }: DecidedFacts): ReviewState {
  const row = typeof id === 'string' ? state.rows.get(id) : undefined;
  if (!row || !isOpen(row)) return state;
  const isYours = row.fate.kind === 'scheduled' && row.fate.by === 'you';
  const fate = isYours ? { outcome: own, by: 'you' as const } : { outcome, by: 'elsewhere' as const };
  return withFate(state, row.id, { kind: 'decided', ...fate });
}

/** A decision that can be taken back. For your own, the reply tells it. */
function pending(state: ReviewState, data: EventData<'message.decision_pending'>): ReviewState {
  const { message_id: id, status, decision: verb, due_at: dueAt, error_code: code } = data;
  const row = state.rows.get(id);
  if (!row) return state;
  switch (status) {
    case 'scheduled': {
      const fate = { verb, dueAt: Date.parse(dueAt), by: 'elsewhere', reason: undefined } as const;
      return waits(row) ? withFate(state, id, { kind: 'scheduled', ...fate }) : state;
    }
    case 'undone':
      return row.fate.kind === 'scheduled' ? withFate(state, id, { kind: 'waiting' }) : state;
    case 'failed':
      return failedWhenDue(state, id, code ?? '');
  }
}
