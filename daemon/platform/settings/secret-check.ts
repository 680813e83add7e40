import type { Store } from '../store/store.ts';
import type { Random } from '../system/random.ts';
import { loadSecrets, SecretFileError, type Secrets } from '../system/secrets.ts';
import type { Config } from './config.ts';
import { readValue, sealedValue } from './sealed.ts';

/** A sealed value that only the right secret opens. It's in the settings table, so backups have it. */
const CANARY = 'secret.canary';

/**
 * Reads the secret of the home, or creates it for a new database. Refuses one that isn't the database's,
 * which all its nodes share.
 */
export async function openSecrets(
  store: Store,
  { home, store: url, secretFile }: Pick<Config, 'home' | 'store' | 'secretFile'>,
  random: Random,
): Promise<Secrets> {
  try {
    const secrets = loadSecrets(home, random, { isUsed: await needsSecret(store), given: secretFile });
    await assertSecret(store, secrets, home);
    return secrets;
  } catch (error) {
    if (url === null || !(error instanceof SecretFileError)) throw error;
    throw new SecretFileError(error.file, error.trouble, remedyOfNode(error.file));
  }
}

function remedyOfNode(file: string): string {
  return `All nodes of a database have the same secret: copy secret.key from the home of another one to ${file}.`;
}

/** Whether the database was used with a secret. */
async function needsSecret({ read }: Store): Promise<boolean> {
  const canary = read.selectFrom('settings').select('name').where('name', '=', CANARY);
  const account = read.selectFrom('accounts').select('id').limit(1);
  return Boolean((await canary.executeTakeFirst()) ?? (await account.executeTakeFirst()));
}

/** Seals a canary that later starts open first; throws when the secret isn't the database's. */
async function assertSecret(store: Store, secrets: Secrets, home: string): Promise<void> {
  await store.write('service', async ({ db }) => {
    // Homes from before the canary: open their sealed settings.
    const rows = await db.selectFrom('settings').selectAll().execute();
    for (const { value } of rows) readValue(secrets, home, value);
    if (rows.some(({ name }) => name === CANARY)) return;
    await db
      .insertInto('settings')
      .values({ name: CANARY, value: sealedValue(secrets, JSON.stringify('agentmail')) })
      .execute();
  });
}
