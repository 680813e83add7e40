import { SECOND } from '../../../system/clock.ts';
import { IDLE_TRANSACTION_TIMEOUT } from '../client.ts';

/** Milliseconds without a heartbeat after which others take over the work of a node. */
export const TERM = 30 * SECOND;
/**
 * Parts of the term: between two heartbeats; from the beginning of the last one that succeeded until the node
 * stops working, so that it has time to end what's under way; between two attempts to end another node; and
 * until a connection without an answer counts as lost, so that trust outlasts it.
 */
export const BEAT = 1 / 6;
export const TRUST = 2 / 3;
export const END_PAUSE = 1 / 30;
const PATIENCE = 1 / 4;
/** The longest of these times for long terms. */
const LONGEST_RETRY = 1 * SECOND;
const LONGEST_PATIENCE = 8 * SECOND;

/** Milliseconds after which a heartbeat that failed is repeated, so that trust lasts for many attempts. */
export function retryPause(term: number): number {
  return Math.min(LONGEST_RETRY, term * END_PAUSE);
}

/** Milliseconds after which a statement of heartbeats and leases without an answer counts as lost. */
export function answerTime(term: number): number {
  return Math.min(LONGEST_PATIENCE, term * PATIENCE);
}

/** Milliseconds after which the server ends a transaction of a stalled node, no later than its term ends. */
export function idleTransactionTimeout(term: number): number {
  return Math.min(IDLE_TRANSACTION_TIMEOUT, Math.floor(term * (1 - TRUST)));
}
