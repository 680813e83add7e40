/** One may begin within another. */
const ADDRESS = /(?=(https?:\/{1,2}[^\s"'<>&]{3,2000}))h/gi;
const SCHEME_LENGTH = 8;
/** Addresses in one address, at most, and how often they may be encoded in each other. */
const MAX_WRAPPED = 5;
const ROUNDS = 3;
/** Proofpoint writes `-3A__` for `://`, and `_` for each slash. */
const PROOFPOINT = /\burldefense\b[^?]{0,100}\?(?:[^#]{0,50}&)?u=([^&#]{5,2000})/i;

function decoded(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * Where an address leads on to: those that services for safe links, redirects and searches carry in theirs.
 */
export function wrappedIn(url: string): string[] {
  const found = new Set<string>();
  const proofpoint = PROOFPOINT.exec(url)?.[1];
  let text =
    url.slice(SCHEME_LENGTH) + (proofpoint ? ` ${proofpoint.replaceAll('-', '%').replaceAll('_', '/')}` : '');
  for (let round = 0; round < ROUNDS && found.size < MAX_WRAPPED; round++) {
    for (const [, address = ''] of text.matchAll(ADDRESS)) {
      found.add(address);
      if (found.size === MAX_WRAPPED) break;
    }
    text = decoded(text);
  }
  return [...found];
}
