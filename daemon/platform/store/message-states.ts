import { type Expression, sql } from 'kysely';
import type { MessageState } from '../../../shared/contract/messages.ts';

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

/** States that a worker is working on, which the row names; outbound messages are never `received`. */
export const UNFINISHED: readonly MessageState[] = ['received', 'scanning', 'dispatching'];

/** `column in (…)` of fixed words, written into the text so that a partial index can serve it. */
export function stateIn(
  states: readonly MessageState[],
): Expression<boolean> & ReturnType<typeof sql<boolean>> {
  return sql<boolean>`messages.state in (${sql.join(states.map((state) => sql.lit(state)))})`;
}

/** The worker that a message names in a state: the one of the transaction while it's unfinished. */
export function workerIn(state: MessageState, { worker }: { readonly worker: string }): string | null {
  return UNFINISHED.includes(state) ? worker : null;
}
