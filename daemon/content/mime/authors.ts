import { readAddressField } from './addresses.ts';
import type { HeaderField } from './fields.ts';
import type { CharsetHint } from './text.ts';

/** Authors of a message by its header. */
export type Authors = {
  /** In order, without duplicates. */
  readonly addresses: readonly string[];
  /** Display name of the first one as it was written, empty without one. */
  readonly name: string;
  /** The only author in every reading of the header; null otherwise. */
  readonly sole: string | null;
};

/** RFC 5322 3.6 allows one From field. Addresses of further ones count as authors too. */
export function authorsOf(fields: readonly HeaderField[], hint?: CharsetHint): Authors {
  const read = fields.filter(({ name }) => name === 'from').map(({ value }) => readAddressField(value, hint));
  const named = read.flatMap((field) => field.addresses);
  const all = named.map(({ address }) => address);
  const [first = null] = all;
  const sole = read.length === 1 && all.length === 1 && read[0]?.clear === true;
  return { addresses: [...new Set(all)], name: named[0]?.name ?? '', sole: sole ? first : null };
}
