import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { type NameServer, startNameServer } from './name-server.ts';

/** A message with a signature of its sender, and the name server that proves it. */
export async function signedMail(message: Buffer, domain: string): Promise<[Buffer, NameServer]> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const options = {
    canonicalization: 'relaxed/relaxed',
    signatureData: [
      {
        signingDomain: domain,
        selector: 'bench',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
    ],
  };
  const { signatures } = await dkimSign(message, options as never);
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const server = await startNameServer({
    [`bench._domainkey.${domain}`]: `v=DKIM1; k=rsa; p=${key}`,
    [`_dmarc.${domain}`]: 'v=DMARC1; p=reject',
    [domain]: 'v=spf1 -all',
  });
  return [Buffer.concat([Buffer.from(signatures), message]), server];
}
