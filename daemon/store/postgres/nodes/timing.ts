import { SECOND } from '../../../system/clock.ts';

/** Milliseconds without a heartbeat after which others take over the work of a node. */
export const TERM = 30 * SECOND;
/**
 * Parts of the term: between two heartbeats; from the beginning of the last one that succeeded until the node
 * stops working, so that it has time to end what's under way; and between two attempts to end another node.
 */
export const BEAT = 1 / 6;
export const TRUST = 2 / 3;
export const END_PAUSE = 1 / 30;
/** Milliseconds after which a heartbeat that failed is repeated, so that trust lasts for many attempts. */
export const RETRY = 1 * SECOND;
