import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../../../daemon/platform/store/postgres/client.ts';
import type { StatementPool } from '../../../../daemon/platform/store/postgres/pool.ts';
import { queriesOn } from '../../../../daemon/platform/store/postgres/queries.ts';
import { openSearchPool, PostgresSearchIndex } from '../../../../daemon/platform/store/postgres/search.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';

/**
 * 6,000 texts: all have `every`, the oldest 600 `early`, three `seldom`; half of them are of another mailbox.
 */
const TEXTS = `insert into message_search (seq, account_id, mailbox_id, words)
  select n, 'account', case when n % 2 = 0 then 'box' else 'other' end,
    concat('every ', case when n <= 1200 then 'early ' end, case when n in (1000, 2000, 4001, 9000) then '100%_seldom' end)
  from generate_series(1, 12000) n`;

/** Keeps the plan of each query that it runs. */
class PlanRecorder implements DatabaseConnection {
  readonly plans: string[] = [];
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const explain = { ...query, sql: `explain ${query.sql}` };
    const { rows } = await this.#connection.executeQuery<{ 'QUERY PLAN': string }>(explain);
    this.plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return this.#connection.executeQuery<Row>(query);
  }

  streamQuery(): never {
    throw new Error('searches read whole pages');
  }
}

describe('search on PostgreSQL', needsPrograms({ postgresql: hasPostgres() }), () => {
  let pool: StatementPool;
  let index: PostgresSearchIndex;

  beforeAll(async () => {
    const url = await freshDatabase('schema');
    const client = await connect({ url });
    await client.query(TEXTS);
    await client.end();
    pool = openSearchPool(url);
    index = new PostgresSearchIndex(queriesOn(pool));
  });

  afterAll(() => pool.close());

  const search = (term: string, range: { below?: number; atLeast?: number; limit?: number } = {}) =>
    index.candidates({ mailboxId: 'box', term, below: 1e9, atLeast: 0, limit: 3, ...range });

  test.each([
    ['few', 'seldom', {}, [9000, 2000, 1000]],
    ['few, of which fewer are wanted', 'seldom', { limit: 1 }, [9000]],
    ['few in a range', 'seldom', { below: 9000, atLeast: 1001 }, [2000]],
    ['none', 'absent', {}, []],
    ['many among the newest', 'every', {}, [12_000, 11_998, 11_996]],
    ['many in a range', 'every', { below: 8001, atLeast: 10 }, [8000, 7998, 7996]],
    ['many, all of them old', 'early', {}, [1200, 1198, 1196]],
    ['as they are written, not as a pattern', '100%_s', {}, [9000, 2000, 1000]],
    ['a pattern that nothing has as text', 'e%y', {}, []],
  ])('finds %s, newest first', async (_, term, range, found) => {
    expect(await search(term, range)).toEqual(found);
  });

  test.each([
    ['few', 'seldom', [/message_search_by_words/]],
    ['no letters', '---', [/Index Scan Backward using message_search_by_mailbox/]],
    ['a letter before no others', 'd--', [/Index Scan Backward using message_search_by_mailbox/]],
    ['a letter after no others', '--d', [/message_search_by_words/]],
    ['many', 'every', [/message_search_by_words/, /Index Scan Backward using message_search_by_mailbox/]],
  ])(
    'reads no more texts for %s, however small the planner takes the mailbox for',
    async (_, term, steps) => {
      // Nothing has analyzed the table.
      const recorder = new PlanRecorder(pool);
      const recorded = new PostgresSearchIndex(queriesOn(recorder));
      await recorded.candidates({ mailboxId: 'box', term, below: 1e9, atLeast: 0, limit: 3 });
      expect(recorder.plans).toEqual(steps.map((step) => expect.stringMatching(step)));
      expect(recorder.plans.join('\n')).not.toMatch(/Sort|Seq Scan|BitmapAnd/);
    },
  );

  const boxes = (text: string, places: { mailboxIds: string[] | null; limit?: number }) => ({
    accountId: 'account',
    parts: [{ text, where: 'anywhere' as const }],
    below: 1e9,
    limit: 3,
    ...places,
  });

  test('finds words in some mailboxes or in all, newest first', async () => {
    expect(await index.withParts(boxes('seldom', { mailboxIds: null, limit: 9 }))).toEqual([
      9000, 4001, 2000, 1000,
    ]);
    expect(await index.withParts(boxes('seldom', { mailboxIds: ['other'] }))).toEqual([4001]);
    expect(await index.withParts(boxes('every', { mailboxIds: ['box'] }))).toEqual([12_000, 11_998, 11_996]);
  });

  test.each([[['box']], [null]])(
    'reads the texts with a word only, in the mailboxes %j',
    async (mailboxIds) => {
      const recorder = new PlanRecorder(pool);
      const recorded = new PostgresSearchIndex(queriesOn(recorder));
      await recorded.withParts(boxes('seldom', { mailboxIds }));
      const plan = recorder.plans.find((each) => each.includes('message_search')) ?? '';
      expect(plan).toMatch(/BitmapOr[\s\S]*message_search_by_words[\s\S]*message_search_by_more/);
      expect(plan).not.toMatch(/Seq Scan|by_mailbox/);
    },
  );
});
