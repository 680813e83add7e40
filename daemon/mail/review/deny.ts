import { assertNote } from './note.ts';
import { refuseHeld } from './refuse.ts';
import type { DecisionRule } from './rule.ts';

/** Denies a message that is held for review. */
export const denial: DecisionRule<'denied'> = {
  kind: 'deny',
  state: 'pending_review',
  check: (_context, held, reason) => assertNote(held, reason),
  async carryOut(context, held, given) {
    await refuseHeld(context, { held, kind: 'deny', given });
    return 'denied';
  },
};
