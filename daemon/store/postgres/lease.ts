import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { SECOND } from '../../system/clock.ts';
import { StoreError } from '../errors.ts';
import { ask } from './client.ts';
import { MIGRATION_LOCK } from './migrate.ts';

/** One daemon uses a database at a time. */

/** Milliseconds, by the server's clock, after which a daemon that doesn't renew may be replaced. */
const TERM = 30 * SECOND;
/**
 * It renews this often, and stops writing this long after its last renewal began, before others may begin.
 */
const RENEWAL = 5 * SECOND;
const TRUST = 20 * SECOND;

const TABLE = `create table if not exists daemon_lease (
  only_row boolean primary key default true check (only_row),
  holder text not null,
  place text not null,
  run uuid not null,
  ends_at timestamptz not null
)`;

const CLAIM = `insert into daemon_lease (holder, place, run, ends_at)
  values ($1, $2, $3, now() + $4 * interval '1 ms')
  on conflict (only_row) do update
    set holder = excluded.holder, place = excluded.place, run = excluded.run, ends_at = excluded.ends_at
    where daemon_lease.ends_at < now() or daemon_lease.holder = excluded.holder`;

/** Who claims a lease. */
export interface Claimant {
  /** The same for each run of one home. */
  readonly holder: string;
  /** Where it runs, for people. */
  readonly place: string;
}

/** File of the home with the name under which its daemon claims a database. */
const HOLDER_FILE = 'daemon.id';

/** The claimant of a home, which is named at its first start. */
export function claimantOf(home: string): Claimant {
  const file = join(home, HOLDER_FILE);
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, `${randomUUID()}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return { holder: readFileSync(file, 'utf8').trim(), place: `${hostname()}:${home}` };
}

/** Another daemon uses the database. */
export class DatabaseInUseError extends StoreError {
  constructor({ place, seconds }: { place: string; seconds: number }) {
    super(
      `another agentmaild uses this database, at ${place}; stop it with "agentmail down", ` +
        `or try again in ${seconds} s if it was killed`,
    );
    this.name = 'DatabaseInUseError';
  }
}

/** This daemon may have been replaced, so it writes nothing. */
export class LeaseLostError extends StoreError {
  constructor() {
    super('the lease on the database was not renewed in time; another agentmaild may use it now');
    this.name = 'LeaseLostError';
  }
}

/** The right of this daemon to write. */
export class DaemonLease {
  readonly #connect: () => Promise<pg.Client>;
  readonly #run: string;
  readonly #timer: NodeJS.Timeout;
  #client: pg.Client | null;
  /** When the last successful renewal began, on the monotonic clock. */
  #renewedAt: number;
  #isReplaced = false;
  #renewing: Promise<void> | null = null;

  private constructor(
    connect: () => Promise<pg.Client>,
    { client, run, began }: { readonly client: pg.Client; readonly run: string; readonly began: number },
  ) {
    this.#connect = connect;
    this.#client = client;
    this.#run = run;
    this.#renewedAt = began;
    this.#timer = setInterval(() => {
      this.#renewing ??= this.renew().finally(() => {
        this.#renewing = null;
      });
    }, RENEWAL).unref();
  }

  /** Claims the database. Rejects with `DatabaseInUseError` while another daemon has it. */
  static async claim(connect: () => Promise<pg.Client>, claimant: Claimant): Promise<DaemonLease> {
    const client = await connect();
    try {
      await ask(client, { text: 'select pg_advisory_lock($1)', values: [MIGRATION_LOCK] });
      await ask(client, TABLE);
      await ask(client, { text: 'select pg_advisory_unlock($1)', values: [MIGRATION_LOCK] });
      const run = randomUUID();
      const began = performance.now();
      const { rowCount } = await ask(client, {
        text: CLAIM,
        values: [claimant.holder, claimant.place, run, TERM],
      });
      if (rowCount === 1) return new DaemonLease(connect, { client, run, began });
      throw new DatabaseInUseError(await holderOf(client));
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  assertHeld(): void {
    if (this.#isReplaced || performance.now() - this.#renewedAt > TRUST) throw new LeaseLostError();
  }

  /** Gives the database up: another daemon may start at once. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    const client = this.#client;
    if (!client) return;
    await ask(client, { text: 'delete from daemon_lease where run = $1', values: [this.#run] }).catch(
      () => undefined,
    );
    await client.end();
  }

  /** Extends the term; the timer does it. */
  async renew(): Promise<void> {
    const began = performance.now();
    try {
      this.#client ??= await this.#connect();
      const { rowCount } = await ask(this.#client, {
        text: `update daemon_lease set ends_at = now() + $2 * interval '1 ms' where run = $1`,
        values: [this.#run, TERM],
      });
      if (rowCount === 1) this.#renewedAt = began;
      else this.#isReplaced = true;
    } catch {
      // The next renewal connects again. Until one succeeds, trust runs out.
      this.#client?.end().catch(() => undefined);
      this.#client = null;
    }
  }
}

async function holderOf(client: pg.Client): Promise<{ place: string; seconds: number }> {
  const { rows } = await ask(
    client,
    'select place, ceil(extract(epoch from ends_at - now()))::integer as seconds from daemon_lease',
  );
  return rows[0] as { place: string; seconds: number };
}
