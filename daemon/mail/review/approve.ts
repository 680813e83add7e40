import { assertLive } from './held.ts';
import { assertNote } from './note.ts';
import { recheckGates } from './recheck.ts';
import type { DecisionRule } from './rule.ts';
import { sendHeld } from './send-held.ts';

/** Approves a message that is held for review, and sends it. */
export const approval: DecisionRule<'sent' | 'blocked'> = {
  kind: 'approve',
  state: 'pending_review',
  check(_context, held, reason) {
    assertLive(held.mailbox);
    assertNote(held, reason);
  },
  checkGates: (context, held) => recheckGates(context, held, 'approve'),
  carryOut: (context, held, given) =>
    sendHeld(context, held, { kind: 'approve', actor: held.principal.actor, ...given }),
};
