import { z } from 'zod';
import { type Endpoint, endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
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
const entryInPath = z.string().min(1).max(2000);
type EntryParams = z.ZodObject<{ email: typeof entryInPath }>;

const addBody = z.strictObject({ email: entryText });
const bulkBody = z.strictObject({ emails: z.array(entryText).min(1).max(LIMITS.bulkEntries) });

export const bulkReply = z.object({
  added: z.array(z.object({ email: z.string(), created_at: timestamp, pattern_type: patternType })),
  already_existed: z.array(z.string()),
  invalid: z.array(z.object({ email: z.string(), reason: z.string() })),
  counts: z.object({ added: z.int(), already_existed: z.int(), invalid: z.int(), total: z.int() }),
});
export type BulkReply = z.output<typeof bulkReply>;

/** Query of a paged list; `all` returns the whole list. */
const pageFields = {
  limit: queryInteger(1, LIMITS.listPage.max).optional(),
  cursor: cursor.optional(),
  all: queryBoolean.optional(),
};

interface ListPageQuery {
  readonly cursor?: string | undefined;
  readonly all?: boolean | undefined;
}

const wholeOrPage = (query: ListPageQuery) => !(query.all && query.cursor !== undefined);
const WHOLE_OR_PAGE = { path: ['cursor'], message: 'must not be combined with all' };

interface AttemptPage extends ListPageQuery {
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

/** Filters by who added an entry. Goes beyond the original contract. */
export const addedByFilter = {
  added_by: z.string().max(100).optional().meta({ description: 'Type or ID of who added it.' }),
};

const forceEmpty = z.strictObject({ force_empty: queryBoolean.optional() });

/** An operation of a list: its id, and its summary. */
type ListOperation = readonly [id: string, summary: string];

/** Differences between the address lists. */
interface ListDescription<
  Params extends z.ZodObject | undefined,
  Entry extends EntryParams,
  RemoveQuery extends typeof forceEmpty | undefined,
  Filters extends z.ZodRawShape,
  Listed extends z.ZodType,
  Added extends z.ZodType,
  Removed extends z.ZodType,
> extends ListScope<Params, Entry, RemoveQuery> {
  readonly path: string;
  readonly list: ListOperation;
  readonly add: ListOperation;
  readonly addMany: ListOperation;
  readonly remove: ListOperation;
  /** Fields of the query besides the page. */
  readonly filters: Filters;
  readonly listed: Listed;
  readonly added: Added;
  readonly removed: Removed;
  /** Why an entry may have to stay. */
  readonly locked: readonly ErrorCode[];
  readonly extension?: true;
}

type ListCaller = Pick<Endpoint, 'who' | 'unbound'>;

/** Path parameters, callers and refusals of a list. */
interface ListScope<
  Params extends z.ZodObject | undefined,
  Entry extends EntryParams,
  RemoveQuery extends typeof forceEmpty | undefined,
> {
  readonly params: Params;
  readonly entryParams: Entry;
  readonly removeQuery: RemoveQuery;
  readonly readers: ListCaller;
  readonly adders: ListCaller;
  readonly removers: ListCaller;
  /** Errors of every operation. */
  readonly errors: readonly ErrorCode[];
}

/** Lists of an account. */
export const ACCOUNT_LIST = {
  params: undefined,
  entryParams: z.strictObject({ email: entryInPath }),
  removeQuery: undefined,
  readers: { who: 'any' },
  adders: { who: 'any' },
  removers: { who: 'admin' },
  errors: [],
} as const;

/** Callers of the mailbox: keys that are bound to it, and admins. */
export const MAILBOX_CALLERS = { who: 'bound', unbound: 'denied_403' } as const;

/** Lists of a mailbox; `mailbox` is its path parameter. */
export function mailboxList<Mailbox extends z.ZodRawShape>(mailbox: Mailbox) {
  return {
    params: z.strictObject(mailbox),
    entryParams: z.strictObject({ ...mailbox, email: entryInPath }),
    removeQuery: forceEmpty,
    readers: MAILBOX_CALLERS,
    adders: { who: 'admin' },
    removers: { who: 'admin' },
    errors: ['NOT_FOUND'],
  } as const;
}

/** The endpoints of an address list. */
export function listResource<
  Params extends z.ZodObject | undefined,
  Entry extends EntryParams,
  RemoveQuery extends typeof forceEmpty | undefined,
  Filters extends z.ZodRawShape,
  Listed extends z.ZodType,
  Added extends z.ZodType,
  Removed extends z.ZodType,
>(list: ListDescription<Params, Entry, RemoveQuery, Filters, Listed, Added, Removed>) {
  const { path, params, errors } = list;
  const extension = list.extension && { extension: list.extension };
  // Some entries need a person.
  const forAgents = list.adders.who === 'any' ? (['INSUFFICIENT_SCOPE'] as const) : [];
  const described = ([id, summary]: ListOperation) => ({ id, summary, ...extension });
  return {
    list: endpoint({
      ...described(list.list),
      method: 'GET',
      path,
      ...list.readers,
      effects: ['read-only'],
      params,
      query: pageQuery(list.filters),
      replies: { 200: list.listed },
      errors: [...errors, 'INVALID_CURSOR'],
    }),
    add: endpoint({
      ...described(list.add),
      method: 'POST',
      path,
      ...list.adders,
      effects: ['mutating'],
      params,
      body: addBody,
      replies: { 200: list.added },
      errors: ['INVALID_EMAIL', ...errors, ...forAgents],
    }),
    addMany: endpoint({
      ...described(list.addMany),
      method: 'POST',
      path: `${path}/bulk`,
      ...list.adders,
      effects: ['mutating'],
      params,
      body: bulkBody,
      replies: { 200: bulkReply },
      errors: [...errors, ...forAgents],
    }),
    remove: endpoint({
      ...described(list.remove),
      method: 'DELETE',
      path: `${path}/:email`,
      ...list.removers,
      effects: ['mutating'],
      params: list.entryParams,
      query: list.removeQuery,
      replies: { 200: list.removed },
      errors: ['INVALID_EMAIL', 'NOT_FOUND', ...list.locked],
    }),
  };
}

/** The endpoints of any address list. */
export type ListResource = ReturnType<typeof listResource>;

function pageQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  const query = z.strictObject({ ...filters, ...pageFields });
  return query.refine((asked) => wholeOrPage(asked as ListPageQuery), WHOLE_OR_PAGE);
}
