import { NODE_NOT_TRUSTED, StoreError } from '../../errors.ts';

/** A daemon that the database has no place for another one beside. */
interface Rival {
  readonly name: string;
  readonly place: string;
  /** Until its place is free, if it was killed. */
  readonly seconds: number;
}

/** A live node of another home has the name of this one. */
export class NodeNameTakenError extends StoreError {
  constructor({ name, place, seconds }: Rival) {
    super(
      `the node ${name} already runs, at ${place}; choose another name with AGENTMAIL_NODE or --node, ` +
        `or try again in ${seconds} s if it was killed`,
    );
    this.name = 'NodeNameTakenError';
  }
}

/** One of two nodes has to be the only one of the database. */
export class DatabaseInUseError extends StoreError {
  constructor({ name, place, seconds }: Rival) {
    super(
      `the database is used by the node ${name}, at ${place}, and a test clock or a migration allows no other; ` +
        `stop it with "agentmail down", or try again in ${seconds} s if it was killed`,
    );
    this.name = 'DatabaseInUseError';
  }
}

/** This node may have been replaced, so it writes nothing. */
export class NotTrustedError extends StoreError {
  readonly code = NODE_NOT_TRUSTED;

  constructor() {
    super("this node hasn't reached PostgreSQL for so long that others may have taken over its work");
    this.name = 'NotTrustedError';
  }
}
