import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../daemon/platform/store/engine.ts';
import { commitEngine, openDatabase } from '../../../daemon/platform/store/sqlite/database.ts';
import { GroupCommitter } from '../../../daemon/platform/store/sqlite/group-commit.ts';
import type { Store } from '../../../daemon/platform/store/store.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../daemon/platform/system/random.ts';
import { temporaryHome } from '../../support/service.ts';

describe('group commit', () => {
  let home: string;
  let store: Store;
  const hookFailures: unknown[] = [];

  const open = () =>
    openStore({
      home,
      clock: new SystemClock(),
      random: systemRandom,
      onHookFailure: (error) => hookFailures.push(error),
    });

  beforeEach(async () => {
    home = temporaryHome();
    hookFailures.length = 0;
    store = await open();
  });

  afterEach(async () => {
    await store.close();
    rmSync(home, { recursive: true, force: true });
  });

  const put = (name: string, value = '1') =>
    store.write('none', ({ db }) => db.insertInto('settings').values({ name, value }).execute());
  const names = async () =>
    (await store.read.selectFrom('settings').select('name').orderBy('name').execute()).map((row) => row.name);

  it('rolls back a failing transaction alone', async () => {
    const outcomes = await Promise.allSettled([
      put('a'),
      store.write('none', async ({ db }) => {
        await db.insertInto('settings').values({ name: 'b', value: '1' }).execute();
        throw new Error('no');
      }),
      put('c'),
      put('a'),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    expect(await names()).toEqual(['a', 'c']);
  });

  it('changes the search index at the end of a group, in row order, without failed transactions', async () => {
    const ran: string[] = [];
    const { reader, writer } = openDatabase(join(temporaryHome(), 'group.db'));
    const committer = new GroupCommitter(commitEngine(writer), () => undefined);
    const index = (seq: number, name: string, fails = false) =>
      committer.submit(async (member) => {
        member.indexLater({
          seq,
          run: async () => {
            ran.push(name);
          },
        });
        ran.push(`work of ${name}`);
        if (fails) throw new Error('no');
      });
    await Promise.allSettled([index(2, 'b'), index(3, 'c', true), index(1, 'a'), index(2, 'b again')]);
    reader.close();
    writer.close();
    expect(ran).toEqual(['work of b', 'work of c', 'work of a', 'work of b again', 'a', 'b', 'b again']);
  });

  it('keeps the last of several changes of one row of the index', async () => {
    const mailboxId = randomUUID();
    const put = (seq: number) =>
      store.write('none', async (transaction) =>
        transaction.search.put({ seq, accountId: mailboxId, mailboxId, words: 'figures', more: '' }),
      );
    const forget = (seq: number) => store.write('none', async ({ search }) => search.remove(seq));
    await Promise.all([put(2), forget(2), forget(1), put(1), put(3)]);
    await put(4);
    await Promise.all([forget(4), put(5), put(4)]);
    await forget(5);
    const range = { mailboxId, term: 'figures', below: 9, atLeast: 0, limit: 9 };
    expect(await store.search.candidates(range)).toEqual([4, 3, 1]);
    expect(await store.integrityProblems()).toEqual([]);
  });

  it('acknowledges nothing before readers can see it', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const name = `n${String(index).padStart(2, '0')}`;
        await put(name);
        expect(await names()).toContain(name);
      }),
    );
    expect(await names()).toHaveLength(50);
  });

  it('shows nobody the work of a transaction that is not committed', async () => {
    let seen: string[] = ['unset'];
    await store.write('none', async ({ db }) => {
      await db.insertInto('settings').values({ name: 'x', value: '1' }).execute();
      seen = await names();
    });
    expect(seen).toEqual([]);
    expect(await names()).toEqual(['x']);
  });

  it('lets each of many read-and-add transactions see the one before it', async () => {
    await put('counter', '0');
    await Promise.all(
      Array.from({ length: 100 }, () =>
        store.write('none', async ({ db }) => {
          const row = await db
            .selectFrom('settings')
            .select('value')
            .where('name', '=', 'counter')
            .executeTakeFirstOrThrow();
          await db
            .updateTable('settings')
            .set({ value: String(Number(row.value) + 1) })
            .where('name', '=', 'counter')
            .execute();
        }),
      ),
    );
    const row = await store.read.selectFrom('settings').select('value').executeTakeFirstOrThrow();
    expect(row.value).toBe('100');
  });

  it('runs hooks after the commit, in order, and not after a rollback', async () => {
    const told: string[] = [];
    await Promise.allSettled([
      store.write('none', async ({ db, onCommit }) => {
        onCommit(() => told.push('first'));
        onCommit(() => told.push('second'));
        await db.insertInto('settings').values({ name: 'h', value: '1' }).execute();
      }),
      store.write('none', async ({ onCommit }) => {
        onCommit(() => told.push('never'));
        throw new Error('no');
      }),
      store.write('none', async ({ onCommit }) => onCommit(() => told.push('third'))),
    ]);
    expect(told).toEqual(['first', 'second', 'third']);
  });

  it('reports a failing hook and keeps the commit', async () => {
    await store.write('none', async ({ db, onCommit }) => {
      onCommit(() => {
        throw new Error('hook');
      });
      await db.insertInto('settings').values({ name: 'kept', value: '1' }).execute();
    });
    expect(hookFailures).toHaveLength(1);
    expect(await names()).toEqual(['kept']);
  });

  it('fails a transaction that waits for something other than the store, and only that one', async () => {
    const stray = store.write('none', async ({ db }) => {
      await db.insertInto('settings').values({ name: 'stray', value: '1' }).execute();
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    });
    const outcomes = await Promise.allSettled([stray, put('after')]);
    expect(outcomes[0]).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('waited') },
    });
    expect(outcomes[1]?.status).toBe('fulfilled');
    expect(await names()).toEqual(['after']);
  });

  it('keeps what it acknowledged when the file is opened again', async () => {
    await Promise.all(['p', 'q', 'r'].map((name) => put(name)));
    await store.close();
    store = await open();
    expect(await names()).toEqual(['p', 'q', 'r']);
  });
});
