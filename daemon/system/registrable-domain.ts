import { getDomain } from 'tldts';

/**
 * The domain that somebody registered, of a host name in any of its subdomains; the host itself if there is
 * none, as for an IP address. Whoever owns it answers for all names below it.
 */
export function registrableDomain(host: string): string {
  return getDomain(host) ?? host.toLowerCase();
}
