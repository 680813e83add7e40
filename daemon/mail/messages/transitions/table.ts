import type { MessageState } from '../../../../shared/contract/messages.ts';
import { scannerHold } from '../hold.ts';
import { audited } from './audits.ts';
import type { Cause, Change } from './causes.ts';
import { DECISIONS } from './decisions.ts';
import { HELD, type TransitionRow, type TransitionRows } from './effects.ts';
import * as events from './events.ts';
import type { Move } from './facts.ts';
import { OUTBOUND } from './outbound.ts';

const ARRIVING = ['received', 'scanning'] as const;
const DONE = ['available', 'blocked', 'delivered', 'bounced', 'firewall_blocked'] as const;

/** The changes of a message's state by their cause, with all that follows. */
export const TABLE: TransitionRows = {
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
      copied: true,
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
  // Old mail is no news: nothing is told of it, and nothing copied.
  imported: [
    { from: ARRIVING, via: 'scanning', to: 'available', text: 'index' },
    {
      from: ARRIVING,
      via: 'scanning',
      to: 'quarantined',
      text: 'index',
      hold: ({ cause }) => scannerHold(cause.scanned.scan),
    },
    { from: ARRIVING, via: 'scanning', to: 'blocked', text: 'index' },
  ],
  ...OUTBOUND,
  ...DECISIONS,
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

function deletedFrom({ message, now }: Move<'deleted'>) {
  return { deleted_from: message.state, deleted_at: now, pending_decision: null };
}

function deletion({ message, cause: { actor } }: Move<'deleted'>) {
  const { state: before } = message;
  return [audited(message, { kind: 'message.content.deleted', actor, before, after: 'deleted' })];
}

/** The row of a change; throws when the table has none. */
export function rowOf<C extends Cause>(from: MessageState, { cause, to }: Change<C>): TransitionRow<C> {
  const rows: readonly TransitionRow<C>[] = TABLE[cause];
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
