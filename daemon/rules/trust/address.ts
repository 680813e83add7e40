import { domainToUnicode } from 'node:url';
import { parseSpec } from '../../content/mime/address-spec.ts';
import { asciiDomain, lowerAscii } from '../../platform/system/mail-address.ts';

/** An address that may be trusted. Mail can come from more addresses than it can be sent to. */
export interface SenderAddress {
  /** Normalised form for comparison, with the domain in Unicode. */
  readonly value: string;
  /** With the domain in ASCII, which reveals look-alikes. */
  readonly ascii: string;
}

/** Null when the text isn't an address. */
export function senderAddress(text: string): SenderAddress | null {
  const spec = parseSpec(text.trim());
  if (!spec?.canonical) return null;
  const at = spec.address.lastIndexOf('@') + 1;
  const local = lowerAscii(spec.address.slice(0, at));
  const domain = asciiDomain(spec.address.slice(at));
  const shown = domain.includes('xn--') ? domainToUnicode(domain) : domain;
  return { value: local + (shown || domain), ascii: local + domain };
}
