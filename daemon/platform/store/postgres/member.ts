import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { isAborted } from './trouble.ts';

/** The connection of one transaction of a group. It notes what decides how the group ends. */
export class MemberConnection implements DatabaseConnection {
  readonly #shared: DatabaseConnection;
  #underWay = 0;
  #isOpen = true;
  #hasWritten = false;
  #strayed = false;
  #isExpecting = false;
  #failure: unknown;

  constructor(shared: DatabaseConnection) {
    this.#shared = shared;
    this.#expectStatement();
  }

  /** Whether a statement may have changed rows, or failed, after which the server accepts no other. */
  get hasWritten(): boolean {
    return this.#hasWritten || this.#failure !== undefined;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.assertOpen();
    this.#underWay++;
    this.#hasWritten ||= mayWrite(query);
    try {
      return await this.#shared.executeQuery<Row>(query);
    } catch (error) {
      if (!isAborted(error)) this.#failure ??= error;
      throw error;
    } finally {
      this.#underWay--;
      this.#expectStatement();
    }
  }

  streamQuery(): never {
    throw new Error('a transaction reads pages, not streams');
  }

  assertOpen(): void {
    if (!this.#isOpen) throw new Error('the transaction is over');
  }

  /** Ends it: later statements fail. Returns why it must not be committed although its work succeeded. */
  close(): unknown {
    this.#isOpen = false;
    if (this.#failure !== undefined) return this.#failure;
    return this.#strayed ? new Error('a transaction awaited something other than the store') : undefined;
  }

  /** A transaction may only await the store: without a statement under way it ends in this turn. */
  #expectStatement(): void {
    if (this.#isExpecting) return;
    this.#isExpecting = true;
    setImmediate(() => {
      this.#isExpecting = false;
      if (this.#isOpen && this.#underWay === 0) this.#strayed = true;
    });
  }
}

const READING = /^\s*(?:select|with)\b/i;

function mayWrite({ query, sql }: CompiledQuery): boolean {
  return query.kind !== 'SelectQueryNode' && !(query.kind === 'RawNode' && READING.test(sql));
}
