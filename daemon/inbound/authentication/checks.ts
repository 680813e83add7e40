import { isIP } from 'node:net';
import { asciiDomain } from '../../recipients/address.ts';
import type { DnsAnswer } from '../../system/dns.ts';
import { plainAddress } from '../../system/subnets.ts';
import type { Peer } from './peer.ts';
import { type AskRecords, nodeResolver } from './resolver.ts';
import { type CheckResult, checkResult, type KeyAnswers } from './signatures.ts';

/** Milliseconds that SPF may take: what is late is an error of the name system. */
const SPF_TIME = 5000;

/** What SPF says about the peer. */
export interface SpfReport {
  readonly result: CheckResult;
  /** The domain that was asked: of the envelope sender, for a bounce that of HELO. */
  readonly domain: string;
}

/** May this peer send for the envelope sender (RFC 7208)? Null when nobody can be asked. */
export async function checkSpf(
  ask: AskRecords,
  peer: Peer,
  mailFrom: string,
  hostname: string,
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

/** The published keys of a message's signatures. */
export async function fetchKeys(ask: AskRecords, names: readonly string[]): Promise<KeyAnswers> {
  const answers = await Promise.all(
    names.map(async (name): Promise<[string, DnsAnswer<string>]> => [name, await ask(name, 'TXT')]),
  );
  return Object.fromEntries(answers);
}

/** What the check of DMARC came to. */
export interface DmarcReport {
  readonly result: 'pass' | 'fail' | 'temperror' | 'none';
  /** The domain of the author, in ASCII. */
  readonly from: string;
}

/** Whether what passed speaks for the domain of the author (RFC 9989); null when it is no name. */
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
