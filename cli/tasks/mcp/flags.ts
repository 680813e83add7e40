import type { ToolEffect } from '../../../shared/client/tools.ts';
import { mailboxFlag } from '../../input/lookups/mailbox.ts';
import { choices, flag } from '../../input/options/kinds.ts';

// Named here, because the module of the tools loads the schemas, which help doesn't need.
const EFFECTS = ['reads', 'marks', 'writes', 'sends'] as const satisfies readonly ToolEffect[];

/** Options of the server, for `mcp` and for the clients that start it. */
export const modelFlags = {
  mailbox: mailboxFlag,
  showQuarantined: flag('--show-quarantined', 'Also show the model the text of held messages.'),
  anyKey: flag('--any-key', 'Accept an admin key, whose sends are never held for review.'),
  tools: choices('--tools <EFFECT>', 'Offer only tools with this effect. May be repeated.', EFFECTS),
};
