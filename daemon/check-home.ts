import { explain } from './explain.ts';
import { readValue } from './settings/sealed.ts';
import { databaseName, type InspectedDatabase, inspectDatabase } from './store/engine.ts';
import { readSecrets } from './system/secrets.ts';

/** Problems that would keep a home without a daemon from starting, in sentences. Only reads. */
export function homeProblems(home: string): string[] {
  try {
    const database = inspectDatabase(home);
    if (database === null) return [];
    const { damage } = database;
    if (damage.length > 0) return [`${databaseName(home)} is damaged: ${damage.join('; ')}`];
    assertSecret(database, home);
    return [];
  } catch (error) {
    return [explain(error, home)];
  }
}

/** Checks that the secret exists if the database needs it, and opens sealed values. */
function assertSecret({ settings, hasAccounts }: InspectedDatabase, home: string): void {
  if (settings.length === 0 && !hasAccounts) return;
  const secrets = readSecrets(home);
  for (const value of settings) readValue(secrets, home, value);
}
