import type { Actor } from '../store/audit.ts';

/** The owner of the machine, as audit rows name it. */
export const OPERATOR: Actor = { type: 'system', id: 'operator' };
