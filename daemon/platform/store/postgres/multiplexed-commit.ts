import type { LockScope } from '../lock-scope.ts';
import type { CommitTimer } from '../store.ts';
import type { MultiplexedMember, QueuedTransaction } from './group.ts';
import { GroupConnection, type GroupConnectionOptions } from './group-connection.ts';
import { Locks, locksOf } from './locks.ts';
import { UndecidedCommits } from './undecided-commits.ts';

/** Connections that commit groups. */
export const CONNECTIONS = 4;
/** Larger groups only delay the first transaction. */
const GROUP_LIMIT = 64;
/**
 * Transactions for which a further group is begun while others run, and milliseconds after which any number
 * does. Small groups side by side cost as much each as a large one: five statements, and a commit.
 */
const WORTH_A_CONNECTION = 16;
const MAX_WAIT = 5;
/** Waiting transactions that are looked at for a group, so that a long queue doesn't cost more per group. */
const LOOKAHEAD = 512;

/** Options of group commit. */
export interface GroupCommitOptions extends GroupConnectionOptions {
  readonly onHookFailure: (error: unknown) => void;
  readonly commitStarted: CommitTimer;
  /**
   * Called when a commit happened whose transactions failed with an `UndecidedCommitError`, so that nothing
   * in this process continues what they began.
   */
  readonly onLateCommit: () => void;
}

/**
 * Multiplexed group commit: transactions of different accounts run interleaved over one connection, and are
 * acknowledged after one commit. Those that share an account are in one group, or wait for it.
 */
export class MultiplexedCommitter {
  readonly #reportHookFailure: (error: unknown) => void;
  readonly #commitStarted: CommitTimer;
  readonly #undecided: UndecidedCommits;
  readonly #connections: readonly GroupConnection[];
  readonly #free: GroupConnection[];
  /** Locks of the groups that run now. */
  readonly #held = new Set<string>();
  #waiting: QueuedTransaction[] = [];
  #isScheduled = false;
  #overdue: NodeJS.Timeout | undefined;
  #idle: (() => void)[] = [];

  constructor({ onHookFailure, commitStarted, onLateCommit, ...options }: GroupCommitOptions) {
    this.#undecided = new UndecidedCommits({ connect: options.connect, onHappened: onLateCommit });
    const shared = { locks: new Locks(), undecided: this.#undecided };
    this.#reportHookFailure = onHookFailure;
    this.#commitStarted = commitStarted;
    this.#connections = Array.from({ length: CONNECTIONS }, () => new GroupConnection(options, shared));
    this.#free = [...this.#connections];
  }

  submit<T>(scope: LockScope, run: (member: MultiplexedMember) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        scope,
        locks: [...new Set(locksOf(scope))],
        run,
        complete: (outcome, hooks) => {
          if (!outcome.ok) return reject(outcome.error);
          resolve(outcome.value as T);
          for (const hook of hooks) this.#runHook(hook);
        },
      });
      this.#schedule();
    });
  }

  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void> {
    return this.#isIdle ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Connections that commit a group now. */
  get busy(): number {
    return CONNECTIONS - this.#free.length;
  }

  /** Whether a transaction that failed may have happened. */
  get hasUndecided(): boolean {
    return !this.#undecided.isEmpty;
  }

  /** Ends connections that may never answer: what's under way fails, unless it was committed. */
  disconnect(): void {
    for (const connection of this.#connections) connection.disconnect();
  }

  async close(): Promise<void> {
    await this.idle();
    await this.#undecided.close();
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  get #isIdle(): boolean {
    return this.#waiting.length === 0 && this.#free.length === CONNECTIONS;
  }

  /** Starts groups at the end of this turn of the event loop, with all transactions that arrive in it. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#isWorthALane) this.#startGroups();
      else this.#overdue ??= setTimeout(() => this.#startGroups(), MAX_WAIT);
    });
  }

  /** While groups run, a few transactions wait for the end of one. */
  get #isWorthALane(): boolean {
    return this.#free.length === CONNECTIONS || this.#waiting.length >= WORTH_A_CONNECTION;
  }

  #startGroups(): void {
    clearTimeout(this.#overdue);
    this.#overdue = undefined;
    while (this.#free.length > 0) {
      const group = this.#nextGroup();
      const connection = group.length === 0 ? undefined : this.#free.pop();
      if (!connection) break;
      void this.#runGroup(connection, group);
    }
    if (this.#isIdle) for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #runGroup(connection: GroupConnection, group: readonly QueuedTransaction[]): Promise<void> {
    const locks = group.flatMap((transaction) => transaction.locks);
    for (const lock of locks) this.#held.add(lock);
    const ended = this.#commitStarted();
    ended((await connection.run(group)) ? 'done' : 'failed');
    for (const lock of locks) this.#held.delete(lock);
    this.#free.push(connection);
    this.#startGroups();
  }

  /** Takes waiting transactions whose accounts no running group holds; those of an account stay in order. */
  #nextGroup(): QueuedTransaction[] {
    const group: QueuedTransaction[] = [];
    const blocked = new Set(this.#held);
    const left = this.#waiting.slice(0, LOOKAHEAD).filter((transaction) => {
      const isFree = group.length < GROUP_LIMIT && !transaction.locks.some((lock) => blocked.has(lock));
      if (isFree) group.push(transaction);
      else for (const lock of transaction.locks) blocked.add(lock);
      return !isFree;
    });
    if (group.length > 0) this.#waiting = [...left, ...this.#waiting.slice(LOOKAHEAD)];
    return group;
  }

  #runHook(hook: () => void): void {
    try {
      hook();
    } catch (error) {
      this.#reportHookFailure(error);
    }
  }
}
