import { splitAddresses } from '../../../shared/recipient-words.ts';
import { definedFields } from './input.ts';
import { texts } from './kinds.ts';

/** Flags that name the recipients of a message; each takes several addresses, and may be repeated. */
export const recipientFlags = (to: string) => ({
  to: texts('--to <ADDRESS>', to),
  cc: texts('--cc <ADDRESS>', 'Others who get it and are seen by all.'),
  bcc: texts('--bcc <ADDRESS>', 'Others who get it and are seen by nobody.'),
});

export interface RecipientInput {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
}

/**
 * Addresses of a flag: `--to ann@x,bob@y --to eve@z` has three, `--cc ""` none. Undefined without the flag.
 */
function addressesOf(values: readonly string[]): string[] | undefined {
  return values.length === 0 ? undefined : values.flatMap(splitAddresses);
}

interface RecipientFields {
  to?: string | string[];
  cc?: string[];
  bcc?: string[];
}

/** Fields of the request; one plain address stays a text, which daemons of every version take. */
export function recipientFields({ to, cc, bcc }: RecipientInput): RecipientFields {
  const first = addressesOf(to);
  return definedFields({
    to: first?.length === 1 ? first[0] : first,
    cc: addressesOf(cc),
    bcc: addressesOf(bcc),
  });
}
