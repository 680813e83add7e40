import { type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import type { listMessages } from '../../../shared/contract/reading.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import { spellings } from '../../platform/store/spellings.ts';
import type { Queries } from '../../platform/store/store.ts';

/** Filters of messages by the people that they name. Each text is found in any part, without case. */

type PartyFilters = Pick<QueryOf<typeof listMessages>, 'sender' | 'from' | 'to' | 'cc'>;

/**
 * The conditions of the filters of a query. `open` are messages of which the reader gets names, and people
 * that the header names.
 */
export function partyConditions(
  db: Queries,
  { sender, from, to, cc }: PartyFilters,
  open: RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  const { jsonField, jsonText } = dialectOf(db);
  const header = 'messages.header_addresses';
  const conditions: RawBuilder<boolean>[] = [];
  if (sender) conditions.push(contains(sql`messages.sender`, sender));
  if (from) {
    const isNamed = contains(jsonField(header, 'from_name'), from);
    conditions.push(
      isAddress(from)
        ? contains(sql`messages.sender`, from)
        : any([contains(sql`messages.sender`, from), both(open, isNamed)]),
    );
  }
  if (to) {
    const listed = any([lists(db, 'to', to), lists(db, 'cc', to)]);
    conditions.push(
      any([
        contains(sql`messages.recipient`, to),
        contains(jsonText('messages.other_recipients'), to),
        both(open, listed),
      ]),
    );
  }
  if (cc) conditions.push(both(open, lists(db, 'cc', cc)));
  return conditions;
}

/** A name that has an address is no reason to find somebody by that address. */
function isAddress(text: string): boolean {
  return text.includes('@');
}

/** Whether a list of the header has somebody whose address, or name, contains the text. */
function lists(db: Queries, list: 'to' | 'cc', text: string): RawBuilder<boolean> {
  const { jsonField, jsonText, jsonItems } = dialectOf(db);
  const header = 'messages.header_addresses';
  const fields = isAddress(text) ? ['address'] : ['address', 'name'];
  const item = any(fields.map((field) => contains(jsonField('item.value', field), text)));
  // Reading the list takes ten times as long as looking for its text.
  const written = contains(jsonText(header), JSON.stringify(text).slice(1, -1));
  return both(written, sql<boolean>`exists (select 1 from ${jsonItems(header, list)} where ${item})`);
}

function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const patterns = spellings(text).map((part) => `%${part.replaceAll(/[%_\\]/g, '\\$&')}%`);
  return any(patterns.map((pattern) => sql<boolean>`lower(${column}) like ${pattern} escape '\\'`));
}

function any(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

function both(one: RawBuilder<boolean>, other: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(${one} and ${other})`;
}
