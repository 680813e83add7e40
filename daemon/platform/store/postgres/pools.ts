import { connect } from './client.ts';
import { PipelinedConnection, UnsyncedConnection } from './connection.ts';
import { StatementPool } from './pool.ts';
import { openSearchPool } from './search.ts';

/** Connections that look-ups share. */
export const READERS = 4;
/** Look-ups that are sent in one packet: each takes the server 0.05 ms. */
const TOGETHER = 8;

/** Connections of statements that are no part of a transaction of the store. */
export class Pools {
  /** For look-ups. */
  readonly reading: StatementPool;
  readonly searching: StatementPool;
  /** For counts that needn't survive a crash. */
  readonly counting: StatementPool;

  constructor(url: string) {
    this.reading = new StatementPool({
      connect: () => connect({ url }),
      run: (client) => new PipelinedConnection(client),
      size: READERS,
      together: TOGETHER,
      sharesRuns: true,
    });
    this.searching = openSearchPool(url);
    this.counting = new StatementPool({
      connect: () => connect({ url }),
      run: (client) => new UnsyncedConnection(client),
      size: 1,
      together: 1,
      sharesRuns: false,
    });
  }

  /** Ends connections that may never answer. */
  disconnect(): void {
    for (const pool of this.#all) pool.disconnect();
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((pool) => pool.close()));
  }

  get #all(): readonly StatementPool[] {
    return [this.reading, this.searching, this.counting];
  }
}
