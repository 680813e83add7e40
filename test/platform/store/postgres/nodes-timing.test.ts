import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../daemon/platform/store/engine.ts';
import {
  answerTime,
  BEAT,
  idleTransactionTimeout,
  retryPause,
  TRUST,
} from '../../../../daemon/platform/store/postgres/nodes/timing.ts';
import { MINUTE, SECOND, SystemClock } from '../../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../../daemon/platform/system/random.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { temporaryHome } from '../../../support/temporary.ts';

it.each([3 * SECOND, 30 * SECOND, 10 * MINUTE])(
  'a term of %i ms leaves time for another connection, and ends after stalled transactions',
  (term) => {
    expect(term * BEAT + answerTime(term) + retryPause(term)).toBeLessThan((term * TRUST * 3) / 4);
    expect(term * TRUST + idleTransactionTimeout(term)).toBeLessThanOrEqual(term);
  },
);

it('the server ends an idle transaction in time', needsPrograms({ postgresql: hasPostgres() }), async () => {
  const store = await openStore({
    home: temporaryHome(),
    url: await freshDatabase(),
    clock: new SystemClock(),
    random: systemRandom,
    onHookFailure: () => undefined,
    node: { name: 'one', version: '1.0.0', term: 15 * SECOND },
  });
  onTestFinished(() => store.close());
  const setting = sql<{
    value: string;
  }>`select current_setting('idle_in_transaction_session_timeout') as value`;
  const { rows } = await store.write('none', ({ db }) => setting.execute(db));
  expect(rows).toEqual([{ value: '5s' }]);
});
