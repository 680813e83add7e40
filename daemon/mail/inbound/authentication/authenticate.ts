import type { AnalysisPool } from '../../../content/analysis/pool.ts';
import { keyNames, type SignatureReport, withinLimits } from '../../../content/analysis/signatures.ts';
import { parseSpec } from '../../../content/mime/address-spec.ts';
import { authorsOf } from '../../../content/mime/authors.ts';
import { charsetHint } from '../../../content/mime/charset-hint.ts';
import { readHeaderBlock } from '../../../content/mime/fields.ts';
import type { Peer, SenderAuthentication } from '../../../platform/store/schema.ts';
import type { Clock } from '../../../platform/system/clock.ts';
import type { AskRecords, Dns } from '../../../platform/system/dns.ts';
import { cachedRecords } from '../../../platform/system/dns-cache.ts';
import { withDnsTimeout } from '../../../platform/system/dns-timeout.ts';
import type { Log } from '../../../platform/system/log.ts';
import { asciiDomain } from '../../../platform/system/mail-address.ts';
import { isOfThisMachine } from '../../../platform/system/own-addresses.ts';
import { subnetsOf } from '../../../platform/system/subnets.ts';
import { checkDmarc, checkSpf, fetchKeys } from './checks.ts';
import { type Checks, judge, passingSignatures, passingSpf } from './verdict.ts';

/** A message to authenticate. */
export interface Unproven {
  readonly peer: Peer;
  /** Empty for a bounce. */
  readonly mailFrom: string;
  /** The displayed From address, if any. */
  readonly fromAddress: string | null;
  readonly raw: Buffer;
}

/** SPF, DKIM, ARC and DMARC of accepted mail. */
export class SenderAuthenticator {
  readonly #ask: AskRecords;
  readonly #analysis: AnalysisPool;
  readonly #clock: Clock;
  readonly #hostname: string;
  readonly #trustedRelays: () => readonly string[];
  readonly #ownAddresses: () => readonly string[];
  readonly #isTest: boolean;
  readonly #log: Log;

  constructor(options: {
    readonly dns: Dns;
    readonly analysis: AnalysisPool;
    readonly clock: Clock;
    /** The name of this mail server. */
    readonly hostname: string;
    /** Relays whose mail is trusted as it is, by address or subnet. */
    readonly trustedRelays: () => readonly string[];
    /** Addresses of this machine's interfaces. */
    readonly ownAddresses: () => readonly string[];
    /** Whether a relay on this machine proves senders too, for tests of what agents do with proven mail. */
    readonly isTest: boolean;
    readonly log: Log;
  }) {
    this.#ask = cachedRecords(options.dns, options.clock);
    this.#analysis = options.analysis;
    this.#clock = options.clock;
    this.#hostname = options.hostname;
    this.#trustedRelays = options.trustedRelays;
    this.#ownAddresses = options.ownAddresses;
    this.#isTest = options.isTest;
    this.#log = options.log;
  }

  /** Never rejects; a timeout gives the verdict `error`. */
  async authenticate(message: Unproven): Promise<SenderAuthentication> {
    const provenance = message.peer.via === 'imap' ? 'self_hosted_imap' : 'managed';
    const fromDomain = domainOf(message.fromAddress);
    const { peer } = message;
    const isRelayed = peer.via === 'smtp' && subnetsOf(this.#trustedRelays()).has(peer.address);
    if (!isRelayed) return { ...(await this.#judged(message, fromDomain)), provenance };
    if (soleAuthor(message.raw) === null) {
      return {
        verdict: 'authenticated_unaligned',
        from_domain: fromDomain,
        signing_domain: null,
        provenance,
      };
    }
    const believed = { verdict: 'verified_aligned', from_domain: fromDomain, provenance } as const;
    if (this.#isTest || !this.#isOfThisMachine(peer)) return { ...believed, signing_domain: null };
    // Local programs, agents among them, share this address, so only a signature proves the sender.
    const judged = await this.#judged(message, fromDomain);
    if (judged.verdict === 'verified_aligned') return { ...judged, provenance };
    return { ...believed, signing_domain: null, vouched_by: 'local_relay' };
  }

  #isOfThisMachine(peer: Peer): boolean {
    return peer.via === 'smtp' && isOfThisMachine(peer.address, this.#ownAddresses);
  }

  async #judged(message: Unproven, fromDomain: string | null): Promise<ReturnType<typeof judge>> {
    try {
      return judge(await this.check(message), fromDomain);
    } catch (error) {
      this.#log.error({ err: error }, 'sender authentication failed');
    }
    return { verdict: 'error', from_domain: fromDomain, signing_domain: null };
  }

  /** Runs every check. */
  async check({ peer, mailFrom, raw }: Unproven): Promise<Checks> {
    const ask = withDnsTimeout(this.#ask);
    const [spf, report] = await Promise.all([
      // SPF names machines, and any program on this one could be the peer.
      this.#isOfThisMachine(peer) ? null : checkSpf(ask, { peer, mailFrom, hostname: this.#hostname }),
      this.#checkSignatures(ask, raw),
    ]);
    const { signatures = [], arc = null } = report ?? {};
    const passed = { spf: passingSpf(spf), dkim: passingSignatures(signatures) };
    if (passed.spf.length + passed.dkim.length === 0) return { spf, signatures, arc, dmarc: null };
    const author = soleAuthor(raw);
    const from = report ?? (await this.#analysis.signatures({ raw: headerOf(raw), keys: {}, at: 0 }));
    const agreed = author !== null && isReadAs(from, author);
    return { spf, signatures, arc, dmarc: agreed ? await checkDmarc(ask, author, passed) : null };
  }

  /** Null when nothing is signed. */
  async #checkSignatures(ask: AskRecords, raw: Buffer): Promise<SignatureReport | null> {
    const names = keyNames(raw);
    if (names.length === 0) return null;
    const keys = await fetchKeys(ask, names);
    return this.#analysis.signatures({ raw: withinLimits(raw), keys, at: this.#clock.now() });
  }
}

/** The header and an empty body. */
function headerOf(raw: Buffer): Buffer {
  return raw.subarray(0, readHeaderBlock(raw).bodyStart);
}

function soleAuthor(raw: Buffer): string | null {
  return authorsOf(readHeaderBlock(raw).fields, charsetHint(raw)).sole;
}

/** Whether mailauth reads the same single author as we do. */
function isReadAs({ headerFrom, fromFields }: SignatureReport, author: string): boolean {
  const [only, ...more] = headerFrom;
  if (only === undefined || more.length > 0 || fromFields !== 1) return false;
  return parseSpec(only)?.address === author;
}

/** In ASCII, as DNS and signatures need it. */
function domainOf(address: string | null): string | null {
  return address === null ? null : asciiDomain(address.slice(address.lastIndexOf('@') + 1)) || null;
}
