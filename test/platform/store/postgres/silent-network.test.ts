import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { openStore } from '../../../../daemon/platform/store/engine.ts';
import type { Store } from '../../../../daemon/platform/store/store.ts';
import { SystemClock } from '../../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../../daemon/platform/system/random.ts';
import { FaultyLink } from '../../../support/faulty-link.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { temporaryHome } from '../../../support/temporary.ts';

/** A node whose packets to PostgreSQL are all lost must not wait for answers that never come. */

const needsPostgres = needsPrograms({ postgresql: hasPostgres() });
let link: FaultyLink;

afterEach(() => link.close());

async function openBehindLink(): Promise<Store> {
  link = await FaultyLink.open(await freshDatabase());
  return openStore({
    home: temporaryHome(),
    url: link.url,
    clock: new SystemClock(),
    random: systemRandom,
    onHookFailure: () => undefined,
    node: { name: 'one', version: '1.0.0', term: 3_000 },
  });
}

it('a write in progress fails once its node loses its trust', needsPostgres, async () => {
  const store = await openBehindLink();
  const statement = sql`select 1`;
  const write = store.write('none', async ({ db }) => {
    await statement.execute(db);
    link.state = 'silent';
    await statement.execute(db);
  });
  await expect(write).rejects.toThrow('PostgreSQL');
  link.state = 'cut';
  await store.close();
});
