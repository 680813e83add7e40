import { join } from 'node:path';
import { SECRET_FILE, SecretFileError, type Secrets } from '../system/secrets.ts';

const SEAL = 'setting';

/** The stored form of a setting with a secret. */
export function sealedValue(secrets: Secrets, text: string): string {
  return JSON.stringify({ sealed: secrets.seal(SEAL, text).toString('base64') });
}

/** Parses a stored value. A sealed one that doesn't open was sealed with another secret. */
export function readValue(secrets: Secrets, home: string, text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('sealed' in value)) return value;
  return JSON.parse(unsealed(secrets, home, Buffer.from(String(value.sealed), 'base64')));
}

function unsealed(secrets: Secrets, home: string, sealed: Buffer): string {
  try {
    return secrets.unseal(SEAL, sealed);
  } catch {
    throw new SecretFileError(join(home, SECRET_FILE), "doesn't belong to this database");
  }
}
