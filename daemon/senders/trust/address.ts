import { domainToUnicode } from 'node:url';
import { parseSpec } from '../../inbound/mime/address-spec.ts';
import { asciiDomain, lowerAscii } from '../../recipients/address.ts';

/** A sender that may be trusted: any address that mail can come from, more than mail can be sent to. */
export interface SenderAddress {
  /** The one form in which addresses of senders are compared; an international domain as people read it. */
  readonly value: string;
  /** With its domain as DNS has it, so that look-alikes show. */
  readonly ascii: string;
}

/** Null for a text that is no address. */
export function senderAddress(text: string): SenderAddress | null {
  const spec = parseSpec(text.trim());
  if (!spec?.canonical) return null;
  const at = spec.address.lastIndexOf('@') + 1;
  const local = lowerAscii(spec.address.slice(0, at));
  const domain = asciiDomain(spec.address.slice(at));
  const shown = domain.includes('xn--') ? domainToUnicode(domain) : domain;
  return { value: local + (shown || domain), ascii: local + domain };
}
