import type { Actor } from '../store/audit.ts';

/** The operator in audit rows. */
export const OPERATOR: Actor = { type: 'system', id: 'operator' };
