import type { Link } from '../types.ts';
import { targetOf } from './hosts.ts';

/** Domains of one message that outside lists are asked about, at most. */
const MAX_DOMAINS = 20;
/** Links that are looked at for them. */
const MAX_LINKS = 5000;

/** The registrable domains that links lead to, in the order of the links. */
export function domainsOf(links: readonly Link[]): string[] {
  const domains = new Set<string>();
  for (const link of links.filter(({ unasked }) => !unasked).slice(0, MAX_LINKS)) {
    const target = targetOf(link.url);
    if (target?.scheme.startsWith('http') && target.domain !== null) domains.add(target.domain);
    if (domains.size === MAX_DOMAINS) break;
  }
  return [...domains];
}
