import { domainToASCII, domainToUnicode } from 'node:url';
import ipaddr from 'ipaddr.js';
import { parse } from 'tldts';
import { asciiLookAlike } from '../normalize/characters.ts';

/** Target of a URL by its text. */
export interface UrlTarget {
  readonly scheme: string;
  readonly host: string;
  /** Registrable domain; null for addresses and unknown suffixes. */
  readonly domain: string | null;
  readonly isAddress: boolean;
  /** A user name that is read as the host, or a password: the name alone is how repositories are cloned. */
  readonly hasCredentials: boolean;
  readonly port: string;
  readonly path: string;
}

/** Hosts whose links lead elsewhere. */
export const SHORTENERS = new Set(
  'bit.ly tinyurl.com goo.gl ow.ly is.gd buff.ly rebrand.ly cutt.ly shorturl.at rb.gy t.ly tiny.cc bl.ink soo.gd s.id v.gd x.co lnkd.in adf.ly shorte.st'.split(
    ' ',
  ),
);

/** Names that phishing often imitates, as patterns of host labels. */
const BRANDS: readonly (readonly [string, RegExp])[] =
  'paypal microsoft office365 outlook apple icloud google gmail amazon netflix facebook instagram whatsapp linkedin dropbox docusign adobe dhl fedex ups usps wellsfargo bankofamerica chase citibank hsbc barclays coinbase binance metamask ebay steamcommunity github openai stripe'
    .split(' ')
    .map((brand) => [brand, new RegExp(`(?:^|[.-])${brand}(?:[.-]|$)`)]);

const ANY_BRAND = new RegExp(BRANDS.map(([brand]) => brand).join('|'));

/** Parses a URL; null if it can't be followed. */
export function targetOf(url: string): UrlTarget | null {
  let parsed: URL;
  try {
    parsed = new URL(url.replace(/[\t\r\n]/g, ''));
  } catch {
    return null;
  }
  const host = parsed.hostname.replace(/\.$/, '').toLowerCase();
  const facts = parse(host, { validateHostname: false });
  return {
    scheme: parsed.protocol.slice(0, -1),
    host,
    domain: facts.domain,
    isAddress: facts.isIp === true && !isInner(host),
    hasCredentials: parsed.password !== '' || /[.%]/.test(parsed.username) || ANY_BRAND.test(parsed.username),
    port: parsed.port,
    path: parsed.pathname + parsed.search,
  };
}

/** Whether an address is private: a stranger's link can't lead anywhere with it. */
function isInner(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && INNER_RANGES.has(ipaddr.process(address).range());
}

const INNER_RANGES: ReadonlySet<string> = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal']);

const LATIN = /\p{Script=Latin}/u;
const SCRIPTS: readonly RegExp[] = [
  LATIN,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
];

/**
 * A host that mixes alphabets in one label, or spells a Latin name in look-alikes: of another alphabet under
 * a Latin ending, or a brand in Latin letters with marks.
 */
export function isDeceptiveHost(host: string): boolean {
  if (!host.includes('xn--')) return false;
  const labels = domainToUnicode(host).split('.');
  const endsInLatin = /^[a-z]+$/.test(labels.at(-1) ?? '');
  return labels.some((label) => {
    if (SCRIPTS.filter((script) => script.test(label)).length > 1) return true;
    const spelled = [...label].map((letter) =>
      letter <= '\u007f' ? letter : asciiLookAlike(letter.charCodeAt(0)),
    );
    if (!/[^\0-\u007f]/.test(label) || spelled.includes(undefined)) return false;
    return LATIN.test(label) ? ANY_BRAND.test(spelled.join('')) : endsInLatin;
  });
}

/** A host with any ending, in any script, with the address around it and the mark that ends a sentence. */
const LOOKS_LIKE_HOST =
  /^(?:https?:\/\/)?((?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,8}(?:xn--[a-z0-9-]{1,59}|[\p{L}\p{M}]{2,24}))\.?(?:[:/?#]\S{0,300})?[.,;!]?$/iu;

/** The registrable domain that the visible text of a link names; null when it names none. */
export function namedDomain(label: string): string | null {
  const host = LOOKS_LIKE_HOST.exec(label.trim())?.[1];
  if (!host) return null;
  const { domain, isIcann, isPrivate } = parse(domainToASCII(host));
  return isIcann || isPrivate ? domain : null;
}

const DIGIT_LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};

/** Shorter names match by chance. */
const LEAST_DISGUISED = 4;
/** Domains that companies put behind each host that their people open. */
const REWRITERS = new Set(['mcas.ms']);

/** A brand's name in a host that isn't the brand's own; null without one. */
export function borrowedBrand(host: string, domain: string | null): string | null {
  if (domain !== null && REWRITERS.has(domain)) return null;
  const name = domain?.split('.')[0] ?? '';
  const undisguised = host
    .replace(/[013457]/g, (digit) => DIGIT_LOOK_ALIKES[digit] ?? digit)
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
  if (!ANY_BRAND.test(host) && !ANY_BRAND.test(undisguised)) return null;
  for (const [brand, pattern] of BRANDS) {
    if (name === brand) return null;
    const spelledOut = pattern.test(host) && host !== domain && host.includes(`${brand}.com`);
    const disguised =
      brand.length >= LEAST_DISGUISED &&
      undisguised !== host &&
      pattern.test(undisguised) &&
      !pattern.test(host);
    const extended =
      pattern.test(name) &&
      /login|secure|verify|account|support|update|signin|billing|confirm|auth/.test(name);
    if (spelledOut || disguised || extended) return brand;
  }
  return null;
}
