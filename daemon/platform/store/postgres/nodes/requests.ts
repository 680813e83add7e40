import { randomUUID } from 'node:crypto';
import type { NodeRequest, NodeRequests } from '../../cluster.ts';
import { type CoordinationConnection, REQUESTS_CHANNEL } from './coordination.ts';

const NOTIFY = `pg_notify('${REQUESTS_CHANNEL}', '')`;
/** Removes what this run couldn't remove when it was done. */
const CLEAN = "delete from node_requests where asker = $1 and asked_at < now() - interval '1 hour'";
const ASK = `with asked as (
    insert into node_requests (id, run, asker, request)
      select $1, run, $2, $3 from nodes where run = any($4::uuid[]) returning 1
  )
  select ${NOTIFY} from (select count(*) from asked) as counted`;
const ANSWERS = 'select run, answer from node_requests where id = $1';
const CLOSE = 'delete from node_requests where id = $1';
const OPEN = 'select id, request from node_requests where run = $1 and answer is null';
const ANSWER = `with answered as (
    update node_requests set answer = $3 where id = $1 and run = $2 and answer is null returning 1
  )
  select ${NOTIFY} from answered`;

/** Requests as rows, which end with the run that asked and with the one that was asked. */
export class PostgresNodeRequests implements NodeRequests {
  readonly #connection: CoordinationConnection;
  readonly #run: string;

  constructor(connection: CoordinationConnection, run: string) {
    this.#connection = connection;
    this.#run = run;
  }

  async ask(request: string, runs: readonly string[]): Promise<string> {
    const id = randomUUID();
    await this.#connection.ask(CLEAN, [this.#run]);
    await this.#connection.ask(ASK, [id, this.#run, request, runs]);
    return id;
  }

  async answers(id: string): Promise<ReadonlyMap<string, string | null>> {
    const rows = await this.#connection.ask<{ run: string; answer: string | null }>(ANSWERS, [id]);
    return new Map(rows.map(({ run, answer }) => [run, answer]));
  }

  async close(id: string): Promise<void> {
    await this.#connection.ask(CLOSE, [id]);
  }

  open(): Promise<NodeRequest[]> {
    return this.#connection.ask<NodeRequest>(OPEN, [this.#run]);
  }

  async answer(id: string, answer: string): Promise<void> {
    await this.#connection.ask(ANSWER, [id, this.#run, answer]);
  }
}
