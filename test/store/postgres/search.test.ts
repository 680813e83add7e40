import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../../daemon/store/postgres/client.ts';
import { StatementPool } from '../../../daemon/store/postgres/pool.ts';
import { queriesOn } from '../../../daemon/store/postgres/queries.ts';
import { PostgresSearchIndex } from '../../../daemon/store/postgres/search.ts';
import { needsPrograms } from '../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../support/postgres.ts';

/**
 * 6,000 texts: all have `every`, the oldest 600 `early`, three `seldom`; half of them are of another mailbox.
 */
const TEXTS = `insert into message_search (seq, account_id, mailbox_id, words)
  select n, 'account', case when n % 2 = 0 then 'box' else 'other' end,
    concat('every ', case when n <= 1200 then 'early ' end, case when n in (1000, 2000, 4001, 9000) then '100%_seldom' end)
  from generate_series(1, 12000) n`;

describe('search on PostgreSQL', needsPrograms({ postgresql: hasPostgres() }), () => {
  let pool: StatementPool;
  let index: PostgresSearchIndex;

  beforeAll(async () => {
    const url = await freshDatabase('schema');
    const client = await connect({ url });
    await client.query(TEXTS);
    await client.end();
    pool = new StatementPool({
      connect: () => connect({ url }),
      size: 1,
      isPrepared: false,
      together: 1,
      sharesRuns: false,
    });
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
});
