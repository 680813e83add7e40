/**
 * Consumer providers, whose domains are often mistyped. Short names, and names with a neighbouring provider,
 * are left out: a typo there can't be told from another address.
 */
export const CONSUMER_PROVIDERS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'rocketmail.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'protonmail.com',
  'proton.me',
  'fastmail.com',
  'yandex.com',
  'rediffmail.com',
  'comcast.net',
  'verizon.net',
  'sbcglobal.net',
  'bellsouth.net',
  'btinternet.com',
  'yahoo.co.uk',
  'hotmail.co.uk',
  'yahoo.co.jp',
  'wanadoo.fr',
  'laposte.net',
  't-online.de',
  'freenet.de',
  'libero.it',
] as const;

/** Real mail domains that are one edit away from a provider. */
const NEIGHBOURS = new Set(['mail.com', 'email.com', 'ymail.com', 'cloud.com']);

/** The provider within one edit of a domain, or null. `additions` are further providers. */
export function suspectedTypo(domain: string, additions: readonly string[]): string | null {
  const targets = [...CONSUMER_PROVIDERS, ...additions];
  if (NEIGHBOURS.has(domain) || targets.includes(domain)) return null;
  return targets.find((target) => isOneSlipAway(domain, target)) ?? null;
}

/** Damerau distance 1: one character added, missing or wrong, or two neighbours swapped. */
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
