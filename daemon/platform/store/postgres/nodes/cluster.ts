import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Cluster, ClusterNode, ClusterWatcher, NodeOptions, StopReason } from '../../cluster.ts';
import { SCHEMA_VERSIONS } from '../../migrations/index.ts';
import { homeId, NODE_NAME, placeOf } from '../../node-name.ts';
import type { Queries } from '../../queries.ts';
import { NO_WORKER } from '../../worker.ts';
import { NODES_LOCK } from '../advisory-locks.ts';
import { ask } from '../client.ts';
import { CoordinationConnection } from './coordination.ts';
import { NotTrustedError } from './errors.ts';
import {
  type Beat,
  beat,
  endOverdue,
  listNodes,
  type NodeState,
  notifyWorkLeft,
  removeRun,
} from './heartbeat.ts';
import { PostgresLeases } from './leases.ts';
import { Observation } from './observation.ts';
import { register } from './register.ts';
import { PostgresNodeRequests } from './requests.ts';
import { answerTime, BEAT, END_PAUSE, idleTransactionTimeout, retryPause, TERM } from './timing.ts';
import { Trust } from './trust.ts';

/** A node to join a database. */
export interface JoiningNode extends NodeOptions {
  readonly home: string;
}

type Timing = Required<Pick<NodeOptions, 'term' | 'monotonic' | 'schema'>>;

/** The place of this process among the nodes of a database. Trust and terms are by its monotonic clock. */
export class PostgresCluster implements Cluster {
  readonly node: string;
  readonly run: string;
  readonly leases: PostgresLeases;
  readonly requests: PostgresNodeRequests;
  readonly #connection: CoordinationConnection;
  readonly #timing: Timing;
  readonly #watchers = new Set<ClusterWatcher>();
  #state: NodeState = { http: null, smtp: null, isDraining: false };
  readonly #observation = new Observation();
  readonly #trust: Trust;
  #size = 1;
  #wasTrusted = true;
  #isOutdated = false;
  #isOver = false;
  #beating: Promise<void> | null = null;
  #nextBeat: NodeJS.Timeout | undefined;
  #endOfTrust: NodeJS.Timeout | undefined;

  private constructor(
    connect: () => Promise<pg.Client>,
    { node, run, timing, began }: Pick<Cluster, 'node' | 'run'> & { timing: Timing; began: number },
  ) {
    const notified = (payload: string) => void this.#notified(payload);
    this.#connection = new CoordinationConnection(connect, answerTime(timing.term), notified);
    this.leases = new PostgresLeases(this.#connection, this);
    this.requests = new PostgresNodeRequests(this.#connection, run);
    this.node = node;
    this.run = run;
    this.#timing = timing;
    this.#trust = new Trust(timing, began);
    this.#schedule(timing.term * BEAT);
  }

  /** Registers a node. Rejects while the name, or the database, is another's. */
  static async join(connect: () => Promise<pg.Client>, options: JoiningNode): Promise<PostgresCluster> {
    const { home, name = homeId(home), version, isAlone = false } = options;
    const timing = {
      term: options.term ?? TERM,
      monotonic: options.monotonic ?? (() => performance.now()),
      schema: options.schema ?? SCHEMA_VERSIONS.latest,
    };
    const run = randomUUID();
    const client = await connect();
    try {
      const began = timing.monotonic();
      const { term, schema } = timing;
      const place = placeOf(home);
      await register(client, { name, run, homeId: homeId(home), place, version, isAlone, term, schema });
      return new PostgresCluster(connect, { node: name, run, timing, began });
    } finally {
      await client.end();
    }
  }

  get isTrusted(): boolean {
    return this.trustLeft > 0;
  }

  get trustLeft(): number {
    return this.#trust.left;
  }

  /** Milliseconds after which the server ends an idle transaction of this node. */
  get idleTransactionTimeout(): number {
    return idleTransactionTimeout(this.#timing.term);
  }

  get size(): number {
    return this.#size;
  }

  assertTrusted(): void {
    if (!this.isTrusted) throw new NotTrustedError();
  }

  /**
   * Locks the row of this run until the end of a transaction. Rejects if the run was replaced: then nothing
   * of the transaction may be committed.
   */
  async fence(client: pg.Client): Promise<void> {
    const { rowCount } = await ask(client, {
      name: 'fence',
      text: 'select from nodes where name = $1 and run = $2 for key share',
      values: [this.node, this.run],
    });
    if (rowCount !== 1) throw new NotTrustedError();
  }

  watch(watcher: ClusterWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Ends this process, as its watchers do. */
  mustStop(reason: StopReason): void {
    this.#report((watcher) => watcher.mustStop?.(reason));
  }

  announce(listeners: Pick<NodeState, 'http' | 'smtp'>): Promise<void> {
    return this.#sendState(listeners);
  }

  drain(): Promise<void> {
    return this.#sendState({ isDraining: true });
  }

  announceWorkLeft(): Promise<void> {
    return notifyWorkLeft(this.#connection);
  }

  addTime(milliseconds: number): Promise<void> {
    this.#trust.addTime(milliseconds);
    this.#compareTrust();
    return this.#sendState({});
  }

  nodes(): Promise<readonly ClusterNode[]> {
    return listNodes(this.#connection);
  }

  async hasEnded(db: Queries, node: string): Promise<boolean> {
    await sql`select pg_advisory_xact_lock(${NODES_LOCK})`.execute(db);
    const { rows } = await sql`select from nodes where name = ${node}`.execute(db);
    return rows.length === 0;
  }

  /** Begins a new term; a timer does it in time. Never rejects. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  /** Leaves the database: another node may have the name at once. */
  async leave(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#nextBeat);
    clearTimeout(this.#endOfTrust);
    await this.#beating;
    await removeRun(this.#connection, this).catch(() => undefined);
    await this.#connection.close();
  }

  async #notified(payload: string): Promise<void> {
    if (NODE_NAME.test(payload)) this.#observation.noteEnded(payload);
    await this.#sendState({});
    if (payload === NO_WORKER) this.#report((watcher) => watcher.workLeft?.());
  }

  async #sendState(change: Partial<NodeState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    await this.#beating;
    await this.beat();
  }

  async #beat(): Promise<void> {
    if (this.#isOver) return;
    let next = this.#timing.term * BEAT;
    const began = this.#trust.now;
    this.#compareTrust();
    try {
      const answer = await beat(this.#connection, this, this.#state);
      this.#isOutdated = answer.works_with > this.#timing.schema;
      if (answer.own === 1) next = Math.min(next, await this.#succeeded(answer, began));
      else this.#trust.end();
    } catch {
      // The next heartbeat connects again. Until one succeeds, trust runs out.
      next = Math.min(next, retryPause(this.#timing.term));
    }
    this.#compareTrust();
    this.#schedule(next);
  }

  /** Returns the milliseconds until another node may have to be ended. */
  async #succeeded({ others, accepting, requests }: Beat, began: number): Promise<number> {
    if (!this.isTrusted) this.#observation.restart();
    this.#trust.renew(began);
    this.#size = accepting + 1;
    const gone = this.#observation.update(others, this.#trust.now);
    await this.leases.refresh();
    this.#othersEnded(gone);
    if (requests > 0) this.#report((watcher) => watcher.requested?.());
    const overdue = this.#observation.overdue(this.#trust.now);
    if (overdue.length === 0) return this.#observation.firstEnd - this.#trust.now + 1;
    const ended = await endOverdue(this.#connection, overdue);
    this.#observation.forget(ended);
    if (ended.length > 0) await this.leases.refresh();
    this.#othersEnded(ended);
    return this.#timing.term * END_PAUSE;
  }

  #othersEnded(names: readonly string[]): void {
    if (names.length > 0) this.#report((watcher) => watcher.nodesEnded?.(names));
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#nextBeat);
    clearTimeout(this.#endOfTrust);
    if (this.#isOver || this.#trust.isOver) return;
    this.#nextBeat = setTimeout(() => void this.beat(), milliseconds).unref();
    const { trustLeft } = this;
    if (trustLeft > 0) this.#endOfTrust = setTimeout(() => this.#compareTrust(), trustLeft + 1).unref();
  }

  #compareTrust(): void {
    const { isTrusted } = this;
    if (isTrusted !== this.#wasTrusted) {
      this.#wasTrusted = isTrusted;
      this.#report((watcher) => watcher.trustChanged?.(isTrusted));
    }
    if (this.#isOutdated) this.mustStop('outdated');
    else if (this.#trust.isOver) this.mustStop('replaced');
  }

  #report(call: (watcher: ClusterWatcher) => void): void {
    for (const watcher of [...this.#watchers]) call(watcher);
  }
}
