import type { ARCData } from 'mailauth';
import { arc } from 'mailauth/lib/arc/index.js';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { NameError, recordsOf } from '../../platform/system/node-resolver.ts';
import { checkResult, type SignatureReport, type SignatureTask } from './signatures.ts';

/** A key that wasn't fetched, because mailauth reads the header differently. */
const UNKNOWN_KEY = 'EUNKNOWNKEY';

/** RFC 8301: shorter RSA keys and SHA-1 prove nothing. */
const RULES = { minBitLength: 1024, strict: true } as const;

/** Verifies DKIM signatures and the ARC chain with fetched keys; runs in an analysis thread. */
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
