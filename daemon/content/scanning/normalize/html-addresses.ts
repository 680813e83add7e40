import type { Link } from '../types.ts';

type Attributes = ReadonlyMap<string, string>;

/** Attributes that send a reader elsewhere without a link, by their elements. */
const FOLLOWED: Readonly<Record<string, string>> = {
  form: 'action',
  iframe: 'src',
  frame: 'src',
  embed: 'src',
  object: 'data',
};
/** Attributes with addresses of which something is loaded. */
const LOADED = ['src', 'background', 'poster', 'lowsrc', 'dynsrc', 'data', 'xlink:href'];
const REFRESH = /^[^;,]{0,20}[;,]\s{0,9}(?:url\s{0,9}=\s{0,9})?["']?([^"'\s]{3,2000})/i;
const CSS_URL = /\burl\(\s{0,9}["']?([^"')\s]{3,2000})/gi;
const MAX_OF_STYLE = 100;

/** Addresses that an element other than a link leads to. */
export function followedBy(tag: string, attributes: Attributes): string[] {
  const found: (string | undefined)[] = [attributes.get('formaction'), attributes.get(FOLLOWED[tag] ?? '')];
  if (tag === 'meta' && attributes.get('http-equiv')?.trim().toLowerCase() === 'refresh')
    found.push(REFRESH.exec(attributes.get('content')?.trim() ?? '')?.[1]);
  return found.flatMap((address) => (address ? [address.trim()] : []));
}

/** Addresses from which an element loads something. */
export function loadedBy(tag: string, attributes: Attributes): string[] {
  if (FOLLOWED[tag]) return [];
  const found = LOADED.flatMap((name) => attributes.get(name) ?? []);
  if (tag === 'link') found.push(attributes.get('href') ?? '');
  for (const candidate of attributes.get('srcset')?.split(',', MAX_OF_STYLE) ?? [])
    found.push(candidate.trim().split(/\s/, 1)[0] ?? '');
  const style = attributes.get('style');
  if (style?.includes('(')) found.push(...addressesInStyle(style));
  return found.map((address) => address.trim()).filter((address) => address !== '');
}

export function addressesInStyle(style: string): string[] {
  return [...style.matchAll(CSS_URL)].slice(0, MAX_OF_STYLE).map(([, address = '']) => address);
}

const HAS_SCHEME = /^[a-z][a-z0-9+.-]{0,30}:/i;

/** The link with its whole address, where the page says what it is relative to. */
export function resolved(link: Link, base: string | null): Link {
  if (link.url.startsWith('//')) return { ...link, url: `https:${link.url}` };
  if (base === null || HAS_SCHEME.test(link.url) || link.url.startsWith('#')) return link;
  try {
    return { ...link, url: new URL(link.url, base).href };
  } catch {
    return link;
  }
}
