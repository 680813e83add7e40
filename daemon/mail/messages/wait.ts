import { sql } from 'kysely';
import type { QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { waitForMessage as contract } from '../../../shared/contract/reading.ts';
import { AUTOMATIC_KINDS, type AutomaticKind } from '../../../shared/contract/values.ts';
import type { Principal } from '../../access/principal.ts';
import { assertStillAllowed } from '../../access/reach.ts';
import { stateIn, UNSETTLED, WAITABLE } from '../../platform/store/message-states.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries } from '../../platform/store/store.ts';
import { SECOND } from '../../platform/system/clock.ts';
import { resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { IS_OPEN } from './denials.ts';
import { labelConditions } from './labels.ts';
import { projectListItem } from './project.ts';
import { projectionFor } from './projection.ts';
import { type MessageRow, selectMessages } from './table.ts';
import { untilFound } from './until-found.ts';

interface WaitForMessageInput {
  readonly mailboxReference: string;
  readonly query: QueryOf<typeof contract>;
  readonly signal: AbortSignal;
}

/**
 * Returns the first matching message, woken by its commit. Without `since` that's the newest; with it the
 * oldest later one, after all older ones are processed, so that following `created_at` skips nothing.
 * Denials, for those who ask for them, come first.
 */
export async function waitForMessage(
  context: MailContext,
  principal: Principal,
  { mailboxReference, query, signal }: WaitForMessageInput,
): Promise<ReplyOf<typeof contract>> {
  const { store } = context;
  const mailbox = await resolveMailbox(store.read, principal, {
    reference: mailboxReference,
    unbound: 'denied_403',
  });
  const timeout = (query.timeout ?? LIMITS.waitSeconds.default) * SECOND;
  const since = query.since === undefined ? null : Date.parse(query.since);
  const skipped = skippedOf(query.skip_automatic);
  const deniedSince = query.denied_since === undefined ? 0 : Date.parse(query.denied_since);
  const found = await untilFound(context, {
    ...{ mailboxId: mailbox.id, timeout, signal },
    look: async (waited) => {
      const denial = query.denied ? await findDenial(store.read, mailbox.id, deniedSince) : undefined;
      const row = denial ?? (await find(store.read, { mailboxId: mailbox.id, since, skipped, query }));
      if (!row) return undefined;
      if (waited) await assertStillAllowed(context, principal, mailbox.id);
      return {
        message: projectListItem(row, await projectionFor(context, principal, { rows: [row], ...query })),
        review_trigger_source: row.hold_context?.trigger_source ?? null,
      };
    },
  });
  return found ?? { message: null, review_trigger_source: null };
}

const inbound = (db: Queries, mailboxId: string) =>
  selectMessages(db)
    .where('messages.mailbox_id', '=', mailboxId)
    .where('messages.direction', '=', 'inbound')
    .limit(1);

/** Kinds of automatic mail that don't end a wait, each in a parameter of its own; empty for none. */
type Skipped = Readonly<Record<`skip_${AutomaticKind}`, AutomaticKind | ''>>;

function skippedOf(list = ''): Skipped {
  const kinds = list.split(',');
  return Object.fromEntries(
    AUTOMATIC_KINDS.map((kind) => [`skip_${kind}`, kinds.includes(kind) ? kind : '']),
  ) as Skipped;
}

function isWanted(param: (name: keyof Skipped) => AutomaticKind | '') {
  const skipped = AUTOMATIC_KINDS.map((kind) => param(`skip_${kind}`));
  return sql<boolean>`coalesce(messages.automatic, '-') not in (${sql.join(skipped)})`;
}

const findNewest = prepareQuery<Skipped & { mailbox_id: string }>()((db, param) =>
  inbound(db, param('mailbox_id'))
    .where(stateIn(WAITABLE))
    .where(isWanted(param))
    .orderBy('messages.created_at', 'desc'),
);

const findNext = prepareQuery<Skipped & { mailbox_id: string; since: number }>()((db, param) =>
  inbound(db, param('mailbox_id'))
    .where('messages.created_at', '>', param('since'))
    .where(stateIn([...WAITABLE, ...UNSETTLED]))
    .where(isWanted(param))
    .orderBy('messages.created_at'),
);

const findOpen = prepareQuery<{ mailbox_id: string; since: number }>()((db, param) =>
  selectMessages(db)
    .where('messages.mailbox_id', '=', param('mailbox_id'))
    .where(IS_OPEN)
    .where('messages.denied_at', '>', param('since'))
    .where(stateIn(['blocked']))
    .orderBy('messages.denied_at')
    .limit(1),
);

/** The oldest denied message that waits for a better version. */
async function findDenial(db: Queries, mailboxId: string, since: number): Promise<MessageRow | undefined> {
  return (await findOpen(db, { mailbox_id: mailboxId, since })).rows[0];
}

interface WaitQuery {
  readonly mailboxId: string;
  /** Milliseconds since 1970. */
  readonly since: number | null;
  readonly skipped: Skipped;
  readonly query: QueryOf<typeof contract>;
}

/** The message that ends the wait now, if any. */
async function find(
  db: Queries,
  { mailboxId, since, skipped, query }: WaitQuery,
): Promise<MessageRow | undefined> {
  if (query.tag || query.label || query.without_label) {
    return findMarked(db, { mailboxId, since, skipped, query });
  }
  const place = { ...skipped, mailbox_id: mailboxId };
  if (since === null) return (await findNewest(db, place)).rows[0];
  const [row] = (await findNext(db, { ...place, since })).rows;
  return row && WAITABLE.includes(row.state) ? row : undefined;
}

/** As `find`, among the messages with a tag or labels. */
async function findMarked(
  db: Queries,
  { mailboxId, since, skipped, query }: WaitQuery,
): Promise<MessageRow | undefined> {
  let rows = inbound(db, mailboxId).where(isWanted((name) => skipped[name]));
  if (query.tag) rows = rows.where('messages.subaddress_instance_id', '=', query.tag);
  for (const condition of labelConditions(db, query)) rows = rows.where(condition);
  if (since === null) {
    return rows.where(stateIn(WAITABLE)).orderBy('messages.created_at', 'desc').executeTakeFirst();
  }
  const row = await rows
    .where('messages.created_at', '>', since)
    .where(stateIn([...WAITABLE, ...UNSETTLED]))
    .orderBy('messages.created_at')
    .executeTakeFirst();
  return row && WAITABLE.includes(row.state) ? row : undefined;
}
