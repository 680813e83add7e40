import providers from 'email-providers/all.json' with { type: 'json' };

/**
 * Domains that many people have their mail at, and so mistype. Names of fewer than five letters are left out:
 * every company of four letters would be a slip of the pen.
 */
const CONSUMER_PROVIDERS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'ymail.com',
  'rocketmail.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'protonmail.com',
  'proton.me',
  'fastmail.com',
  'yandex.com',
  'yandex.ru',
  'rediffmail.com',
  'comcast.net',
  'verizon.net',
  'sbcglobal.net',
  'bellsouth.net',
  'charter.net',
  'btinternet.com',
  'yahoo.co.uk',
  'hotmail.co.uk',
  'yahoo.co.jp',
  'yahoo.fr',
  'hotmail.fr',
  'orange.fr',
  'wanadoo.fr',
  'laposte.net',
  'yahoo.de',
  'hotmail.de',
  't-online.de',
  'freenet.de',
  'libero.it',
  'hotmail.it',
  'naver.com',
] as const;

/**
 * Mail providers that exist, so that none of them is taken for a slip: the npm package email-providers (2.26.0 of
 * 7 September 2026, ISC).
 */
let known: Set<string> | undefined;

/** The provider that a domain is one slip away from, or null. `additions` are further consumer providers. */
export function suspectedTypo(domain: string, additions: readonly string[]): string | null {
  known ??= new Set(providers);
  const targets = [...CONSUMER_PROVIDERS, ...additions];
  if (known.has(domain) || targets.includes(domain)) return null;
  return targets.find((target) => isOneSlipAway(domain, target)) ?? null;
}

/** Damerau distance 1: one character too many, missing or wrong, or two neighbours swapped. */
export function isOneSlipAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restA = a.slice(start);
  const restB = b.slice(start);
  if (a.length > b.length) return restA.slice(1) === restB;
  if (a.length < b.length) return restA === restB.slice(1);
  if (restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
