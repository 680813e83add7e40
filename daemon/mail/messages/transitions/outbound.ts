import type { Actor } from '../../../platform/store/actor.ts';
import { decisionColumn } from '../review.ts';
import { audited, carriedOut } from './audits.ts';
import { HELD, type TransitionRows } from './effects.ts';
import * as events from './events.ts';
import type { Move } from './facts.ts';

/** The job that ends the wait for an approval. */
export const APPROVAL_EXPIRY = 'approval.expire';

const UNDECIDED = ['scanning', ...HELD] as const;

const TRANSPORT: Actor = { type: 'system', id: 'transport' };

/** Changes of an outgoing message, from its scan to a bounce. */
export const OUTBOUND = {
  // The scan makes a sent draft searchable again.
  sent: [{ from: ['draft'], to: 'scanning', text: 'forget' }],
  held: [
    {
      from: ['scanning'],
      to: 'quarantined',
      text: 'scanned',
      settles: true,
      hold: ({ cause }) => cause.hold,
      events: ({ message, cause: { hold, scanned }, now: at }) => [
        events.quarantined(message, { hold, verdict: scanned.scan.verdict, at }),
      ],
    },
    {
      from: ['scanning'],
      to: 'pending_review',
      text: 'scanned',
      settles: true,
      hold: ({ cause }) => cause.hold,
      jobs: expiryJob,
      events: (move) => [
        events.pendingReview(move.message, {
          hold: move.cause.hold,
          expiresAt: expiresAt(move),
          at: move.now,
        }),
      ],
    },
  ],
  blocked_by_scan: [
    {
      from: ['scanning'],
      to: 'blocked',
      text: 'scanned',
      refund: true,
      events: ({ message, cause: { failure }, now: at }) =>
        failure ? [events.dispatchFailed(message, { ...failure, draftId: null, at })] : [],
    },
  ],
  returned_to_draft: [
    {
      from: ['scanning'],
      to: 'draft',
      text: 'scanned',
      refund: true,
      events: ({ message, cause: { failure }, now: at }) =>
        failure ? [events.dispatchFailed(message, { ...failure, draftId: message.id, at })] : [],
    },
  ],

  dispatched: [
    {
      from: UNDECIDED,
      to: 'dispatching',
      text: 'scanned',
      keepsHold: true,
      columns: ({ cause: { decision } }) => ({ deciding: decision }),
    },
  ],
  accepted: [
    {
      from: ['dispatching', ...UNDECIDED],
      via: 'dispatching',
      to: 'delivered',
      text: 'scanned',
      settles: true,
      copied: true,
      columns: ({ message, cause, now }) => ({
        dispatched_at: now,
        ...decisionColumn(message, cause.decision, now),
      }),
      jobs: ({ cause }) => [cause.simulated],
      audits: ({ message, cause }) => carriedOut(message, cause.decision, 'delivered'),
      events: ({ message, cause: { decision }, now: at }) => [
        events.delivered(message, at),
        ...events.approvalResolved(message, decision, { status: 'sent', at }),
      ],
    },
  ],
  deferred: [{ from: ['dispatching'], to: 'quarantined', settles: true, jobs: ({ cause }) => [cause.retry] }],
  put_back: HELD.map((to) => ({ from: ['dispatching'], to, keepsHold: true })),
  failed: [
    {
      from: ['dispatching', ...HELD],
      to: 'blocked',
      refund: true,
      columns: ({ message, cause, now }) => decisionColumn(message, cause.decision, now),
      audits: ({ message, cause }) => carriedOut(message, cause.decision, 'blocked'),
      events: ({ message, cause: { failure, decision, draftId }, now: at }) => [
        ...(failure ? [events.dispatchFailed(message, { ...failure, draftId, at })] : []),
        ...events.approvalResolved(message, decision, { status: 'blocked', at }),
      ],
    },
  ],
  left_open: [
    {
      from: ['dispatching'],
      to: 'available',
      settles: true,
      columns: ({ message, cause, now }) => decisionColumn(message, cause.decision, now),
      audits: ({ message, cause }) => [
        audited(message, {
          kind: 'message.dispatch.left_open',
          actor: TRANSPORT,
          before: 'dispatching',
          after: 'available',
        }),
        ...carriedOut(message, cause.decision, 'available'),
      ],
    },
  ],
  reached_later: [
    {
      from: ['available'],
      to: 'delivered',
      columns: ({ now }) => ({ dispatched_at: now }),
    },
  ],
  bounced: [
    {
      from: ['delivered', 'available'],
      to: 'bounced',
      audits: ({ message, cause: { bounce } }) => [
        audited(message, {
          kind: 'message.bounce.recorded',
          actor: { type: 'system', id: bounce.reportedBy },
          before: message.state,
          after: bounce.type,
        }),
      ],
      events: ({ message, cause, now: at }) => [events.bounced(message, { ...cause.bounce, at })],
    },
  ],
} satisfies Partial<TransitionRows>;

function expiresAt({ cause: { expiry }, now }: Move<'held'>): number | null {
  return expiry === null ? null : now + expiry;
}

function expiryJob(move: Move<'held'>) {
  const dueAt = expiresAt(move);
  if (dueAt === null) return [];
  return [{ kind: APPROVAL_EXPIRY, dueAt, payload: { message_id: move.message.id } }];
}
