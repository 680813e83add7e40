import { isIP } from 'node:net';
import { type CheckResult, checkResult, type KeyAnswers } from '../../../content/analysis/signatures.ts';
import type { Peer } from '../../../platform/store/schema.ts';
import type { AskRecords, DnsAnswer } from '../../../platform/system/dns.ts';
import { asciiDomain } from '../../../platform/system/mail-address.ts';
import { nodeResolver } from '../../../platform/system/node-resolver.ts';
import { plainAddress } from '../../../platform/system/subnets.ts';

/** Timeout of SPF in milliseconds; being late is a temporary error. */
const SPF_TIME = 5000;

/** SPF result of the peer. */
export interface SpfReport {
  readonly result: CheckResult;
  /** The checked domain: of the envelope sender, or of HELO for a bounce. */
  readonly domain: string;
}

/**
 * Checks whether the peer may send for the envelope sender (RFC 7208). Null when there is no domain to check.
 */
export async function checkSpf(
  ask: AskRecords,
  { peer, mailFrom, hostname }: { readonly peer: Peer; readonly mailFrom: string; readonly hostname: string },
): Promise<SpfReport | null> {
  if (peer.via !== 'smtp' || isIP(plainAddress(peer.address)) === 0) return null;
  const { spf } = await import('mailauth/lib/spf/index.js');
  const { domain, status } = await spf({
    ip: plainAddress(peer.address),
    helo: isIP(peer.helo) === 0 ? peer.helo : `[${peer.helo}]`,
    sender: mailFrom,
    mta: hostname,
    resolver: nodeResolver(ask),
    maxElapsedTime: SPF_TIME,
    strict: true,
  });
  return { domain: asciiDomain(domain ?? ''), result: checkResult(status.result) };
}

/** Fetches the public keys of a message's signatures. */
export async function fetchKeys(ask: AskRecords, names: readonly string[]): Promise<KeyAnswers> {
  const answers = await Promise.all(
    names.map(async (name): Promise<[string, DnsAnswer<string>]> => [name, await ask(name, 'TXT')]),
  );
  return Object.fromEntries(answers);
}

/** DMARC result. */
export interface DmarcReport {
  readonly result: 'pass' | 'fail' | 'temperror' | 'none';
  /** Domain of From, in ASCII. */
  readonly from: string;
}

/** Checks whether a passing result is aligned with From (RFC 9989). Null when From has no valid domain. */
export async function checkDmarc(
  ask: AskRecords,
  author: string,
  passed: { readonly spf: readonly string[]; readonly dkim: readonly string[] },
): Promise<DmarcReport | null> {
  const { evaluateDmarc } = await import('mailauth/lib/dmarc/index.js');
  const { response } = await evaluateDmarc({
    headerFrom: [author],
    fromFields: 1,
    spfDomains: [...passed.spf],
    dkimDomains: passed.dkim.map((domain) => ({ domain })),
    resolver: nodeResolver(ask),
  });
  if (!response) return null;
  const { result, header } = response.status;
  const known = result === 'pass' || result === 'fail' || result === 'temperror' ? result : 'none';
  return { result: known, from: (header?.from ?? '').toLowerCase() };
}
