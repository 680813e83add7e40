import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../daemon/platform/store/engine.ts';
import type { LockScope } from '../../../daemon/platform/store/lock-scope.ts';
import type { Store, Transaction } from '../../../daemon/platform/store/store.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../daemon/platform/system/random.ts';
import { CHECKED } from '../../support/checked-transactions.ts';
import { openHomeFile } from '../../support/database-file.ts';
import { needsPrograms } from '../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../support/postgres.ts';
import { takeBrokenRules } from '../../support/rehearsal.ts';
import { temporaryHome } from '../../support/temporary.ts';
import { SERVICE_TABLES, tablesOf } from '../../support/watch-database.ts';

/* Every daemon of the tests checks its transactions: a wrong one has to fail. */

let store: Store;
let home: string;

async function open(engine: 'sqlite' | 'postgres'): Promise<void> {
  home = temporaryHome();
  store = await openStore({
    home,
    url: engine === 'postgres' ? await freshDatabase('watched') : null,
    clock: new SystemClock(),
    random: systemRandom,
    onHookFailure: (error) => {
      throw error;
    },
    runners: CHECKED,
  });
  for (const id of ['ann', 'bob']) await store.write('service', (transaction) => addAccount(transaction, id));
}

const addAccount = ({ db, now }: Transaction, id: string) =>
  db
    .insertInto('accounts')
    .values({ id, email: `${id}@example.org`, status: 'active', tier: 'pro', created_at: now })
    .execute();

const charge = ({ db }: Transaction, id: string) =>
  db.insertInto('send_budget').values({ account_id: id, day: '2026-01-01', count: 1 }).execute();

const set = ({ db }: Transaction, name: string) =>
  db.insertInto('settings').values({ name, value: '1' }).execute();

const charged = async () =>
  (await store.read.selectFrom('send_budget').select('account_id').orderBy('account_id').execute()).map(
    (row) => row.account_id,
  );

/** Expects that a transaction fails, that the test run hears of it, and that nothing was stored. */
async function expectBroken(rule: RegExp, scope: LockScope, work: (transaction: Transaction) => unknown) {
  const before = await charged();
  const written = store.write(scope, async (transaction) => void (await work(transaction)));
  await expect(written).rejects.toThrow(rule);
  expect(takeBrokenRules()).toEqual(expect.arrayContaining([expect.stringMatching(rule)]));
  expect(await charged()).toEqual(before);
}

describe.each([
  { engine: 'sqlite' as const, needs: {} },
  { engine: 'postgres' as const, needs: needsPrograms({ postgresql: hasPostgres() }) },
])('on $engine', ({ engine, needs }) => {
  describe('the rules', needs, () => {
    beforeEach(() => open(engine));
    afterEach(() => store.close());
    describe('the scope of an account', () => {
      it('allows rows of the account', async () => {
        await store.write({ account: 'ann' }, (transaction) => charge(transaction, 'ann'));
        expect(await charged()).toEqual(['ann']);
      });

      it('refuses rows of another', async () => {
        await expectBroken(
          /insert in send_budget of account bob is outside/,
          { account: 'ann' },
          (transaction) => charge(transaction, 'bob'),
        );
      });

      it('refuses an update and a deletion of the row of another', async () => {
        await store.write({ accounts: ['ann', 'bob'] }, async (transaction) => {
          await charge(transaction, 'ann');
          await charge(transaction, 'bob');
        });
        await expectBroken(/update in send_budget of account bob/, { account: 'ann' }, ({ db }) =>
          db.updateTable('send_budget').set({ count: 2 }).execute(),
        );
        await expectBroken(/delete in send_budget of account bob/, { account: 'ann' }, ({ db }) =>
          db.deleteFrom('send_budget').execute(),
        );
      });

      it('refuses to give a row to another', async () => {
        await store.write({ account: 'ann' }, (transaction) => charge(transaction, 'ann'));
        await expectBroken(/update in send_budget of account bob/, { account: 'ann' }, ({ db }) =>
          db.updateTable('send_budget').set({ account_id: 'bob' }).execute(),
        );
      });

      it('refuses rows of the service, also where there is none to change', async () => {
        const scope = { account: 'ann' };
        await expectBroken(/insert in settings of the service/, scope, (transaction) =>
          set(transaction, 'a'),
        );
        await expectBroken(/delete in settings of the service/, scope, ({ db }) =>
          db.deleteFrom('settings').where('name', '=', 'unknown').execute(),
        );
        await expectBroken(/insert in jobs of the service/, scope, (transaction) =>
          transaction.schedule({ kind: 'test', accountId: null, dueAt: 1, payload: {} }),
        );
      });

      it('refuses rows that a cascade changes', async () => {
        await store.write({ accounts: ['', 'ann'] }, async ({ db, now }) => {
          await db
            .insertInto('blobs')
            .values({ id: 'b', account_id: 'ann', size: 1, created_at: now })
            .execute();
          await db.insertInto('unowned_mail').values({ blob_id: 'b', source: 'x', bytes: 1 }).execute();
        });
        await expectBroken(/delete in unowned_mail of the service/, { account: 'ann' }, ({ db }) =>
          db.deleteFrom('blobs').where('id', '=', 'b').execute(),
        );
      });
    });

    describe('the scope of the service', () => {
      it('allows rows without an account, and those of an account that it creates', async () => {
        await store.write('service', async (transaction) => {
          await set(transaction, 'a');
          await addAccount(transaction, 'eve');
          await charge(transaction, 'eve');
        });
        await store.write({ accounts: ['ann', ''] }, async (transaction) => {
          await addAccount(transaction, 'tom');
          await charge(transaction, 'tom');
          await charge(transaction, 'ann');
        });
        expect(await charged()).toEqual(['ann', 'eve', 'tom']);
      });

      it('refuses rows of another account', async () => {
        await expectBroken(/insert in send_budget of account bob/, 'service', (transaction) =>
          charge(transaction, 'bob'),
        );
      });
    });

    describe('no scope', () => {
      it('allows one statement on any rows', async () => {
        await store.write('none', (transaction) => charge(transaction, 'bob'));
        expect(await charged()).toEqual(['bob']);
      });

      it('refuses a second one, also when the first changed nothing', async () => {
        await expectBroken(/insert in send_budget is a second statement/, 'none', async (transaction) => {
          await transaction.db.deleteFrom('send_budget').execute();
          await charge(transaction, 'bob');
        });
      });
    });

    describe('the work of a transaction', () => {
      it('is rehearsed: hooks run once, after the commit', async () => {
        let runs = 0;
        const hooks: number[] = [];
        await store.write({ account: 'ann' }, async (transaction) => {
          runs++;
          transaction.onCommit(() => hooks.push(runs));
          await charge(transaction, 'ann');
        });
        expect([runs, hooks, await charged()]).toEqual([2, [2], ['ann']]);
      });

      it('fails when a second run does something else', async () => {
        let runs = 0;
        await expectBroken(
          /not repeatable: step 1 was\ninsert[\s\S]*and then\ncompleted/,
          { account: 'ann' },
          (transaction) => (runs++ === 0 ? charge(transaction, 'ann') : undefined),
        );
      });

      it('fails when a second run changes other rows', async () => {
        const days = ['2026-01-01', '2026-01-02'];
        await store.write({ account: 'ann' }, (transaction) => charge(transaction, 'ann'));
        await expectBroken(/not repeatable/, { account: 'ann' }, ({ db }) =>
          db
            .deleteFrom('send_budget')
            .where('day', '=', days.shift() ?? '')
            .execute(),
        );
      });

      it('fails when only one run fails', async () => {
        let runs = 0;
        await expectBroken(
          /not repeatable: step 2 was\nfailed[\s\S]*completed/,
          { account: 'ann' },
          async (transaction) => {
            await charge(transaction, 'ann');
            if (runs++ === 0) throw new Error('once');
          },
        );
      });

      it('keeps the error of work that fails', async () => {
        const failing = store.write({ account: 'ann' }, async (transaction) => {
          await charge(transaction, 'ann');
          throw new Error('undo');
        });
        await expect(failing).rejects.toThrow('undo');
        expect([takeBrokenRules(), await charged()]).toEqual([[], []]);
      });
    });

    it('rows are changed in transactions only', async () => {
      await expect(
        store.read.insertInto('settings').values({ name: 'a', value: '1' }).execute(),
      ).rejects.toThrow('insert in settings is outside of a transaction');
      takeBrokenRules();
    });
  });
});

it('every table has the account of its rows, except those of the service', async () => {
  await open('sqlite');
  await store.close();
  const database = openHomeFile(home);
  const tables = tablesOf(database);
  database.close();
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter(({ owner }) => owner === null).map(({ name }) => name)).toEqual(SERVICE_TABLES);
});
