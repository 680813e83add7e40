import { type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import type { messageFilters } from '../../../shared/contract/message-filters.ts';
import type { MessageState } from '../../../shared/contract/messages.ts';
import type { listMessages } from '../../../shared/contract/reading.ts';
import { DEFAULT_VIEW, stateIn } from '../../platform/store/message-states.ts';
import type { Queries } from '../../platform/store/store.ts';
import { partyConditions } from './address-filter.ts';
import { labelConditions } from './labels.ts';

/** Filters that lists and searches share. */
export type MessageFilters = Pick<
  QueryOf<typeof listMessages>,
  'sender' | Exclude<keyof typeof messageFilters, 'unread'>
> & { readonly unread?: boolean | undefined };

/** Conditions of the filters. `names` are messages of which the reader gets names. */
export function filterConditions(
  db: Queries,
  filters: MessageFilters,
  names: RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  const { status, include_firewall_blocked: withRefused } = filters;
  return [inView(status ? [status] : [], withRefused), ...narrowingConditions(db, filters, names)];
}

/** Messages in all of some states; without one, in those of the default view. */
export function inView(states: readonly MessageState[], withRefused: true | undefined): RawBuilder<boolean> {
  const shown = withRefused ? [...DEFAULT_VIEW, 'firewall_blocked' as const] : DEFAULT_VIEW;
  const conditions = states.length === 0 ? [stateIn(shown)] : states.map((state) => stateIn([state]));
  return sql<boolean>`messages.state != 'deleted' and ${sql.join(conditions, sql` and `)}`;
}

/** All but states. Fixed values are written into the text where a partial index knows them. */
export function narrowingConditions(
  db: Queries,
  filters: MessageFilters,
  names: RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  const { direction, starred, has_attachment: files, since, until, tag, unread } = filters;
  const conditions: RawBuilder<boolean>[] = [];
  const add = (condition: RawBuilder<boolean>) => conditions.push(condition);
  if (unread) add(stateIn(DEFAULT_VIEW));
  if (unread) add(sql`messages.direction = 'inbound' and messages.read_at is null`);
  if (unread === false) add(sql`messages.direction = 'inbound' and messages.read_at is not null`);
  if (direction) add(sql`messages.direction = ${direction}`);
  if (starred !== undefined) add(sql`messages.starred = ${sql.lit(starred)}`);
  if (files !== undefined) add(sql`messages.has_attachment = ${sql.lit(files)}`);
  if (filters.automatic) add(isAutomatic(filters.automatic));
  if (since) add(sql`messages.created_at >= ${Date.parse(since)}`);
  if (until) add(sql`messages.created_at < ${Date.parse(until)}`);
  if (tag) add(sql`messages.subaddress_instance_id = ${tag}`);
  return [...conditions, ...partyConditions(db, filters, names), ...labelConditions(db, filters)];
}

function isAutomatic(kind: NonNullable<MessageFilters['automatic']>): RawBuilder<boolean> {
  if (kind === 'true') return sql`messages.automatic is not null`;
  return kind === 'false' ? sql`messages.automatic is null` : sql`messages.automatic = ${kind}`;
}
