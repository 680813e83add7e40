import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND } from '../../../daemon/platform/system/clock.ts';
import type { Seeded } from '../../mail/review/seeded.ts';
import * as api from '../../support/api.ts';
import { freshDatabase, stoppableServer } from '../../support/postgres.ts';
import type { KillableServer } from '../crash/engine.ts';
import { replay } from '../crash/replay.ts';
import { problemsOf } from '../crash/violations.ts';
import { type ReviewedAccount, Workload } from '../crash/workload.ts';
import { Client } from '../world/clients.ts';
import { openPostgresRecords, type Records } from '../world/records.ts';
import { Surroundings } from '../world/surroundings.ts';
import { FAULTS, type FaultKind, type Struck } from './faults.ts';
import { Fleet } from './fleet.ts';
import { type ClusterSetup, ProofNode } from './node.ts';
import { StreamReader } from './reader.ts';
import type { Strikes } from './strikes.ts';
import type { Takeovers } from './takeovers.ts';

const NAMES = ['one', 'two', 'three'];
/** Actions that clients take at once, and between two pauses. */
const AT_ONCE = 8;
const ACTS = 16;
/** Milliseconds between two rounds of actions, and before a fault. */
const PAUSE = 250;
const LEAD = 400;
/** Seconds until work that failed during an outage has been tried again. */
const RETRIES = 45;
/** Milliseconds between two inspections. */
const LOOK = 500;
/** Longer than every retry of mail and webhooks, seconds. */
const EVERYTHING = 3 * 24 * 3600;

/** Options of a cluster that is attacked. */
export interface ClusterOptions {
  readonly random: Seeded;
  /** Seconds without a heartbeat after which others take over. */
  readonly term: number;
  readonly takeovers: Takeovers;
  readonly strikes: Strikes;
}

interface Parts extends ClusterOptions {
  readonly setup: ClusterSetup;
  readonly surroundings: Surroundings;
  readonly server: KillableServer | null;
  readonly records: () => Promise<Records>;
}

/** Three nodes on one database, their clients, and one ledger of all that was acknowledged. */
export class ClusterEnvironment {
  readonly #parts: Parts;
  readonly #fleet: Fleet;
  readonly #client: Client<ReviewedAccount>;
  readonly #reader: StreamReader;

  private constructor(parts: Parts, fleet: Fleet, account: ReviewedAccount) {
    this.#parts = parts;
    this.#fleet = fleet;
    this.#client = new Client(fleet, account, parts.surroundings.ledger);
    this.#reader = new StreamReader(() => fleet.http, account.admin);
  }

  static async open(options: ClusterOptions): Promise<ClusterEnvironment> {
    const { random, term } = options;
    const folder = mkdtempSync(join(tmpdir(), 'agentmail-cluster-'));
    const surroundings = await Surroundings.open(folder, random);
    const { flags, env } = surroundings;
    const database = await freshDatabase('empty');
    const setup = { folder, database, term, flags, env };
    const first = await ProofNode.create('one', setup);
    const account = await surroundings.createAccount(await first.start());
    const others = NAMES.slice(1).map((name) => ProofNode.create(name, setup, first));
    const fleet = new Fleet([first, ...(await Promise.all(others))], random);
    await fleet.recover();
    const server = await stoppableServer();
    const records = () => openPostgresRecords(database);
    return new ClusterEnvironment({ ...options, setup, surroundings, server, records }, fleet, account);
  }

  /** Folder with what the nodes logged. */
  get folder(): string {
    return this.#parts.setup.folder;
  }

  async close({ keepFolder }: { readonly keepFolder: boolean }): Promise<void> {
    await this.#reader.close();
    await Promise.all(this.#fleet.nodes.map((node) => node.close()));
    await this.#parts.surroundings.close();
    if (!keepFolder) rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Lets clients work while a fault strikes, until the cluster is whole again. Returns all problems. The
   * fault has random numbers of its own, since how many the clients take depends on time.
   */
  async round(kind: FaultKind, random: Seeded): Promise<string[]> {
    let isOver = false;
    const problems: string[] = [];
    const trouble = delay(random.below(LEAD))
      .then(() => FAULTS[kind](this.#struck, random))
      .catch((error: unknown) => problems.push(String(error)))
      .finally(() => {
        isOver = true;
      });
    const workload = new Workload(this.#client, this.#parts.random);
    workload.movesClock = false;
    do {
      await workload.work(ACTS, AT_ONCE);
      await delay(PAUSE);
    } while (!isOver);
    await trouble;
    await this.#fleet.recover();
    problems.push(...(await this.#inspect(() => this.#look())), ...this.#parts.takeovers.takeLate());
    return [...new Set([...problems, ...this.#takeFaults()])];
  }

  /** Lets one node do all work that falls due later, and checks for the last time. */
  async finish(): Promise<string[]> {
    await this.#fleet.recover();
    const [node] = this.#fleet.nodes;
    if (!node) return [];
    await Promise.all(this.#fleet.nodes.map((each) => each.stop()));
    const program = await node.start(['--test-clock']);
    const client = new Client(program, this.#client.account, this.#client.ledger);
    const records = await this.#parts.records();
    await records.ageLeftovers();
    await records.close();
    await client.advance(EVERYTHING);
    await program.must(null, api.drain, { timeout_seconds: 120 });
    const problems = await this.#inspect(() => this.#problems(true));
    const integrity = await program.must(null, api.checkIntegrity);
    return [...problems, ...integrity.problems, ...this.#takeFaults()];
  }

  get #struck(): Struck {
    const { term, takeovers, strikes, server, records } = this.#parts;
    return {
      nodes: this.#fleet.nodes,
      server,
      term: term * SECOND,
      strikes,
      handedOver: async (node, kind) => {
        const open = await records();
        try {
          await takeovers.wait(open, { name: node.name, kind, term: term * SECOND });
        } finally {
          await open.close();
        }
      },
    };
  }

  /** Looks until there is no problem, or the time is over in which work that failed is tried again. */
  async #inspect(look: () => Promise<string[]>): Promise<string[]> {
    const deadline = performance.now() + (3 * this.#parts.term + RETRIES) * SECOND;
    for (;;) {
      const problems = await look();
      if (problems.length === 0 || performance.now() > deadline) return problems;
      await delay(LOOK);
    }
  }

  async #look(): Promise<string[]> {
    await this.#fleet.drain();
    const problems = await this.#problems(false);
    if (problems.length > 0) return problems;
    const { letters } = this.#client.ledger;
    const keyed = letters.filter(({ kind }) => kind === 'send' || kind === 'held').slice(-8);
    for (const letter of keyed) problems.push(...(await replay(this.#client, letter)));
    return problems;
  }

  async #problems(isFinal: boolean): Promise<string[]> {
    const records = await this.#parts.records();
    try {
      const { surroundings } = this.#parts;
      const problems = await problemsOf(records, surroundings.outside(isFinal));
      return isFinal ? problems : [...problems, ...(await this.#streamed(records))];
    } finally {
      await records.close();
    }
  }

  /** The reader got every event of the account once, in order. */
  async #streamed(records: Records): Promise<string[]> {
    const { id } = this.#client.account;
    const rows = await records.all<{ id: string }>(
      `select id from events where account_id = '${id}' order by seq`,
    );
    const { ids } = this.#reader;
    const first = ids.findIndex((event, index) => event !== rows[index]?.id);
    if (first >= 0) return [`the stream has ${ids[first]} as event ${first}, the log ${rows[first]?.id}`];
    return ids.length === rows.length ? [] : [`the stream has ${ids.length} of ${rows.length} events`];
  }

  #takeFaults(): string[] {
    return this.#fleet.nodes.flatMap((node) => node.takeFaults());
  }
}
