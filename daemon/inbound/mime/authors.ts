import { readAddressField } from './addresses.ts';
import type { HeaderField } from './fields.ts';

/** Who wrote a message, by its header. */
export type Authors = {
  /** In their order, each once. */
  readonly addresses: readonly string[];
  /** The one author that every reader sees: null when there are more, or when another may be read from the header. */
  readonly sole: string | null;
};

/** RFC 5322 3.6 has one From field; the addresses of others are authors too. */
export function authorsOf(fields: readonly HeaderField[]): Authors {
  const read = fields.filter(({ name }) => name === 'from').map(({ value }) => readAddressField(value));
  const all = read.flatMap((field) => field.addresses.map(({ address }) => address));
  const [first = null] = all;
  const sole = read.length === 1 && all.length === 1 && read[0]?.clear === true;
  return { addresses: [...new Set(all)], sole: sole ? first : null };
}
