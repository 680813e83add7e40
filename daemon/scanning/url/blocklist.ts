import type { UrlThreatType } from '../../../shared/contract/scan.ts';
import type { Target } from './hosts.ts';

/** Addresses that safe-browsing services publish for testing, as EICAR is for virus scanners. */
const TEST_URLS: readonly (readonly [string, UrlThreatType])[] = [
  ['testsafebrowsing.appspot.com/s/phishing.html', 'SOCIAL_ENGINEERING'],
  ['testsafebrowsing.appspot.com/s/malware.html', 'MALWARE'],
  ['testsafebrowsing.appspot.com/s/unwanted.html', 'UNWANTED_SOFTWARE'],
  ['malware.testing.google.test/testing/malware', 'MALWARE'],
];

function plain(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//, '')
    .replace(/^[^/@]{0,200}@/, '');
}

/** The owner's list and the published test addresses. */
export class UrlBlocklist {
  private readonly hosts = new Set<string>();
  private readonly prefixes: string[] = [];

  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const value = plain(entry).replace(/^\*\./, '');
      if (value.includes('/')) this.prefixes.push(value);
      else if (value !== '') this.hosts.add(value);
    }
  }

  /** Why a URL is listed; a listed host covers its subdomains. */
  threatOf(target: Target): UrlThreatType | null {
    const address = target.host + (target.port ? `:${target.port}` : '') + target.path.toLowerCase();
    const test = TEST_URLS.find(([prefix]) => address.startsWith(prefix));
    if (test) return test[1];
    for (
      let host = target.host;
      host !== '';
      host = host.includes('.') ? host.slice(host.indexOf('.') + 1) : ''
    ) {
      if (this.hosts.has(host)) return 'SOCIAL_ENGINEERING';
    }
    const listed = this.prefixes.some((prefix) => address.startsWith(prefix) || `${address}/` === prefix);
    return listed ? 'SOCIAL_ENGINEERING' : null;
  }
}
