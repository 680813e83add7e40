import type { StoreTrouble } from '../errors.ts';
import { NODE_NOT_TRUSTED, StoreError } from '../errors.ts';

/** The connection was lost during a commit, and the database can't be asked whether it happened. */
export class UndecidedCommitError extends StoreError {
  readonly code = CONNECTION_LOST;

  constructor(cause: unknown) {
    super('the connection to PostgreSQL was lost during a commit, which may have happened', { cause });
    this.name = 'UndecidedCommitError';
  }
}

/** Code of errors that the end of a connection caused. */
export const CONNECTION_LOST = 'POSTGRES_CONNECTION_LOST';

/** By SQLSTATE: no room on the server's disk, damaged data, no connection or none left. */
const TROUBLES: readonly (readonly [RegExp, StoreTrouble])[] = [
  [/^53100$/, 'full'],
  [/^XX00[12]$/, 'damaged'],
  [
    new RegExp(
      `^(?:${CONNECTION_LOST}|${NODE_NOT_TRUSTED}|53[0-9]{3}|57P0[0-9]|08[0-9]{3}|28[0-9]{3}|55P03|57014)$`,
    ),
    'unreachable',
  ],
];

/** Null for errors with another cause. */
export function postgresTrouble(code: string): StoreTrouble | null {
  return TROUBLES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}
