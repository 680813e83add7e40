import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HomeReport } from '../../../shared/home-report.ts';
import { readValue } from '../../platform/settings/sealed.ts';
import { bucketOf } from '../../platform/store/bucket/location.ts';
import {
  databaseName,
  type InspectedDatabase,
  inspectDatabase,
  inspectServer,
} from '../../platform/store/engine.ts';
import { shownStoreUrl, storeUrlOf } from '../../platform/store/location.ts';
import { readSecrets, SECRET_FILE, SecretFileError } from '../../platform/system/secrets.ts';
import { explain } from './explain.ts';

/** A home without a daemon, and what a start of it would read. */
export interface CheckedHome {
  readonly home: string;
  /** URL of its database, if a flag or a variable names one. */
  readonly given?: string | undefined;
  /** File with the secret that a home without one gets. */
  readonly secretFile?: string | null;
  /** URL of its bucket, if a flag or a variable names one. */
  readonly blobs?: string | undefined;
  /** Has the keys of the bucket. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Problems that would keep a home from starting, in sentences. Only reads. */
export async function checkHome(checked: CheckedHome): Promise<HomeReport> {
  const { home, given } = checked;
  let url: string | null;
  try {
    url = storeUrlOf({ home, given });
  } catch (error) {
    return { problems: [explain(error, home)], store: 'postgres', empty: false };
  }
  return url === null
    ? { store: 'sqlite', ...homeProblems(home) }
    : { problems: await serverProblems(url, checked), store: 'postgres', empty: false };
}

function homeProblems(home: string): Pick<HomeReport, 'problems' | 'empty'> {
  const found = (...problems: string[]) => ({ problems, empty: false });
  try {
    const database = inspectDatabase(home);
    if (database === null)
      return { problems: [`${home} has no database; agentmail up creates one`], empty: true };
    const { damage } = database;
    if (damage.length > 0) return found(`${databaseName(home)} is damaged: ${damage.join('; ')}`);
    assertSecret(database, home);
    return found();
  } catch (error) {
    return found(explain(error, home));
  }
}

/**
 * None of them asks for a restore: the mail is in the database, whose server has to be repaired first.
 */
async function serverProblems(url: string, checked: CheckedHome): Promise<string[]> {
  const { home, secretFile = null, blobs, environment = {} } = checked;
  try {
    const bucket = bucketOf({ home, given: blobs, environment });
    const database = await inspectServer(url, bucket !== null);
    if (secretFile === null || existsSync(join(home, SECRET_FILE))) assertSecret(database, home);
    return [];
  } catch (error) {
    if (error instanceof SecretFileError) {
      return [
        `${error.file} ${error.trouble}; copy it from another home of the database, or from a backup of this one`,
      ];
    }
    return [`${shownStoreUrl(url)}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Checks that the secret exists if the database needs it, and opens sealed values. */
function assertSecret({ settings, hasAccounts }: InspectedDatabase, home: string): void {
  if (settings.length === 0 && !hasAccounts) return;
  const secrets = readSecrets(home);
  for (const value of settings) readValue(secrets, home, value);
}
