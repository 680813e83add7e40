/** Code of errors of a daemon whose work others may have. */
export const NODE_NOT_TRUSTED = 'NODE_NOT_TRUSTED';

/** A problem of the store that the operator can solve; the message says how. */
export class StoreError extends Error {}

/** Another daemon uses the home. */
export class HomeInUseError extends StoreError {
  constructor(home: string) {
    super(`another agentmaild is running on ${home}; stop it with "agentmail down", or use another --home`);
    this.name = 'HomeInUseError';
  }
}

/** The database was written by a newer version of the program. */
export class NewerDatabaseError extends StoreError {
  constructor(found: number, known: number) {
    super(
      `the database has schema version ${found}, but this version of agentmail knows only ${known}; ` +
        'install the newer agentmail, or restore a backup made by this one',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** The database was written by a development build from before the base schema. */
export class OlderDatabaseError extends StoreError {
  constructor(found: number, oldest: number) {
    super(
      `the database has schema version ${found} of an early development build; this version of agentmail ` +
        `upgrades from version ${oldest} on`,
    );
    this.name = 'OlderDatabaseError';
  }
}

/** Another daemon may have the work, so this one does nothing with it for now. */
export class NotHeldError extends StoreError {
  readonly code = NODE_NOT_TRUSTED;

  constructor(message = 'another daemon may have this message') {
    super(message);
    this.name = 'NotHeldError';
  }
}

/**
 * Causes outside of the program for which the store fails: a full disk or quota, damaged content, a file that
 * can't be opened, read or written, or a server or bucket that can't be reached.
 */
export type StoreTrouble = 'full' | 'damaged' | 'unusable' | 'unreachable';
