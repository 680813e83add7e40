import { addressParser } from 'postal-mime';
import { textOf, withoutControls } from './text.ts';

/** An address with the name shown beside it; `name` is empty when there is none. */
export type MailAddress = { readonly address: string; readonly name: string };

/** Addresses read from one field. */
const MAX_ADDRESSES = 1000;
const MAX_FIELD_LENGTH = 64 * 1024;
/** RFC 5321 4.5.3.1.3, the longest path. */
const MAX_ADDRESS_LENGTH = 254;

/** `@relay.example:` before an address is to be ignored (RFC 5321 appendix C). */
const SOURCE_ROUTE = /^@[^:@]+(?:,@[^:@]+)*:/;

/** The addresses of a field value, groups flattened, those that are none left out. */
export function mailAddresses(value: string): MailAddress[] {
  const parsed = addressParser(textOf(value.slice(0, MAX_FIELD_LENGTH)), { flatten: true });
  const addresses: MailAddress[] = [];
  for (const { address = '', name } of parsed.slice(0, MAX_ADDRESSES)) {
    const usable = usableAddress(address);
    if (usable !== null) addresses.push({ address: usable, name: withoutControls(name) });
  }
  return addresses;
}

/** The address with its domain in lower case, or null for what cannot be one. */
function usableAddress(parsed: string): string | null {
  const address = parsed.replace(SOURCE_ROUTE, '');
  const at = address.lastIndexOf('@');
  if (at < 1 || at === address.length - 1 || address.length > MAX_ADDRESS_LENGTH) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be in an address
  if (/[\x00-\x20\x7f-\x9f<>]/.test(address)) return null;
  return address.slice(0, at) + address.slice(at).toLowerCase();
}
