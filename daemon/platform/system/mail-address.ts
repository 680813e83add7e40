import { domainToASCII } from 'node:url';

export { type MailAddress, parseAddress } from '../../../shared/address.ts';

/** Splits `name+tag`. */
export function splitTag(local: string): { readonly name: string; readonly tag: string | null } {
  const plus = local.indexOf('+');
  return plus < 1 ? { name: local, tag: null } : { name: local.slice(0, plus), tag: local.slice(plus + 1) };
}

/** The address of a mailbox with a tag. */
export function tagged(address: string, tag: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${tag}${address.slice(at)}`;
}

/** The same address without its tag: subaddresses are the same mailbox. */
export function withoutTag(address: string): string {
  const at = address.lastIndexOf('@');
  return lowerAscii(splitTag(address.slice(0, at)).name + address.slice(at));
}

/** Patterns that match an address: itself, and its domain. */
export function patternsOf(address: string): [address: string, domain: string] {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf('@') + 1;
  const domain = asciiDomain(trimmed.slice(at));
  return [lowerAscii(trimmed.slice(0, at)) + domain, `@${domain}`];
}

/** The domain of a mail address, as written. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Lower-cases ASCII letters only: others, such as the Kelvin sign, would become ASCII. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters beyond ASCII are meant
const NON_ASCII = /[^\x00-\x7f]/;

/** A domain in ASCII, so that both spellings of an international one are equal. */
export function asciiDomain(domain: string): string {
  return (NON_ASCII.test(domain) && domainToASCII(domain)) || domain.toLowerCase();
}
