import { getDomain } from 'tldts';

/**
 * Returns the registrable domain of a host name, whose owner controls all names below it; the host itself if
 * it has none, such as an IP address.
 */
export function registrableDomain(host: string): string {
  return getDomain(host) ?? host.toLowerCase();
}
