import type { UrlThreatType } from '../../../../shared/contract/scan.ts';
import type { UrlTarget } from './hosts.ts';

/** Addresses that safe-browsing services publish for testing, as EICAR is for virus scanners. */
const TEST_URLS: readonly (readonly [string, UrlThreatType])[] = [
  ['testsafebrowsing.appspot.com/s/phishing.html', 'SOCIAL_ENGINEERING'],
  ['testsafebrowsing.appspot.com/s/malware.html', 'MALWARE'],
  ['testsafebrowsing.appspot.com/s/unwanted.html', 'UNWANTED_SOFTWARE'],
  ['malware.testing.google.test/testing/malware', 'MALWARE'],
];

const SCHEME = /^([a-z][a-z0-9+.-]{0,20}):\/\//i;
const ANY_SUBDOMAIN = /^(?:\*?\.)+/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', ftp: '21' };

/** An entry as addresses are compared with it; null for what no address can match. */
function readEntry(entry: string): { host: string; port: string; path: string } | null {
  const text = entry.trim();
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase() === 'https' ? 'https' : 'http';
  try {
    const url = new URL(`${scheme}://${text.replace(SCHEME, '').replace(ANY_SUBDOMAIN, '')}`);
    const path = (url.pathname + url.search).toLowerCase();
    return { host: url.hostname.replace(/\.$/, ''), port: url.port, path };
  } catch {
    return null;
  }
}

/** Listed ports and paths of a host; empty means all. */
interface ListedPath {
  readonly port: string;
  readonly path: string;
}

/** The owner's list and the published test addresses. */
export class UrlBlocklist {
  readonly #hosts = new Map<string, ListedPath[]>();

  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const read = readEntry(entry);
      if (!read || read.host === '') continue;
      const listed = { port: read.port, path: read.path === '/' ? '' : read.path };
      const known = this.#hosts.get(read.host);
      if (known) known.push(listed);
      else this.#hosts.set(read.host, [listed]);
    }
  }

  /** Whether the owner listed anything. */
  get isEmpty(): boolean {
    return this.#hosts.size === 0;
  }

  /** Why a URL is listed; a listed host covers its subdomains and, unless it names one, all ports. */
  threatOf(target: UrlTarget): UrlThreatType | null {
    const address = target.host + (target.port ? `:${target.port}` : '') + target.path.toLowerCase();
    const test = TEST_URLS.find(([prefix]) => address.startsWith(prefix));
    if (test) return test[1];
    for (
      let host = target.host;
      host !== '';
      host = host.includes('.') ? host.slice(host.indexOf('.') + 1) : ''
    ) {
      const own = host === target.host;
      if (this.#hosts.get(host)?.some((listed) => covers(listed, target, own))) return 'SOCIAL_ENGINEERING';
    }
    return null;
  }
}

/** `own` says that the listed host is that of the address and not one above it. */
function covers({ port, path }: ListedPath, target: UrlTarget, own: boolean): boolean {
  if (port !== '' && port !== (target.port || DEFAULT_PORTS[target.scheme])) return false;
  if (path === '') return true;
  const address = target.path.toLowerCase();
  return own && (address.startsWith(path) || `${address}/` === path);
}
