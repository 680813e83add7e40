import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import type { ScriptedDns } from './dns.ts';

/** One key for everybody: the daemon remembers those that it has fetched. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Signs as `domain` would and publishes its key. */
export async function signed(
  dns: ScriptedDns,
  raw: Buffer,
  domain: string,
  options: { maxBodyLength?: number } = {},
): Promise<Buffer> {
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  dns.publish(`s1._domainkey.${domain}`, 'TXT', [`v=DKIM1; k=rsa; p=${key}`]);
  const signer = identity(domain, privateKey);
  const { signatures } = await dkimSign(raw, { ...signer, signatureData: [{ ...signer, ...options }] });
  return Buffer.concat([Buffer.from(signatures), raw]);
}

function identity(signingDomain: string, key: KeyObject) {
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' });
  return { signingDomain, selector: 's1', algorithm: 'rsa-sha256', privateKey };
}
