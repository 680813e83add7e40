import type { Scan, ScanFinding } from '../../../shared/contract/scan.ts';
import type { PlatformContext } from '../../platform/context.ts';
import type { AskRecords, DnsAnswer } from '../../platform/system/dns.ts';
import { withDnsTimeout } from '../../platform/system/dns-timeout.ts';
import { mergeScans } from './merge-scans.ts';
import type { ScanResult } from './tasks.ts';

/** A listed domain and its zone. */
interface Listing {
  readonly domain: string;
  readonly zone: string;
}

/** Blocklists answer with loopback addresses (RFC 5782). */
const LISTED = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;
/** Answers that mean a refused or malformed query, not a listing. */
const REFUSED = /^127\.(?:0\.0\.1|255\.\d{1,3}\.\d{1,3}|0\.1\.255)$/;

const INSTRUCTIONS = ["Don't open the links of this message."];

/** Queries the configured blocklists of link hosts (`scanning.dns_blocklists`). */
export class DnsBlocklists {
  readonly #ask: AskRecords;
  readonly #settings: PlatformContext['settings'];

  /** `ask` caches answers. */
  constructor(ask: AskRecords, settings: PlatformContext['settings']) {
    this.#ask = ask;
    this.#settings = settings;
  }

  /** Whether the message has links to look up. */
  concerns({ linkDomains }: Pick<ScanResult, 'linkDomains'>): boolean {
    return linkDomains.length > 0 && this.#zones.length > 0;
  }

  /**
   * Adds the listings to the scan. A list that doesn't answer in time decides nothing, and the scan says so.
   */
  async complete<Result extends Pick<ScanResult, 'scan' | 'linkDomains'>>(result: Result): Promise<Result> {
    if (!this.concerns(result)) return result;
    const ask = withDnsTimeout(this.#ask);
    const questions = this.#zones.flatMap((zone) => result.linkDomains.map((domain) => ({ domain, zone })));
    const answers = await Promise.all(
      questions.map(async ({ domain, zone }) => ({
        domain,
        zone,
        answer: await ask(`${domain}.${zone}`, 'A'),
      })),
    );
    const listings = answers.filter(({ answer }) => isListed(answer));
    const silent = answers.filter(({ answer }) => answer.kind === 'unavailable').map(({ zone }) => zone);
    const findings = [...listedFindings(listings), ...silentFindings([...new Set(silent)])];
    if (findings.length === 0) return result;
    return { ...result, scan: mergeScans([result.scan, scanOf(findings)]) };
  }

  get #zones(): readonly string[] {
    return this.#settings.get('scanning.dns_blocklists');
  }
}

function isListed(answer: DnsAnswer<string>): boolean {
  return (
    answer.kind === 'records' &&
    answer.records.some((address) => LISTED.test(address) && !REFUSED.test(address))
  );
}

function listedFindings(listings: readonly Listing[]): ScanFinding[] {
  if (listings.length === 0) return [];
  const zones = [...new Set(listings.map(({ zone }) => zone))];
  return [
    {
      category: 'phishing_url',
      decision: 'block',
      reason: 'A link leads to a host that is on a blocklist.',
      warning: {
        qualified_wording: 'A link of this message leads to a host that may be unsafe.',
        attribution_text: `Listed by ${zones.join(', ')}.`,
        attribution_url: `https://${zones[0]}/`,
        learn_more: [{ threat_type: 'SOCIAL_ENGINEERING', url: 'https://en.wikipedia.org/wiki/Phishing' }],
        affected_urls: [...new Set(listings.map(({ domain }) => domain))],
      },
      agent_instructions: INSTRUCTIONS,
    },
  ];
}

function silentFindings(zones: readonly string[]): ScanFinding[] {
  return zones.map((zone) => ({
    category: 'phishing_url',
    decision: 'allow',
    reason: `The blocklist ${zone} didn't respond, so links were checked without it.`,
  }));
}

function scanOf(findings: ScanFinding[]): Scan {
  const decision = findings.some((finding) => finding.decision === 'block') ? 'block' : 'allow';
  return mergeScans([{ verdict: 'clean', categories: [{ category: 'phishing_url', decision }], findings }]);
}
