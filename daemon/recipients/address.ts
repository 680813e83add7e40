import { LIMITS } from '../../shared/contract/limits.ts';

/**
 * The one address grammar of recipients and list entries (decisions 5.1): a dot-atom local part, a domain of two
 * or more labels of letters, digits and inner hyphens, ASCII without punycode.
 */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ADDRESS = new RegExp(`^(?<local>${ATOM}(?:\\.${ATOM})*)@(?<domain>${LABEL}(?:\\.${LABEL})+)$`);
const LOCAL_CHARACTERS = 64;
const DOMAIN_CHARACTERS = 253;

export interface MailAddress {
  /** As given; matching is case-insensitive. */
  readonly local: string;
  /** Lower case. */
  readonly domain: string;
}

/** The parts of a valid address, or null. */
export function parseAddress(text: string): MailAddress | null {
  if (text.length > LIMITS.addressCharacters) return null;
  const groups = ADDRESS.exec(text)?.groups;
  const local = groups?.['local'];
  const domain = groups?.['domain']?.toLowerCase();
  if (!local || !domain || local.length > LOCAL_CHARACTERS || domain.length > DOMAIN_CHARACTERS) return null;
  if (domain.split('.').some((label) => label.startsWith('xn--'))) return null;
  return { local, domain };
}

/** The account part and the tag of `name+tag`. */
export function splitTag(local: string): { readonly name: string; readonly tag: string | null } {
  const plus = local.indexOf('+');
  return plus < 1 ? { name: local, tag: null } : { name: local.slice(0, plus), tag: local.slice(plus + 1) };
}
