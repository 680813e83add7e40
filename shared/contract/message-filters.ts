import { z } from 'zod';
import { queryBoolean, queryText, queryTrue, subaddressInstance, timestampInput } from './fields.ts';
import { labelFilters } from './labels.ts';
import { direction, messageState } from './messages.ts';
import { AUTOMATIC_KINDS } from './values.ts';

/** Filters of lists and searches of messages; a message has to match all that are given. */
export const messageFilters = {
  unread: queryTrue.optional(),
  status: messageState.optional(),
  direction: direction.optional(),
  from: queryText.optional(),
  to: queryText.optional(),
  cc: queryText.optional(),
  since: timestampInput.optional(),
  until: timestampInput.optional(),
  starred: queryBoolean.optional(),
  has_attachment: queryBoolean.optional(),
  /** Mail of programs, or of one kind of them; `false` for all other mail. */
  automatic: z.enum(['true', 'false', ...AUTOMATIC_KINDS]).optional(),
  ...labelFilters,
  tag: subaddressInstance.optional(),
  include_firewall_blocked: queryTrue.optional(),
};
