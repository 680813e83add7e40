import { LIMITS } from './contract/limits.ts';

/**
 * The address grammar of recipients and list entries, one for both so that all that can be mailed can be
 * listed: a dot-atom local part, and an ASCII domain of two or more labels without punycode.
 */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`);
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const LOCAL_CHARACTERS = 64;
const DOMAIN_CHARACTERS = 253;
const LABEL_CHARACTERS = 63;
const ASCII = /^[\x20-\x7e]*$/;

export interface MailAddress {
  /** As given; matching ignores case. */
  readonly local: string;
  /** Lower case. */
  readonly domain: string;
}

/** Null when the address is invalid. */
export function parseAddress(text: string): MailAddress | null {
  if (problemOfAddress(text) !== null) return null;
  const at = text.lastIndexOf('@');
  return { local: text.slice(0, at), domain: text.slice(at + 1).toLowerCase() };
}

/** A list entry: an address, or `@domain` for every address of exactly that domain. */
export interface EntryPattern {
  /** Lower case. */
  readonly pattern: string;
  readonly type: 'email' | 'domain';
}

/** Why a text is no entry, in words for people. */
export interface EntryProblem {
  readonly problem: string;
}

/** Parses an entry after trimming it. */
export function parseEntry(text: string): EntryPattern | EntryProblem {
  const trimmed = text.trim();
  // Check before lower-casing: some letters outside ASCII have an ASCII lower case.
  if (!ASCII.test(trimmed)) return { problem: 'has characters other than printable ASCII' };
  const pattern = trimmed.toLowerCase();
  if (!pattern.startsWith('@')) {
    const problem = problemOfAddress(pattern);
    return problem === null ? { pattern, type: 'email' } : { problem };
  }
  const problem = problemOfDomain(pattern.slice(1));
  return problem === null ? { pattern, type: 'domain' } : { problem };
}

export function patternType(pattern: string): EntryPattern['type'] {
  return pattern.startsWith('@') ? 'domain' : 'email';
}

function problemOfAddress(text: string): string | null {
  if (text === '') return 'is empty';
  if (text.length > LIMITS.addressCharacters) return `is longer than ${LIMITS.addressCharacters} characters`;
  const at = text.lastIndexOf('@');
  if (at < 0) return 'has no @';
  const local = text.slice(0, at);
  if (local.length > LOCAL_CHARACTERS) return `has more than ${LOCAL_CHARACTERS} characters before the @`;
  if (local === '*') return "has a wildcard, which lists don't support";
  if (!LOCAL.test(local)) return 'has unsupported characters before the @';
  return problemOfDomain(text.slice(at + 1));
}

function problemOfDomain(domain: string): string | null {
  if (domain === '') return 'has no domain';
  if (domain.length > DOMAIN_CHARACTERS) return `has a domain of more than ${DOMAIN_CHARACTERS} characters`;
  const labels = domain.split('.');
  if (labels.includes('')) return 'has an empty label in its domain';
  if (labels.some((label) => label === '*')) return "has a wildcard, which lists don't support";
  if (labels.some((label) => label.length > LABEL_CHARACTERS)) {
    return `has a label of more than ${LABEL_CHARACTERS} characters in its domain`;
  }
  if (!labels.every((label) => LABEL.test(label))) return 'has invalid characters in its domain';
  if (labels.length < 2) return 'has a domain with only one label';
  if (labels.some((label) => label.toLowerCase().startsWith('xn--')))
    return 'has an internationalized domain';
  return null;
}
