import type { Actor } from '../../../platform/store/actor.ts';
import { NO_REASON, reviewColumn } from '../review.ts';
import { audited, decided } from './audits.ts';
import { HELD, type TransitionRows } from './effects.ts';
import * as events from './events.ts';

const EXPIRY: Actor = { type: 'system', id: 'approval_expiry' };
const EXPIRED = { actor: EXPIRY, given: NO_REASON };

/** Decisions about held mail, and decisions that came too late. */
export const DECISIONS = {
  released: [
    {
      from: ['quarantined'],
      to: 'available',
      copied: true,
      columns: ({ message, cause, now }) => reviewColumn(message, now, { resolution: 'released', ...cause }),
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
      columns: ({ message, cause, now }) => reviewColumn(message, now, { resolution: 'blocked', ...cause }),
      audits: ({ message, cause }) => [
        decided(message, { kind: 'message.hold.blocked', after: 'blocked', ...cause }),
      ],
      events: ({ message, cause, now: at }) => [events.blocked(message, { ...cause, at })],
    },
  ],
  denied: [
    {
      from: ['pending_review'],
      to: 'blocked',
      refund: true,
      opensDenial: true,
      columns: ({ message, cause, now }) => reviewColumn(message, now, { resolution: 'denied', ...cause }),
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
      columns: ({ message, cause, now }) => ({
        charged_on: null,
        charged_to_trial: false,
        refunded_at: now,
        ...reviewColumn(message, now, { resolution: 'edited', ...cause }),
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
      columns: ({ message, now }) => reviewColumn(message, now, { resolution: 'expired', ...EXPIRED }),
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
      columns: ({ message, cause, now }) => reviewColumn(message, now, { resolution: 'blocked', ...cause }),
      events: ({ message, cause, now: at }) => [events.blocked(message, { ...cause, at })],
    },
  ],
} satisfies Partial<TransitionRows>;
