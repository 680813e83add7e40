import { join } from 'node:path';
import { freshDatabase, stoppableServer } from '../../support/postgres.ts';
import { openFileRecords, openPostgresRecords, type Records } from '../world/records.ts';

/** The server of a database, which a run may stop without a shutdown and start again. */
export interface KillableServer {
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** The database under the daemon that is killed. */
export interface Engine {
  /** Variables of the daemon. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Changes with each write: a file, or the folder that has it. Of a server elsewhere only with large mail.
   */
  readonly log: string;
  /** Gets a file for each large message. */
  readonly largeMail: string;
  /** Null for a database that lives in the daemon's process, or on a server that isn't ours to kill. */
  readonly server: KillableServer | null;
  open(): Promise<Records>;
}

export const ENGINES = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof ENGINES)[number];

export async function engineFor(name: EngineName, home: string): Promise<Engine> {
  return name === 'sqlite' ? sqliteEngine(home) : postgresEngine(home);
}

function sqliteEngine(home: string): Engine {
  return {
    env: {},
    log: join(home, 'agentmail.db-wal'),
    largeMail: join(home, 'blobs'),
    server: null,
    open: async () => openFileRecords(home),
  };
}

async function postgresEngine(home: string): Promise<Engine> {
  const url = await freshDatabase('empty');
  const server = await stoppableServer();
  return {
    env: { AGENTMAIL_STORE: url },
    log: server?.walFolder ?? join(home, 'spool'),
    largeMail: join(home, 'spool'),
    server,
    open: () => openPostgresRecords(url),
  };
}
