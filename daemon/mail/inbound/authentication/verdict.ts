import { getDomain } from 'tldts';
import type { SignatureReport } from '../../../content/analysis/signatures.ts';
import type { SenderAuthentication } from '../../../platform/store/schema.ts';
import type { DmarcReport, SpfReport } from './checks.ts';

/** Results of all checks of a message. */
export interface Checks {
  readonly signatures: SignatureReport['signatures'];
  readonly arc: SignatureReport['arc'];
  readonly spf: SpfReport | null;
  /** Also null when nothing passed that could be aligned. */
  readonly dmarc: DmarcReport | null;
}

/** Signatures that count: one that leaves a part of the body uncovered proves nothing. */
export function passingSignatures(signatures: SignatureReport['signatures']): string[] {
  return signatures
    .filter(({ result, uncovered }) => result === 'pass' && uncovered === 0)
    .map(({ domain }) => domain);
}

export function passingSpf(spf: SpfReport | null): string[] {
  return spf?.result === 'pass' && spf.domain !== '' ? [spf.domain] : [];
}

/**
 * The verdict that readers get. `fromDomain` is the domain of the displayed From address, in ASCII: when
 * DMARC was checked for another domain, or for none, nothing is aligned.
 */
export function judge(
  checks: Checks,
  fromDomain: string | null,
): Pick<SenderAuthentication, 'verdict' | 'from_domain' | 'signing_domain'> {
  const signed = passingSignatures(checks.signatures);
  const passed = [...signed, ...passingSpf(checks.spf)];
  const verdict = verdictOf(checks, fromDomain, passed);
  return { verdict, from_domain: fromDomain, signing_domain: signerOf(checks, signed, fromDomain) };
}

function verdictOf(
  checks: Checks,
  fromDomain: string | null,
  passed: readonly string[],
): SenderAuthentication['verdict'] {
  const { arc, dmarc, signatures, spf } = checks;
  const results = [...signatures, arc, spf].flatMap((check) => (check === null ? [] : [check.result]));
  if (passed.length > 0 && fromDomain !== null && dmarc?.from === fromDomain) {
    if (dmarc.result === 'pass') return 'verified_aligned';
    // Relaxed alignment holds under every policy, so it also counts without a readable one.
    if (dmarc.result === 'none' && passed.some((domain) => isRelaxedAligned(domain, fromDomain)))
      return 'verified_aligned';
    if (dmarc.result === 'temperror') return passed.includes(fromDomain) ? 'verified_aligned' : 'error';
  }
  if (passed.length > 0 || arc?.result === 'pass') return 'authenticated_unaligned';
  if (results.includes('temperror')) return 'error';
  return signatures.length > 0 || results.includes('fail') ? 'failed' : 'none';
}

/**
 * Whether both domains belong to one organisation by the public suffix list, including its private section.
 */
function isRelaxedAligned(domain: string, fromDomain: string): boolean {
  if (domain === fromDomain) return true;
  const organisation = getDomain(fromDomain, { allowPrivateDomains: true });
  return organisation !== null && getDomain(domain, { allowPrivateDomains: true }) === organisation;
}

/**
 * The signer: the domain in From if it signed, then an aligned signer, then any valid one, then the last
 * sealer.
 */
function signerOf(checks: Checks, signed: readonly string[], fromDomain: string | null): string | null {
  const aligned =
    fromDomain === null
      ? undefined
      : (signed.find((domain) => domain === fromDomain) ??
        signed.find((domain) => isRelaxedAligned(domain, fromDomain)));
  return aligned ?? signed[0] ?? (checks.arc?.result === 'pass' ? checks.arc.domain : null);
}
