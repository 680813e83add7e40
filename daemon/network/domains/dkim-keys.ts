import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { AccessContext } from '../../access/context.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';

/** DKIM keys of domains (RFC 6376, RFC 8463), sealed in the database. */

export type DkimAlgorithm = 'rsa' | 'ed25519';

/** A selector per algorithm, so that a domain can publish both. */
const DKIM_SELECTORS: Readonly<Record<DkimAlgorithm, string>> = { rsa: 'am1', ed25519: 'am2' };

/** The TXT record of a key. */
export interface DkimRecord {
  readonly algorithm: DkimAlgorithm;
  readonly selector: string;
  /** `am1._domainkey.example.com` */
  readonly name: string;
  /** The strings of the record, joined. */
  readonly value: string;
}

export interface DkimKey {
  readonly algorithm: DkimAlgorithm;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

const SEAL = 'dkim-key';
const RSA_BITS = 2048;
const generate = promisify(generateKeyPair);

/** Returns the record of a domain's key, which is created if necessary. */
export async function ensureDkimKey(
  context: Pick<AccessContext, 'store' | 'secrets'>,
  domain: string,
  algorithm: DkimAlgorithm = 'rsa',
): Promise<DkimRecord> {
  const known = (await dkimRecords(context.store.read, domain)).find(
    (record) => record.algorithm === algorithm,
  );
  if (known) return known;
  const made = await makeKey(algorithm);
  return context.store.write('service', async (transaction) => {
    await transaction.db
      .insertInto('dkim_keys')
      .values({
        domain,
        selector: DKIM_SELECTORS[algorithm],
        algorithm,
        public_key: made.publicKey,
        private_key: context.secrets.seal(SEAL, made.privateKey),
        created_at: transaction.now,
      })
      // Parallel callers get the same key.
      .onConflict((conflict) => conflict.columns(['domain', 'selector']).doNothing())
      .execute();
    const records = await dkimRecords(transaction.db, domain);
    const record = records.find((candidate) => candidate.algorithm === algorithm);
    if (!record) throw new Error(`the DKIM key of ${domain} wasn't stored`);
    return record;
  });
}

/** Records of the keys that a domain has. */
export async function dkimRecords(db: Queries, domain: string): Promise<DkimRecord[]> {
  const rows = await db
    .selectFrom('dkim_keys')
    .select(['algorithm', 'selector', 'public_key'])
    .where('domain', '=', domain)
    .orderBy('selector')
    .execute();
  return rows.map(({ algorithm, selector, public_key: key }) => ({
    algorithm,
    selector,
    name: `${selector}._domainkey.${domain}`,
    value: `v=DKIM1; k=${algorithm}; p=${key}`,
  }));
}

/** Deletes the keys of a removed domain. */
export async function removeDkimKeys({ db }: Transaction, domain: string): Promise<void> {
  await db.deleteFrom('dkim_keys').where('domain', '=', domain).execute();
}

/** Private keys of a domain, to sign with. */
export async function signingKeys(
  context: Pick<AccessContext, 'store' | 'secrets'>,
  domain: string,
): Promise<DkimKey[]> {
  const { rows } = await findKeys(context.store.read, { domain });
  return rows.map((row) => ({
    algorithm: row.algorithm,
    selector: row.selector,
    privateKey: context.secrets.unseal(SEAL, row.private_key),
  }));
}

const findKeys = prepareQuery<{ domain: string }>()((db, param) =>
  db
    .selectFrom('dkim_keys')
    .select(['algorithm', 'selector', 'private_key'])
    .where('domain', '=', param('domain'))
    .orderBy('selector'),
);

/** Returns the public key in the record's form, and the private one as PEM. */
async function makeKey(algorithm: DkimAlgorithm): Promise<{ publicKey: string; privateKey: string }> {
  const pair =
    algorithm === 'rsa'
      ? await generate('rsa', { modulusLength: RSA_BITS })
      : await generate('ed25519', undefined);
  const { publicKey, privateKey } = pair;
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  // An Ed25519 record has the bare key of 32 bytes, an RSA one the structure around it.
  const published = algorithm === 'rsa' ? spki : spki.subarray(-32);
  return {
    publicKey: published.toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
