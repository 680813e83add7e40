import type { MessageState } from '../../../shared/contract/messages.ts';
import type { Actor } from '../../store/audit.ts';
import { scannerHold } from '../hold.ts';
import { decisionColumn, NO_REASON, reviewColumn } from '../review.ts';
import { audited, carriedOut, decided } from './audits.ts';
import type { Cause, Change } from './causes.ts';
import type { Effects } from './effects.ts';
import * as events from './events.ts';
import type { Move } from './facts.ts';

/** The job that ends the wait for an approval. */
export const APPROVAL_EXPIRY = 'approval.expire';

/** Messages in a state of `from` go to the state `to`, with these effects. */
export interface Row<C extends Cause> extends Effects<C> {
  readonly from: readonly MessageState[];
  readonly to: MessageState;
}

const ARRIVING = ['received', 'scanning'] as const;
const HELD = ['quarantined', 'pending_review'] as const;
const UNDECIDED = ['scanning', ...HELD] as const;
const DONE = ['available', 'blocked', 'delivered', 'bounced', 'firewall_blocked'] as const;

const TRANSPORT: Actor = { type: 'system', id: 'transport' };
const EXPIRY: Actor = { type: 'system', id: 'approval_expiry' };

/** The changes of a message's state by their cause, with all that follows. */
export const TABLE: { readonly [C in Cause]: readonly Row<C>[] } = {
  refused_sender: [
    {
      from: ['received'],
      to: 'firewall_blocked',
      // The body was never read; the subject finds the message where refused mail is listed.
      text: 'subject',
      columns: ({ cause }) => ({ firewall_block: cause.block }),
    },
  ],
  let_in: [
    {
      from: ['firewall_blocked'],
      to: 'scanning',
      columns: () => ({ firewall_block: null }),
      audits: ({ message, cause: { actor, block } }) => [
        audited(message, { kind: 'message.firewall.released', actor, before: block }),
      ],
      intake: ({ cause }) => cause.arrived,
    },
  ],
  received: [
    {
      from: ARRIVING,
      via: 'scanning',
      to: 'available',
      text: 'index',
      events: ({ message }) => [events.received(message, false)],
    },
    {
      from: ARRIVING,
      via: 'scanning',
      to: 'quarantined',
      text: 'index',
      hold: ({ cause }) => scannerHold(cause.scanned.scan),
      events: ({ message, cause: { scanned }, now: at }) => [
        events.quarantined(message, {
          hold: scannerHold(scanned.scan),
          verdict: scanned.scan.verdict,
          at,
        }),
      ],
    },
    { from: ARRIVING, via: 'scanning', to: 'blocked', text: 'index' },
  ],

  // The scan makes a sent draft searchable again.
  sent: [{ from: ['draft'], to: 'scanning', text: 'forget' }],
  held: [
    {
      from: ['scanning'],
      to: 'quarantined',
      text: 'scanned',
      hold: ({ cause }) => cause.hold,
      events: ({ message, cause: { hold, scanned }, now: at }) => [
        events.quarantined(message, { hold, verdict: scanned.scan.verdict, at }),
      ],
    },
    {
      from: ['scanning'],
      to: 'pending_review',
      text: 'scanned',
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
      columns: ({ cause, now }) => ({ dispatched_at: now, ...decisionColumn(cause.decision, now) }),
      jobs: ({ cause }) => [cause.simulated],
      audits: ({ message, cause }) => carriedOut(message, cause.decision, 'delivered'),
      events: ({ message, cause: { decision }, now: at }) => [
        events.delivered(message, at),
        ...events.approvalResolved(message, decision, { status: 'sent', at }),
      ],
    },
  ],
  deferred: [{ from: ['dispatching'], to: 'quarantined', jobs: ({ cause }) => [cause.retry] }],
  put_back: HELD.map((to) => ({ from: ['dispatching'], to, keepsHold: true })),
  failed: [
    {
      from: ['dispatching', ...HELD],
      to: 'blocked',
      refund: true,
      columns: ({ cause, now }) => decisionColumn(cause.decision, now),
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
      columns: ({ cause, now }) => decisionColumn(cause.decision, now),
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

  released: [
    {
      from: ['quarantined'],
      to: 'available',
      columns: ({ cause, now }) => reviewColumn(now, { resolution: 'released', ...cause }),
      audits: ({ message, cause }) => [
        decided(message, { kind: 'message.hold.released', after: 'available', ...cause }),
      ],
      events: ({ message }) => [events.received(message, true)],
    },
  ],
  blocked: [
    {
      from: ['quarantined'],
      to: 'blocked',
      refund: true,
      columns: ({ cause, now }) => reviewColumn(now, { resolution: 'blocked', ...cause }),
      audits: ({ message, cause }) => [
        decided(message, { kind: 'message.hold.blocked', after: 'blocked', ...cause }),
      ],
    },
  ],
  denied: [
    {
      from: ['pending_review'],
      to: 'blocked',
      refund: true,
      columns: ({ cause, now }) => reviewColumn(now, { resolution: 'denied', ...cause }),
      audits: ({ message, cause }) => [
        decided(message, { kind: 'message.review.denied', after: 'blocked', ...cause }),
      ],
      events: ({ message, cause, now: at }) => [
        events.reviewResolved(message, { resolution: 'denied', status: 'blocked', ...cause, at }),
      ],
    },
  ],
  edited: [
    {
      from: HELD,
      to: 'blocked',
      // The edited message takes the charge over: an edit costs nothing, and nothing is refunded.
      columns: ({ cause, now }) => ({
        charged_on: null,
        charged_to_trial: false,
        refunded_at: now,
        ...reviewColumn(now, { resolution: 'edited', ...cause }),
      }),
      audits: ({ message, cause }) => [
        decided(message, {
          kind: 'message.review.edited',
          after: { state: 'blocked', edited_to: cause.editedTo },
          ...cause,
        }),
      ],
      events: ({ message, cause, now: at }) => [
        events.reviewResolved(message, { resolution: 'edited', status: 'blocked', ...cause, at }),
      ],
    },
  ],
  expired: [
    {
      from: ['pending_review'],
      to: 'blocked',
      refund: true,
      columns: ({ now }) => reviewColumn(now, { resolution: 'expired', ...EXPIRED }),
      audits: ({ message }) => [audited(message, { kind: 'message.review.expired', actor: EXPIRY })],
      events: ({ message, now: at }) => [
        events.reviewResolved(message, { resolution: 'expired', status: 'blocked', ...EXPIRED, at }),
      ],
    },
  ],
  // `senders/report.ts` audits every report, also one that blocks nothing.
  reported: [
    {
      from: ['quarantined'],
      to: 'blocked',
      columns: ({ cause, now }) => reviewColumn(now, { resolution: 'blocked', ...cause }),
    },
  ],

  deleted: [
    { from: DONE, to: 'deleted', text: 'forget', keepsHold: true, columns: deletedFrom, audits: deletion },
    {
      from: HELD,
      to: 'deleted',
      text: 'forget',
      keepsHold: true,
      refund: true,
      columns: deletedFrom,
      audits: deletion,
    },
    {
      from: ['draft'],
      to: 'deleted',
      text: 'forget',
      columns: deletedFrom,
      audits: ({ message, cause: { actor } }) => [audited(message, { kind: 'draft.content.deleted', actor })],
    },
  ],
};

const EXPIRED = { actor: EXPIRY, given: NO_REASON };

function expiresAt({ cause: { expiry }, now }: Move<'held'>): number | null {
  return expiry === null ? null : now + expiry;
}

function expiryJob(move: Move<'held'>) {
  const dueAt = expiresAt(move);
  if (dueAt === null) return [];
  return [{ kind: APPROVAL_EXPIRY, dueAt, payload: { message_id: move.message.id } }];
}

function deletedFrom({ message, now }: Move<'deleted'>) {
  return { deleted_from: message.state, deleted_at: now };
}

function deletion({ message, cause: { actor } }: Move<'deleted'>) {
  const { state: before } = message;
  return [audited(message, { kind: 'message.content.deleted', actor, before, after: 'deleted' })];
}

/** The row of a change; throws when the table has none. */
export function rowOf<C extends Cause>(from: MessageState, { cause, to }: Change<C>): Row<C> {
  const rows: readonly Row<C>[] = TABLE[cause];
  const row = rows.find((each) => each.to === to && each.from.includes(from));
  if (!row) throw new Error(`no message goes from ${from} to ${to} as ${cause}`);
  return row;
}

/** The single steps that the table allows, as `from to`. */
const STEPS: ReadonlySet<string> = new Set(
  Object.values(TABLE)
    .flat()
    .flatMap(({ from, via, to }) => {
      if (via === undefined) return from.map((state) => `${state} ${to}`);
      return [`${via} ${to}`, ...from.filter((state) => state !== via).map((state) => `${state} ${via}`)];
    }),
);

/** Whether any cause takes a message from one state to the other in one step. */
export function isTransition(from: MessageState, to: MessageState): boolean {
  return STEPS.has(`${from} ${to}`);
}
