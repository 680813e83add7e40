import type { ARCData } from 'mailauth';
import { arc } from 'mailauth/lib/arc/index.js';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { NameError, recordsOf } from './resolver.ts';
import { checkResult, type SignatureReport, type SignatureTask } from './signatures.ts';

/** A signature refers to a key that nobody fetched: the reading of its header differs from ours. */
const UNKNOWN_KEY = 'EUNKNOWNKEY';

/** RFC 8301: shorter RSA keys and SHA-1 are no proof any more. */
const RULES = { minBitLength: 1024, strict: true } as const;

/** Checks DKIM signatures and the ARC chain with keys that were fetched before; runs in an analysis thread. */
export async function verifySignatures({ raw, keys, at }: SignatureTask): Promise<SignatureReport> {
  const resolver = async (name: string): Promise<string[][]> => {
    const answer = keys[name.toLowerCase()];
    if (!answer) throw new NameError(UNKNOWN_KEY, name);
    return recordsOf(name, answer).map((text) => [String(text)]);
  };
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const dkim = await dkimVerify(bytes, { ...RULES, resolver, curTime: new Date(at) });
  const chain = await arc((dkim.arc ?? {}) as ARCData, { ...RULES, resolver });
  const sealed = chain.status.result !== 'none';
  const last = chain.signature === false ? undefined : chain.signature;
  return {
    signatures: dkim.results
      .filter(({ status, signingDomain }) => status.result !== 'none' && signingDomain)
      .map(({ status, signingDomain = '' }) => ({
        domain: signingDomain.toLowerCase(),
        result: checkResult(status.result),
        uncovered: status.underSized ?? 0,
      })),
    arc: sealed
      ? {
          result: checkResult(chain.status.result),
          domain: last?.signingDomain?.toLowerCase() ?? null,
        }
      : null,
    headerFrom: dkim.headerFrom,
    fromFields: dkim.fromFields,
  };
}
