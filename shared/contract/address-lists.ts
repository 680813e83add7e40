import { z } from 'zod';
import { actorType, cursor, queryBoolean, queryInteger, timestamp } from './fields.ts';
import { LIMITS } from './limits.ts';

/** Shared by the address lists: suppressions, both allowlists, and the inbound blocklist. */

export const patternType = z.enum(['email', 'domain']);

/** Who put an entry on a list. */
export const addedBy = {
  added_by_actor_type: actorType.nullable(),
  added_by_actor_id: z.string().nullable(),
};

const entryText = z
  .string()
  .meta({ description: 'An address, or `@domain` for every address of exactly that domain.' });

/** An entry in a path, URL-encoded there. */
export const entryInPath = z.string().min(1).max(2000);

export const addBody = z.strictObject({ email: entryText });
export const bulkBody = z.strictObject({ emails: z.array(entryText).min(1).max(LIMITS.bulkEntries) });

export const bulkReply = z.object({
  added: z.array(z.object({ email: z.string(), created_at: timestamp, pattern_type: patternType })),
  already_existed: z.array(z.string()),
  invalid: z.array(z.object({ email: z.string(), reason: z.string() })),
  counts: z.object({ added: z.int(), already_existed: z.int(), invalid: z.int(), total: z.int() }),
});

/** Query of a paged list; `all` returns the whole list. */
export const pageFields = {
  limit: queryInteger(1, LIMITS.listPage.max).optional(),
  cursor: cursor.optional(),
  all: queryBoolean.optional(),
};

interface Page {
  readonly cursor?: string | undefined;
  readonly all?: boolean | undefined;
}

export const wholeOrPage = (query: Page) => !(query.all && query.cursor !== undefined);
export const WHOLE_OR_PAGE = { path: ['cursor'], message: 'must not be combined with all' };

interface AttemptPage extends Page {
  readonly aggregate?: boolean | undefined;
}

/** Query of a log of refusals. */
export const attemptsQuery = z
  .strictObject({
    aggregate: queryBoolean.optional(),
    within_days: queryInteger(LIMITS.attemptDays.min, LIMITS.attemptDays.max).optional(),
    ...pageFields,
  })
  .refine(wholeOrPage, WHOLE_OR_PAGE)
  .refine(
    ({ aggregate, cursor, all }: AttemptPage) => aggregate === false || (cursor === undefined && !all),
    {
      path: ['aggregate'],
      message: 'must be false when cursor or all is given',
    },
  );

export const forceEmpty = z.strictObject({ force_empty: queryBoolean.optional() });
