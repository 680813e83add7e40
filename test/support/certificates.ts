import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate authority that lives as long as the test, and certificates of receivers by it. */

cryptoProvider.set(webcrypto as never);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const YEAR = 365 * 24 * 3600 * 1000;

export interface TestAuthority {
  /** PEM. */
  readonly certificate: string;
  /** A key and a certificate for these host names and addresses, PEM. */
  issue(...names: string[]): Promise<{ readonly key: string; readonly cert: string }>;
}

let shared: Promise<TestAuthority> | undefined;

/** The authority of this test process. */
export function testAuthority(): Promise<TestAuthority> {
  shared ??= makeAuthority();
  return shared;
}

async function makeAuthority(): Promise<TestAuthority> {
  const keys = await newKeys();
  const root = await X509CertificateGenerator.createSelfSigned({
    ...validity('01'),
    name: 'CN=agentmail tests',
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  let serial = 1;
  return {
    certificate: root.toString('pem'),
    async issue(...names) {
      serial += 1;
      return issue(root, keys.privateKey, serial.toString(16).padStart(2, '0'), names);
    },
  };
}

async function issue(
  root: X509Certificate,
  signingKey: webcrypto.CryptoKey,
  serial: string,
  names: readonly string[],
) {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create({
    ...validity(serial),
    subject: 'CN=receiver',
    issuer: root.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new SubjectAlternativeNameExtension(
        names.map((value) => ({
          type: /^[\d.]+$|:/.test(value) ? ('ip' as const) : ('dns' as const),
          value,
        })),
      ),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`;
  return { key, cert: certificate.toString('pem') };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, [
    'sign',
    'verify',
  ]) as Promise<webcrypto.CryptoKeyPair>;
}

function validity(serialNumber: string) {
  const now = Date.now();
  return { serialNumber, notBefore: new Date(now - YEAR), notAfter: new Date(now + YEAR) };
}
