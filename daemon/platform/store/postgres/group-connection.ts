import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type CommitDecision, type GroupObserver, UNOBSERVED } from '../group-observer.ts';
import type { GroupRunner } from '../transaction-runner.ts';
import { ask, closeClient, cutOff } from './client.ts';
import { newCommitId, recordCommit, wasCommitted } from './commit-record.ts';
import { PipelinedConnection } from './connection.ts';
import { UndecidedCommitError } from './errors.ts';
import { type MemberRun, type QueuedTransaction, runMembers } from './group.ts';
import type { Locks } from './locks.ts';
import type { PostgresCluster } from './nodes/cluster.ts';
import { ConnectionLostError, isContended } from './trouble.ts';
import type { UndecidedCommits } from './undecided-commits.ts';

/** Attempts of a transaction that failed for reasons outside of it. */
const MOST_ATTEMPTS = 5;
/** Milliseconds to find out whether a commit without an answer happened, and between two attempts. */
const DECISION_TIME = 10_000;
const DECISION_PAUSE = 100;

/** How an attempt ended: with the runs that were committed, or with the error for which nothing was. */
type CommitAttempt =
  | { readonly committed: true; readonly runs: readonly MemberRun[] }
  | { readonly committed: false; readonly culprits: readonly MemberRun[]; readonly error: unknown };

/** Options of a connection. */
export interface GroupConnectionOptions {
  readonly connect: () => Promise<pg.Client>;
  /** The right of this node to write. */
  readonly cluster: Pick<PostgresCluster, 'assertTrusted' | 'fence'>;
  readonly observer?: GroupObserver;
  readonly runGroup: GroupRunner;
  /** Milliseconds to find out whether a commit without an answer happened. */
  readonly decisionTime?: number;
}

/** State that all connections of a store share. */
export interface SharedByConnections {
  readonly locks: Locks;
  readonly undecided: UndecidedCommits;
}

/** A connection that commits groups, one after the other. */
export class GroupConnection {
  readonly #connect: () => Promise<pg.Client>;
  readonly #cluster: GroupConnectionOptions['cluster'];
  readonly #runGroup: GroupRunner;
  readonly #shared: SharedByConnections;
  readonly #observer: GroupObserver;
  readonly #decisionTime: number;
  #client: pg.Client | null = null;

  constructor(options: GroupConnectionOptions, shared: SharedByConnections) {
    this.#connect = options.connect;
    this.#cluster = options.cluster;
    this.#runGroup = options.runGroup;
    this.#observer = options.observer ?? UNOBSERVED;
    this.#decisionTime = options.decisionTime ?? DECISION_TIME;
    this.#shared = shared;
  }

  /**
   * Runs a group until each of its transactions has an outcome. If one fails after it changed rows, all are
   * rolled back; the others run again, and then it alone. False when nothing could be committed.
   */
  async run(group: readonly QueuedTransaction[], attempt = 1): Promise<boolean> {
    const end = await this.#attempt(group);
    if (end.committed) {
      this.#observer.committed(end.runs.length);
      for (const { transaction, outcome, hooks } of end.runs) transaction.complete(outcome, hooks);
      return true;
    }
    const failed = group.length === 1 ? [] : end.culprits.map(({ transaction }) => transaction);
    if (failed.length > 0) {
      this.#observer.repeated(group.length);
      const others = group.filter((transaction) => !failed.includes(transaction));
      const done = others.length === 0 || (await this.run(others));
      for (const transaction of failed) await this.run([transaction]);
      return done;
    }
    if (attempt < MOST_ATTEMPTS && mayRetry(end.error)) {
      this.#observer.repeated(group.length);
      const parts = isContended(end.error) ? await this.#partsOf(group) : [group];
      const done: boolean[] = [];
      for (const part of parts) done.push(await this.run(part, attempt + 1));
      return done.includes(true);
    }
    for (const { complete } of group) complete({ ok: false, error: end.error }, []);
    return false;
  }

  /** Those whose accounts are free, and each of the others, which may wait again. */
  async #partsOf(group: readonly QueuedTransaction[]): Promise<(readonly QueuedTransaction[])[]> {
    if (group.length === 1 || !this.#client) return [group];
    const client = this.#client;
    try {
      const free = await this.#shared.locks.free(client, locksOf(group));
      const isFree = ({ locks }: QueuedTransaction) => locks.every((lock) => free.has(lock));
      const parts = [group.filter(isFree), ...group.filter((each) => !isFree(each)).map((each) => [each])];
      return parts.filter(({ length }) => length > 0);
    } catch {
      return [group];
    }
  }

  disconnect(): void {
    cutOff(this.#client);
  }

  async close(): Promise<void> {
    await closeClient(this.#client);
    this.#client = null;
  }

  async #attempt(group: readonly QueuedTransaction[]): Promise<CommitAttempt> {
    let client: pg.Client;
    try {
      this.#cluster.assertTrusted();
      this.#client ??= await this.#connect();
      client = this.#client;
    } catch (error) {
      return { committed: false, culprits: [], error };
    }
    const id = newCommitId();
    const locks = locksOf(group);
    const began = this.#begin(client, id, locks);
    const runs = await this.#runGroup({
      connection: new PipelinedConnection(client),
      attempt: (connectionOf) => runMembers(group, connectionOf),
    });
    const problem = await began;
    const culprits = problem === undefined ? runs.filter(({ failsGroup }) => failsGroup) : [];
    const error = problem ?? culprits.map(({ outcome }) => (outcome.ok ? undefined : outcome.error))[0];
    if (problem === undefined && culprits.length === 0) return this.#commit(client, { id, runs, locks });
    await this.#rollBack(client, error);
    return { committed: false, culprits: error instanceof ConnectionLostError ? [] : culprits, error };
  }

  /**
   * Sends the start of a transaction; the statements of its members follow at once. Resolves to its error.
   */
  async #begin(client: pg.Client, id: string, locks: readonly string[]): Promise<unknown> {
    const sentAt = performance.now();
    const sent = [
      ask(client, 'begin'),
      this.#cluster.fence(client),
      recordCommit(client, id),
      this.#shared.locks.take(client, locks),
    ];
    const results = await Promise.allSettled(sent);
    this.#observer.locked(performance.now() - sentAt);
    return results.find((result) => result.status === 'rejected')?.reason;
  }

  async #commit(
    client: pg.Client,
    { id, runs, locks }: { id: string; runs: readonly MemberRun[]; locks: readonly string[] },
  ): Promise<CommitAttempt> {
    try {
      this.#cluster.assertTrusted();
      const { command } = await ask(client, 'commit');
      if (command === 'ROLLBACK') throw new Error('a statement failed after its transaction had ended');
    } catch (error) {
      await this.#rollBack(client, error);
      const isUndone = !(error instanceof ConnectionLostError);
      const decision = isUndone ? false : await this.#decide(id);
      if (!isUndone) this.#observer.decided(nameOf(decision));
      if (decision instanceof UndecidedCommitError) this.#shared.undecided.add(id);
      if (decision !== true)
        return { committed: false, culprits: [], error: decision === false ? error : decision };
    }
    this.#shared.locks.keep(locks);
    return { committed: true, runs };
  }

  /** Whether a commit without an answer happened; an error if that can't be found out. */
  async #decide(id: string): Promise<boolean | UndecidedCommitError> {
    const deadline = performance.now() + this.#decisionTime;
    for (;;) {
      try {
        this.#client ??= await this.#connect();
        return await wasCommitted(this.#client, id);
      } catch (error) {
        if (this.#client) await this.#rollBack(this.#client, new ConnectionLostError(error));
        if (performance.now() > deadline) return new UndecidedCommitError(error);
        await delay(DECISION_PAUSE);
      }
    }
  }

  /** Ends a transaction that can't be committed, with its connection if that's in doubt. */
  async #rollBack(client: pg.Client, error: unknown): Promise<void> {
    try {
      if (error instanceof ConnectionLostError) throw error;
      await ask(client, 'rollback');
    } catch {
      this.#client = null;
      cutOff(client);
    }
  }
}

function locksOf(group: readonly QueuedTransaction[]): string[] {
  return [...new Set(group.flatMap((transaction) => transaction.locks))];
}

function nameOf(decision: boolean | UndecidedCommitError): CommitDecision {
  if (typeof decision !== 'boolean') return 'unknown';
  return decision ? 'committed' : 'rolled_back';
}

function mayRetry(error: unknown): boolean {
  return isContended(error) || error instanceof ConnectionLostError;
}
