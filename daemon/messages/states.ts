import { type Expression, sql } from 'kysely';
import type { MessageState } from '../../shared/contract/messages.ts';
import { prepareQuery } from '../store/prepared.ts';
import type { Transaction } from '../store/store.ts';

/**
 * Allowed transitions. A new row begins as `received` when inbound, as `scanning` when outbound, or as
 * `draft`.
 */
export const TRANSITIONS: Readonly<Record<MessageState, readonly MessageState[]>> = {
  received: ['scanning', 'firewall_blocked'],
  scanning: ['available', 'quarantined', 'pending_review', 'blocked', 'dispatching', 'draft'],
  available: ['bounced', 'deleted'],
  quarantined: ['available', 'blocked', 'dispatching', 'deleted'],
  pending_review: ['blocked', 'dispatching', 'deleted'],
  dispatching: ['delivered', 'blocked', 'available', 'quarantined', 'pending_review', 'scanning'],
  delivered: ['bounced', 'deleted'],
  bounced: ['deleted'],
  blocked: ['deleted'],
  firewall_blocked: ['scanning', 'deleted'],
  draft: ['scanning', 'deleted'],
  deleted: [],
};

/** States of the default list view. */
export const DEFAULT_VIEW: readonly MessageState[] = [
  'received',
  'scanning',
  'available',
  'quarantined',
  'blocked',
  'delivered',
  'bounced',
  'dispatching',
];

/** Inbound states that end a wait. */
export const WAITABLE: readonly MessageState[] = ['available', 'quarantined', 'blocked'];

/** Inbound states that a wait with `since` must not skip. */
export const UNSETTLED: readonly MessageState[] = ['received', 'scanning'];

/** States that the daemon is working on; outbound messages are never `received`. */
export const UNFINISHED: readonly MessageState[] = ['received', 'scanning', 'dispatching'];

/** Only held messages have a hold context; one in dispatch may return to its hold. */
const KEEPS_HOLD: readonly MessageState[] = ['quarantined', 'pending_review', 'dispatching'];

/**
 * Moves a message along `path`, from its first state to its last, in one conditional update. Answers false
 * when the row was no longer in the first state: somebody else was faster, and nothing changed. What leaves
 * the held states loses its `hold_context`, and what is no longer on its way the decision that sent it there.
 */
export async function moveState(
  transaction: Transaction,
  messageId: string,
  path: readonly [MessageState, MessageState, ...MessageState[]],
  changes: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  for (const [index, to] of path.slice(1).entries()) {
    const from = path[index];
    if (from === undefined || !TRANSITIONS[from].includes(to)) {
      throw new Error(`a message can't change from ${from} to ${to}`);
    }
  }
  const state = path.at(-1) as MessageState;
  const all = {
    ...(!KEEPS_HOLD.includes(state) && { hold_context: null }),
    ...(state !== 'dispatching' && { deciding: null }),
    ...changes,
    state,
  };
  const { changed } = await updateOf(Object.keys(all))(transaction.db, {
    ...all,
    [ID]: messageId,
    [FROM]: path[0],
  });
  return changed === 1n;
}

/** Placeholder names that no column has. */
const ID = ':id';
const FROM = ':from';

type Update = ReturnType<typeof prepareUpdate>;

/** A prepared statement per set of columns. */
const updates = new Map<string, Update>();

function updateOf(columns: readonly string[]): Update {
  const key = columns.join();
  let update = updates.get(key);
  if (!update) {
    update = prepareUpdate(columns);
    updates.set(key, update);
  }
  return update;
}

function prepareUpdate(columns: readonly string[]) {
  return prepareQuery<Record<string, unknown>>()((db, slot) =>
    db
      .updateTable('messages')
      .set(Object.fromEntries(columns.map((column) => [column, slot(column)])))
      .where('id', '=', slot(ID) as string)
      .where('state', '=', slot(FROM) as MessageState),
  );
}

/** `column in (…)` of fixed words, written into the text so that a partial index can serve it. */
export function stateIn(
  states: readonly MessageState[],
): Expression<boolean> & ReturnType<typeof sql<boolean>> {
  return sql<boolean>`messages.state in (${sql.join(states.map((state) => sql.lit(state)))})`;
}
