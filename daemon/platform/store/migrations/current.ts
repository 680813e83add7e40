import { NewerDatabaseError, StoreError } from '../errors.ts';
import { SCHEMA_VERSIONS } from './index.ts';

/** Refuses a source of a copy whose schema isn't that of this program. */
export function assertCurrentSchema(version: number): void {
  const { latest } = SCHEMA_VERSIONS;
  if (version > latest) throw new NewerDatabaseError(version, latest);
  if (version < latest) {
    throw new StoreError(
      `the database has schema version ${version}, and this version of agentmail moves version ${latest} only; ` +
        'start its daemon once, which upgrades it',
    );
  }
}
