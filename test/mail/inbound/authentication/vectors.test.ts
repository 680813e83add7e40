import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyNames, withinLimits } from '../../../../daemon/content/analysis/signatures.ts';
import { verifySignatures } from '../../../../daemon/content/analysis/verify-signatures.ts';
import { checkSpf, fetchKeys } from '../../../../daemon/mail/inbound/authentication/checks.ts';
import type { ScriptedDns } from '../../../support/dns.ts';
import {
  ARC_SUITE,
  arcVectors,
  DKIM_CORPUS,
  type DkimVector,
  dkimVectors,
  SPF_SUITE,
  spfVectors,
} from '../../../support/email-auth.ts';
import { needsCorpora } from '../../../support/needs.ts';

/**
 * Vectors against the checks: our own, and published ones, of which some differ for a reason that is given
 * and proven.
 */

const asker = (dns: ScriptedDns) => dns.records.bind(dns);

const OWN_SPF = join(import.meta.dirname, 'vectors/spf.yml');

describe.each([
  ['our own cases of SPF', spfVectors(OWN_SPF), 37, {}],
  ['the RFC 7208 suite', spfVectors(), 200, needsCorpora(SPF_SUITE)],
] as const)('%s', (_name, vectors, count, needs) => {
  test(`has ${count} cases`, needs, () => expect(vectors).toHaveLength(count));

  test.each(vectors)('$suite: $name is $expected', async ({ dns, peer, helo, mailFrom, expected }) => {
    const report = await checkSpf(asker(dns), {
      peer: { via: 'smtp', address: peer, helo },
      mailFrom,
      hostname: 'mx.here.example',
    });
    expect(expected.map(asResult)).toContain(report?.result);
  });
});

/** A soft failure and a record that cannot be used prove nothing, and something was there to check. */
function asResult(result: string): string {
  return result === 'softfail' || result === 'permerror' ? 'fail' : result;
}

/** Stricter than the suite: these chains are refused although the suite lets them pass. */
const ARC_DIFFERENCES: Readonly<Record<string, string>> = {
  ams_fields_c_na: 'a message signature without c= has to be simple/simple, and this one was made relaxed',
  ams_fields_h_empty:
    'a message signature with an empty h= covers no field and proves nothing about the message',
};

describe('the ARC suite', needsCorpora(ARC_SUITE), () => {
  const vectors = arcVectors();

  test('has its 171 cases', () => expect(vectors).toHaveLength(171));

  test.each(vectors)('$suite: $name is $expected', async ({ name, raw, dns, expected }) => {
    const { arc } = await check(raw, dns);
    expect(arc?.result ?? 'none').toBe(ARC_DIFFERENCES[name] === undefined ? expected : 'fail');
  });
});

/**
 * Why a message of the corpus, from the years 2005 to 2011, is proof no longer; each is read off the message.
 */
const OUTDATED: Readonly<Record<string, (vector: DkimVector) => Promise<boolean>>> = {
  'DomainKeys, which is historic (RFC 4870), is its only signature': async ({ raw }) =>
    !/^DKIM-Signature:/im.test(raw.toString('latin1')),
  'its signatures use SHA-1 (RFC 8301)': async ({ raw }) => !/\ba=(?:rsa|ed25519)-sha256/.test(unfolded(raw)),
  'its signatures follow a draft without v=1': async ({ raw }) =>
    !/DKIM-Signature:[^\n]*\bv=1\b/i.test(unfolded(raw)),
  'its RSA key has fewer than 1024 bits (RFC 8301)': async ({ raw, dns }) => {
    if (unfolded(raw).includes('a=ed25519')) return false;
    const keys = await fetchKeys(asker(dns), keyNames(raw));
    return Object.values(keys).every(
      (answer) =>
        answer.kind === 'records' && (/p=([^;]*)/.exec(answer.records[0] ?? '')?.[1] ?? '').length < 150,
    );
  },
};

describe('the corpus of Mail::DKIM', needsCorpora(DKIM_CORPUS), () => {
  const vectors = dkimVectors();

  test('has its 79 messages', () => expect(vectors).toHaveLength(79));

  test.each(vectors)('$name is $expected, or outdated', async (vector) => {
    const { signatures } = await check(vector.raw, vector.dns);
    const passes = signatures.some(({ result }) => result === 'pass');
    if (vector.expected !== 'pass') return expect(passes).toBe(false);
    const outdated = await Promise.all(Object.values(OUTDATED).map((applies) => applies(vector)));
    return expect(passes).toBe(!outdated.includes(true));
  });
});

async function check(raw: Buffer, dns: ScriptedDns) {
  const keys = await fetchKeys(asker(dns), keyNames(raw));
  return verifySignatures({ raw: withinLimits(raw), keys, at: Date.parse('2026-03-01T00:00:00Z') });
}

function unfolded(raw: Buffer): string {
  return raw.toString('latin1').replace(/\r\n[ \t]+/g, ' ');
}
