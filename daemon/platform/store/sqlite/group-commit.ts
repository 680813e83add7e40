import type { CommitTimer } from '../store.ts';
import { whenGroupIsReady } from './commit-timing.ts';

/**
 * Group commit: transactions that arrive in one turn of the event loop, or in several busy ones, run one
 * after the other as savepoints of one physical transaction, and are acknowledged after its commit. A failing
 * one rolls back alone.
 */

/** Statements of the database engine. */
export interface CommitEngine {
  begin(): void;
  commit(): void;
  rollback(): void;
  savepoint(): void;
  release(): void;
  rollbackToSavepoint(): void;
}

/** A transaction's access to its group. */
export interface GroupMember {
  /** Runs after the physical commit in order of registration; never after a rollback. */
  onCommit(hook: () => void): void;
  /** Runs work on the search index once for the whole group, just before the physical commit. */
  indexLater(work: IndexWork): void;
}

/**
 * A change of the search index. SQLite writes the index out at the end of each savepoint, and whenever rows
 * come out of order: a third of a millisecond per message. At the end of the group it's written once.
 */
export interface IndexWork {
  /** Row of the index. */
  readonly seq: number;
  readonly run: () => Promise<unknown>;
}

interface QueuedMember {
  readonly run: (member: GroupMember) => Promise<unknown>;
  readonly complete: (outcome: CommitOutcome) => void;
}

type CommitOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

interface Done {
  readonly entry: QueuedMember;
  readonly outcome: CommitOutcome;
  readonly hooks: readonly (() => void)[];
  readonly indexing: readonly IndexWork[];
}

/** Larger groups only delay the first transaction. */
const GROUP_LIMIT = 256;

/** Runs concurrent work in one physical transaction, each in its own savepoint. */
export class GroupCommitter {
  readonly #engine: CommitEngine;
  readonly #reportHookFailure: (error: unknown) => void;
  readonly #commitStarted: CommitTimer;
  #waiting: QueuedMember[] = [];
  #running = false;
  #idle: (() => void)[] = [];
  #open = false;

  constructor(
    engine: CommitEngine,
    reportHookFailure: (error: unknown) => void,
    commitStarted: CommitTimer = () => () => undefined,
  ) {
    this.#engine = engine;
    this.#reportHookFailure = reportHookFailure;
    this.#commitStarted = commitStarted;
  }

  /** Whether a physical transaction is open, so that its connection shows uncommitted work. */
  get isOpen(): boolean {
    return this.#open;
  }

  submit<T>(run: (member: GroupMember) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        run,
        complete: (outcome) => (outcome.ok ? resolve(outcome.value as T) : reject(outcome.error)),
      });
      if (this.#running) return;
      this.#running = true;
      this.#schedule();
    });
  }

  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void> {
    return this.#running ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve();
  }

  #schedule(): void {
    whenGroupIsReady(
      () => this.#waiting.length,
      () => void this.#runGroup(),
    );
  }

  async #runGroup(): Promise<void> {
    const entries = this.#waiting.splice(0, GROUP_LIMIT);
    const done = await this.#runEntries(entries);
    for (const { entry, outcome, hooks } of done) {
      entry.complete(outcome);
      if (outcome.ok) for (const hook of hooks) this.#runHook(hook);
    }
    if (this.#waiting.length > 0) {
      this.#schedule();
      return;
    }
    this.#running = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #runEntries(entries: readonly QueuedMember[]): Promise<Done[]> {
    const done: Done[] = [];
    try {
      this.#engine.begin();
      this.#open = true;
      for (const entry of entries) done.push(await this.#runEntry(entry, entries.length === 1));
      // Sorting is stable: changes of one row keep their order.
      const indexing = done.flatMap((member) => member.indexing).sort((left, right) => left.seq - right.seq);
      for (const { run } of indexing) await run();
      this.#commit();
      return done;
    } catch (error) {
      // The physical transaction failed, and all of its members with it.
      try {
        this.#engine.rollback();
      } catch {
        // It had already ended.
      }
      return entries.map((entry) => ({ entry, outcome: { ok: false, error }, hooks: [], indexing: [] }));
    } finally {
      this.#open = false;
    }
  }

  #commit(): void {
    const ended = this.#commitStarted();
    let outcome: 'done' | 'failed' = 'failed';
    try {
      this.#engine.commit();
      outcome = 'done';
    } finally {
      ended(outcome);
    }
  }

  /** Runs a member in a savepoint; a member that's alone uses the transaction itself. */
  async #runEntry(entry: QueuedMember, isAlone: boolean): Promise<Done> {
    const hooks: (() => void)[] = [];
    const indexing: IndexWork[] = [];
    let open = true;
    const member: GroupMember = {
      onCommit: (hook) => {
        if (!open) throw new Error('the transaction is over');
        hooks.push(hook);
      },
      indexLater: (work) => {
        indexing.push(work);
      },
    };
    if (!isAlone) this.#engine.savepoint();
    let strayed = false;
    // A transaction may only await the store, so it ends within this turn of the event loop.
    const watch = setImmediate(() => {
      strayed = true;
    });
    let outcome: CommitOutcome;
    try {
      outcome = { ok: true, value: await entry.run(member) };
      if (strayed) throw new Error('a transaction awaited something other than the store');
      if (!isAlone) this.#engine.release();
    } catch (error) {
      if (isAlone) throw error;
      this.#engine.rollbackToSavepoint();
      this.#engine.release();
      outcome = { ok: false, error };
    } finally {
      clearImmediate(watch);
      open = false;
    }
    return { entry, outcome, hooks, indexing: outcome.ok ? indexing : [] };
  }

  #runHook(hook: () => void): void {
    try {
      hook();
    } catch (error) {
      this.#reportHookFailure(error);
    }
  }
}
