import type { Lease, LeaseName, Leases } from '../../leases.ts';
import type { CoordinationConnection } from './coordination.ts';

/**
 * A name is this run's, or stays another's. A claim whose answer was lost may have succeeded, so it can be
 * repeated.
 */
const CLAIM = `insert into leases (name, run) select distinct name, $2::uuid from unnest($1::text[]) as name order by name
  on conflict (name) do update set run = excluded.run where leases.run = excluded.run returning name`;
const RELEASE = 'delete from leases where name = any($1) and run = $2';
const TAKEN = 'select name from leases where name = any($1)';
const OWN = 'select name from leases where run = $1';

interface Claim {
  readonly name: LeaseName;
  readonly retry: () => void;
  readonly resolve: (lease: Lease | null) => void;
}

/**
 * Leases as rows that name the run of a node. They end with it, so nothing renews them. The latest claim of
 * this process has the lease.
 */
export class PostgresLeases implements Leases {
  readonly #connection: CoordinationConnection;
  readonly #node: { readonly run: string; readonly isTrusted: boolean };
  readonly #held = new Map<string, object>();
  /** Retries of claims that were refused. */
  #refused: { readonly name: LeaseName; readonly retry: () => void }[] = [];
  #claims: Claim[] = [];
  /** Statements with claims that have no answer yet. */
  #underWay = 0;
  /** Rows of this run that no lease has, because an answer was lost. */
  #hasStrays = false;

  constructor(
    connection: CoordinationConnection,
    node: { readonly run: string; readonly isTrusted: boolean },
  ) {
    this.#connection = connection;
    this.#node = node;
  }

  /** Claims of a turn of the event loop share a statement. */
  claim(name: LeaseName, retry: () => void): Promise<Lease | null> {
    return new Promise((resolve) => {
      if (this.#claims.length === 0) setImmediate(() => void this.#claimAll());
      this.#claims.push({ name, retry, resolve });
    });
  }

  /** Retries claims that may succeed now, and finds out which rows are there; each heartbeat does it. */
  async refresh(): Promise<void> {
    if (this.#hasStrays) await this.#compare();
    if (this.#refused.length === 0 || !this.#node.isTrusted) return;
    const names = [...new Set(this.#refused.map(({ name }) => name))];
    const rows = await this.#ask(TAKEN, [names]);
    const others = new Set(rows.filter((name) => !this.#held.has(name)));
    const retried = this.#refused.filter(({ name }) => !others.has(name));
    this.#refused = this.#refused.filter(({ name }) => others.has(name));
    for (const { retry } of retried) retry();
  }

  async #claimAll(): Promise<void> {
    const claims = this.#claims.splice(0);
    this.#underWay++;
    const granted = new Set(await this.#tryToClaim(claims.map(({ name }) => name)));
    this.#underWay--;
    for (const { name, retry, resolve } of claims) {
      if (!granted.has(name)) this.#refused.push({ name, retry });
      resolve(granted.has(name) ? this.#grant(name) : null);
    }
  }

  async #tryToClaim(names: readonly LeaseName[]): Promise<string[]> {
    const { run, isTrusted } = this.#node;
    if (!isTrusted) return [];
    try {
      return await this.#ask(CLAIM, [names, run]);
    } catch {
      this.#hasStrays = true;
      return [];
    }
  }

  #grant(name: LeaseName): Lease {
    const token = {};
    this.#held.set(name, token);
    const isHeld = () => this.#held.get(name) === token && this.#node.isTrusted;
    return {
      get isHeld() {
        return isHeld();
      },
      release: async () => {
        if (this.#held.get(name) === token) await this.#release(name);
      },
    };
  }

  async #release(name: LeaseName): Promise<void> {
    this.#held.delete(name);
    try {
      await this.#ask(RELEASE, [[name], this.#node.run]);
    } catch {
      this.#hasStrays = true;
    }
  }

  /** After a lost connection: releases rows that no lease has, and leases that have no row. */
  async #compare(): Promise<void> {
    const rows = await this.#ask(OWN, [this.#node.run]);
    if (this.#underWay > 0) return;
    const strays = rows.filter((name) => !this.#held.has(name));
    for (const name of this.#held.keys()) if (!rows.includes(name)) this.#held.delete(name);
    if (strays.length > 0) await this.#ask(RELEASE, [strays, this.#node.run]);
    this.#hasStrays = false;
  }

  async #ask(text: string, values: readonly unknown[]): Promise<string[]> {
    const rows = await this.#connection.ask<{ name: string }>(text, values);
    return rows.map(({ name }) => name);
  }
}
