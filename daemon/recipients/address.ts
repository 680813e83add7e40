export { type MailAddress, parseAddress } from '../../shared/address.ts';

/** The account part and the tag of `name+tag`. */
export function splitTag(local: string): { readonly name: string; readonly tag: string | null } {
  const plus = local.indexOf('+');
  return plus < 1 ? { name: local, tag: null } : { name: local.slice(0, plus), tag: local.slice(plus + 1) };
}

/** The patterns that an address is found under in a list: itself, and its domain. */
export function patternsOf(address: string): [address: string, domain: string] {
  const pattern = address.trim().toLowerCase();
  return [pattern, pattern.slice(pattern.lastIndexOf('@'))];
}
