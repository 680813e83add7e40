import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

/**
 * Domains of disposable mailboxes: the community list in the npm package disposable-email-domains-js (1.26.0
 * of 21 September 2026, CC0). It's conservative: forwarding services with accounts aren't on it.
 */
let list: Set<string> | undefined;

/** Whether the domain, or one above it, is disposable. */
export function isDisposable(domain: string, additions: readonly string[]): boolean {
  list ??= disposableEmailBlocklistSet();
  const labels = domain.split('.');
  for (let first = 0; first < labels.length - 1; first += 1) {
    const parent = labels.slice(first).join('.');
    if (list.has(parent) || additions.includes(parent)) return true;
  }
  return false;
}
