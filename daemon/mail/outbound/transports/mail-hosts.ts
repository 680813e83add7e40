import type { Dns } from '../../../platform/system/dns.ts';

/** Hosts that take the mail of a domain, best first, or why there are none. */
export type MailHosts =
  | { readonly kind: 'hosts'; readonly hosts: readonly string[] }
  /** The domain does not exist, takes no mail (RFC 7505), or has nothing that could. */
  | { readonly kind: 'none'; readonly reason: string }
  /** This daemon is the best host of a domain that it does not know: the mail would come back. */
  | { readonly kind: 'loop' }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Hosts that one message is offered to, at most. */
const HOSTS_TRIED = 5;

/** Asks the DNS as RFC 5321 5.1 says: mail exchanges by preference, else the domain's own addresses. */
export async function findMailHosts(dns: Dns, domain: string, ownName: string): Promise<MailHosts> {
  const answer = await dns.mailExchanges(domain);
  switch (answer.kind) {
    case 'no_domain':
      return { kind: 'none', reason: 'no such domain' };
    case 'unavailable':
      return { kind: 'unknown', reason: answer.reason };
    case 'no_records':
      return { kind: 'hosts', hosts: [domain] };
    default:
  }
  const exchanges = answer.records
    .map(({ exchange, priority }) => ({ host: exchange.toLowerCase().replace(/\.$/, ''), priority }))
    .filter(({ host }) => host !== '');
  if (exchanges.length === 0) return { kind: 'none', reason: 'takes no mail' };
  exchanges.sort((one, other) => one.priority - other.priority);
  // Hosts from this daemon's own place on would only hand the mail back (RFC 5321 5.1).
  const own = exchanges.find(({ host }) => host === ownName);
  const better = own ? exchanges.filter(({ priority }) => priority < own.priority) : exchanges;
  if (better.length === 0) return { kind: 'loop' };
  return { kind: 'hosts', hosts: better.slice(0, HOSTS_TRIED).map(({ host }) => host) };
}
