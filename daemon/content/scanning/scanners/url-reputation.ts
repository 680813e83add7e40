import type { UrlThreatType, UrlWarning } from '../../../../shared/contract/scan.ts';
import type { Finding, FindingSpan, Link, ScanContext, Scanner, TextPart } from '../types.ts';
import { UrlBlocklist } from '../url/blocklist.ts';
import {
  borrowedBrand,
  isDeceptiveHost,
  namedDomain,
  SHORTENERS,
  targetOf,
  type UrlTarget,
} from '../url/hosts.ts';
import { wrappedIn } from '../url/wrapped.ts';
import { scannerEnabled } from './criteria.ts';
import { spanOf } from './rules.ts';

interface Sign {
  readonly ruleId: string;
  readonly reason: string;
  /** Two points hold the message. */
  readonly points: 1 | 2;
}

const HELD_AT = 2;
const MAX_REPORTED = 20;
const ACTIVE_SCHEME = /^\s*(?:javascript|vbscript|data\s*:\s*(?:text\/html|application\/xhtml|image\/svg))/i;
const USUAL_PORTS = new Set(['', '80', '443', '8080', '8443']);

function signsOf(target: UrlTarget, link: Link): Sign[] {
  const signs: Sign[] = [];
  const add = (ruleId: string, points: 1 | 2, reason: string) => signs.push({ ruleId, points, reason });
  if (isDeceptiveHost(target.host))
    add('look-alike-host', 2, 'A link uses look-alike letters from another alphabet.');
  if (target.hasCredentials && target.scheme.startsWith('http')) {
    add('credentials-in-url', 2, 'A link has a user name before its real host.');
  }
  if (borrowedBrand(target.host, target.domain))
    add('borrowed-brand', 2, "A link imitates a company's domain.");
  if (target.isAddress) add('numeric-host', 1, 'A link points to an IP address instead of a host name.');
  if (!USUAL_PORTS.has(target.port)) add('unusual-port', 1, 'A link points to an unusual port.');
  if (SHORTENERS.has(target.host)) add('shortener', 1, 'A link uses a URL shortener.');
  const named = link.label === null ? null : namedDomain(link.label);
  if (named && (target.domain ?? target.host) !== named)
    add('other-host-named', 1, 'A link shows one host and leads to another.');
  return signs;
}

function listedWarning(threats: ReadonlyMap<UrlThreatType, readonly string[]>): UrlWarning {
  return {
    qualified_wording: 'A link of this message is on a list of unsafe addresses.',
    attribution_text: 'Listed by the operator, or published for testing.',
    attribution_url: 'https://en.wikipedia.org/wiki/Phishing',
    learn_more: [...threats.keys()].map((threat) => ({
      threat_type: threat,
      url:
        threat === 'MALWARE'
          ? 'https://en.wikipedia.org/wiki/Malware'
          : 'https://en.wikipedia.org/wiki/Phishing',
    })),
    affected_urls: [...threats.values()].flat().slice(0, MAX_REPORTED),
  };
}

interface CollectedThreats {
  readonly threats: Map<UrlThreatType, string[]>;
  readonly listedSpans: FindingSpan[];
  readonly signs: Map<string, { sign: Sign; spans: FindingSpan[] }>;
  held: boolean;
}

function note(collected: CollectedThreats, signs: readonly Sign[], span: FindingSpan | null): void {
  if (signs.reduce((sum, sign) => sum + sign.points, 0) >= HELD_AT) collected.held = true;
  for (const sign of signs) {
    const entry = collected.signs.get(sign.ruleId) ?? { sign, spans: [] };
    if (span && entry.spans.length < MAX_REPORTED) entry.spans.push(span);
    collected.signs.set(sign.ruleId, entry);
  }
}

/** Why an address within a link is listed. */
function wrappedThreat(url: string, blocklist: UrlBlocklist): UrlThreatType | null {
  if (blocklist.isEmpty) return null;
  for (const address of wrappedIn(url)) {
    const target = targetOf(address);
    const threat = target && blocklist.threatOf(target);
    if (threat) return threat;
  }
  return null;
}

/**
 * Names of hosts in running text, with what follows them of an address; none of them is part of a mail
 * address.
 */
const BARE_HOST =
  /(?<![\p{L}\p{N}_@./:-])(?:[\p{L}\p{N}_-]{1,63}\.){1,10}[\p{L}][\p{L}\p{N}-]{1,23}(?![\p{L}\p{N}_-])(?:[:/?#][^\s<>"']{0,500})?/gu;
const MAX_BARE_HOSTS = 20_000;

/** Addresses that are written without a scheme, as people type them into a browser. */
function bareHosts(parts: readonly TextPart[]): Link[] {
  const links: Link[] = [];
  for (const part of parts) {
    for (const { index, 0: host } of part.normal.matchAll(BARE_HOST)) {
      if (links.length >= MAX_BARE_HOSTS) return links;
      const span = spanOf(part, index, index + host.length);
      links.push({ url: `http://${host}`, label: null, span, unasked: true });
    }
  }
  return links;
}

function inspectLinks(links: readonly Link[], blocklist: UrlBlocklist): CollectedThreats {
  const collected: CollectedThreats = { threats: new Map(), listedSpans: [], signs: new Map(), held: false };
  const seen = new Set<string>();
  for (const link of links) {
    const key = `${link.url}\n${link.label ?? ''}`;
    if (seen.has(key) || (link.unasked && blocklist.isEmpty)) continue;
    seen.add(key);
    if (!link.unasked && ACTIVE_SCHEME.test(link.url)) {
      note(collected, [{ ruleId: 'active-link', points: 2, reason: 'A link runs a script.' }], link.span);
      continue;
    }
    const target = targetOf(link.url);
    if (!target || target.host === '') continue;
    const threat = blocklist.threatOf(target) ?? wrappedThreat(link.url, blocklist);
    if (threat) {
      collected.threats.set(
        threat,
        [...(collected.threats.get(threat) ?? []), link.url].slice(0, MAX_REPORTED),
      );
      if (link.span) collected.listedSpans.push(link.span);
    } else if (!link.unasked) note(collected, signsOf(target, link), link.span);
  }
  return collected;
}

const instructions = ["Don't open the links of this message."];

/** Links: the operator's blocklist decides `block`, signs of deception together decide `quarantine`. */
export const urlReputation: Scanner = {
  name: 'url-reputation',
  applies: (context) =>
    scannerEnabled(context, 'url-reputation') &&
    context.input.urlReputationActive &&
    (context.message.links.length > 0 || context.input.blockedUrls.length > 0),
  scan({ input, message }: ScanContext): Finding[] {
    const blocklist = new UrlBlocklist(input.blockedUrls);
    const links = blocklist.isEmpty ? message.links : [...message.links, ...bareHosts(message.parts)];
    const { threats, listedSpans, signs, held } = inspectLinks(links, blocklist);
    const base = {
      scanner: 'url-reputation',
      category: 'phishing_url' as const,
      agentInstructions: instructions,
    };
    const findings: Finding[] = [...signs.values()].map(({ sign, spans }) => ({
      ...base,
      ruleId: sign.ruleId,
      severity: held ? ('high' as const) : ('info' as const),
      decision: held ? ('quarantine' as const) : ('allow' as const),
      reason: sign.reason,
      spans,
    }));
    if (threats.size > 0) {
      findings.push({
        ...base,
        ruleId: 'listed',
        severity: 'critical',
        decision: 'block',
        reason: 'A link is on a blocklist.',
        spans: listedSpans.slice(0, MAX_REPORTED),
        warning: listedWarning(threats),
      });
    }
    return findings;
  },
};
