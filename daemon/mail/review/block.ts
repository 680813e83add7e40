import { refuseHeld } from './refuse.ts';
import type { DecisionRule } from './rule.ts';

/** Blocks a quarantined message, in either direction. */
export const block: DecisionRule<'blocked'> = {
  kind: 'block',
  state: 'quarantined',
  check: () => undefined,
  async carryOut(context, held, given) {
    await refuseHeld(context, { held, kind: 'block', given });
    return 'blocked';
  },
};
