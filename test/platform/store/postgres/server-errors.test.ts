import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Queries } from '../../../../daemon/platform/store/store.ts';
import { createLog } from '../../../../daemon/platform/system/log.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { openStoreOn } from '../../../support/postgres-store.ts';

const SECRET = 'secret words';

describe('errors of PostgreSQL', needsPrograms({ postgresql: hasPostgres() }), () => {
  it.each<readonly [cause: string, statement: (db: Queries) => Promise<unknown>]>([
    ['a missing value', (db) => sql`insert into message_bodies (text) values (${SECRET})`.execute(db)],
    [
      'a value that is there already',
      (db) =>
        sql`insert into accounts (id, email, status, tier, created_at)
          select id, ${SECRET}, 'active', 'free', 0 from unnest(array['one', 'two']) id`.execute(db),
    ],
    ['a value of another type', (db) => sql`select ${SECRET}::bigint`.execute(db)],
    ['text that is no JSON', (db) => sql`select ${`{"text": ${SECRET}}`}::json`.execute(db)],
    [
      'a statement of a function',
      (db) => sql.raw(`do $$ begin execute 'select ''${SECRET}'' from nowhere'; end $$`).execute(db),
    ],
  ])('leave out rows and values: %s', async (_, statement) => {
    const store = await openStoreOn(await freshDatabase());
    const lines: string[] = [];
    const log = createLog(
      'info',
      new Writable({
        write: (line, _encoding, done) => {
          lines.push(String(line));
          done();
        },
      }),
    );
    const error: unknown = await store.write('none', ({ db }) => statement(db)).catch((err: unknown) => err);
    log.error({ err: error }, 'failed');
    const [line = ''] = lines;
    expect(JSON.parse(line)).toMatchObject({
      err: { code: expect.stringMatching(/^[0-9A-Z]{5}$/), stack: expect.stringContaining('runMember') },
    });
    for (const word of SECRET.split(' ')) expect(line).not.toContain(word);
  });
});
