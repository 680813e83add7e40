import { expect, it, onTestFinished } from 'vitest';
import { purgeAccess } from '../../../daemon/access/purge.ts';
import { planSearchIndex } from '../../../daemon/content/stored-text/search-index.ts';
import type { Context } from '../../../daemon/context.ts';
import { purgeEvents } from '../../../daemon/events/retention.ts';
import { eraseAccount } from '../../../daemon/operation/accounts/erase.ts';
import type { Queries } from '../../../daemon/platform/store/store.ts';
import { RUN_ONCE, type RunnerFactory } from '../../../daemon/platform/store/transaction-runner.ts';
import { followPlatformDomain } from '../../../daemon/rules/mailboxes/follow-platform-domain.ts';
import { purgeAttempts } from '../../../daemon/rules/recipients/attempts/purge.ts';
import { writerOf } from '../../support/database-file.ts';
import { needsSqlite } from '../../support/needs.ts';
import { createTenant, launch, type Service } from '../../support/service.ts';
import { watchDatabase } from '../../support/watch-database.ts';

/* Writes of many rows go in transactions of bounded size: others get between, and a crash loses no more. */

/** Counts the rows that each transaction changes, and fails those after `allowed`, as a crash would. */
class CountedTransactions {
  sizes: number[] = [];
  allowed = Number.POSITIVE_INFINITY;

  readonly runner: RunnerFactory = (writer) => {
    let changed = 0;
    watchDatabase(writerOf(writer), {
      changing: () => undefined,
      changed: () => void changed++,
      ran: () => undefined,
    });
    return {
      run: async (_scope, attempt) => {
        if (this.sizes.length >= this.allowed) throw new Error('crashed');
        changed = 0;
        const value = await attempt('kept');
        this.sizes.push(changed);
        return value;
      },
    };
  };
}

const ROWS = 1300;
/** The largest batch, whose rows count twice when they are updated, and what belongs to it. */
const MOST = 1010;

interface Scene {
  readonly context: Context;
  readonly accountId: string;
  readonly mailboxId: string;
}

interface LongWrite {
  readonly name: string;
  /** Transactions before the first that changes these rows. */
  readonly before: number;
  /** Inserts rows, each of which the write changes. */
  readonly fill: (db: Queries, scene: Scene) => Promise<unknown>;
  readonly run: (scene: Scene) => Promise<unknown>;
  /** Rows that the write has still to change. */
  readonly left: (db: Queries, scene: Scene) => Promise<readonly unknown[]>;
}

const numbers = Array.from({ length: ROWS }, (_, number) => number);

const LONG_WRITES: readonly LongWrite[] = [
  {
    name: 'the erasure of an account',
    before: 3,
    fill: async (db, { accountId: account_id }) => {
      const row = { account_id, mailbox_id: null, message_id: null, type: 'message.received' as const };
      for (const number of numbers) {
        await db
          .insertInto('events')
          .values({ ...row, id: `event-${number}`, occurred_at: 1, data: '{}' as never })
          .execute();
        await db
          .insertInto('send_budget')
          .values({ account_id, day: `day-${number}`, count: 1 })
          .execute();
      }
    },
    run: ({ context, accountId }) => eraseAccount(context, accountId),
    left: async (db, { accountId }) => [
      ...(await db.selectFrom('events').select('id').where('account_id', '=', accountId).execute()),
      ...(await db.selectFrom('send_budget').select('day').where('account_id', '=', accountId).execute()),
    ],
  },
  {
    name: 'the move of mailboxes to another domain',
    before: 0,
    fill: (db, scene) => addMailboxes(db, scene, 'earlier.example'),
    run: ({ context }) => followPlatformDomain(context),
    left: (db) =>
      db.selectFrom('mailboxes').select('id').where('address', 'like', '%@earlier.example').execute(),
  },
  {
    name: 'the end of the search index',
    before: 0,
    fill: (db, scene) => addMailboxes(db, scene, 'agentmail.localhost'),
    run: ({ context }) => planSearchIndex({ ...context, config: { ...context.config, searchIndex: false } }),
    left: (db) => db.selectFrom('mailboxes').select('id').where('unindexed_before', 'is', null).execute(),
  },
  {
    name: 'the plan of a search index',
    before: 0,
    fill: async (db, scene) => {
      await addMailboxes(db, scene, 'agentmail.localhost');
      await db.updateTable('mailboxes').set({ unindexed_before: 1 }).execute();
    },
    run: ({ context }) => planSearchIndex(context),
    left: async (db) => {
      const planned = await db.selectFrom('jobs').select('id').where('kind', '=', 'search.rebuild').execute();
      return numbers.slice(planned.length);
    },
  },
  {
    name: 'the purge of throttles',
    before: 2,
    fill: async (db, { accountId: account_id }) => {
      for (const number of numbers) {
        await db
          .insertInto('event_throttles')
          .values({ account_id, key: `${number}`, until: 1 })
          .execute();
      }
    },
    run: ({ context }) => purgeEvents(context),
    left: (db) => db.selectFrom('event_throttles').select('key').execute(),
  },
  {
    name: 'the purge of hourly budgets',
    before: 2,
    fill: async (db, { accountId: account_id }) => {
      for (const hour of numbers)
        await db.insertInto('list_add_budget').values({ account_id, hour, count: 1 }).execute();
    },
    run: ({ context }) => purgeAttempts(context),
    left: (db) => db.selectFrom('list_add_budget').select('hour').execute(),
  },
  {
    name: 'the purge of codes, text messages and counted attempts',
    before: 0,
    fill: async (db, { accountId: account_id }) => {
      for (const number of numbers) {
        const id = `row-${number}`;
        await db
          .insertInto('challenges')
          .values({
            id,
            account_id,
            kind: 'login_code',
            code_hash: Buffer.from(id),
            created_at: 1,
            expires_at: 2,
          } as never)
          .execute();
        const text = { id, account_id, phone_number: '+15555550100', address: '192.0.2.1', at: 1 };
        await db.insertInto('sms_log').values(text).execute();
        const attempt = { subject: Buffer.from(id), scope: 'login', attempts: 1, ends_at: 2 };
        await db.insertInto('throttles').values(attempt).execute();
      }
    },
    run: ({ context }) => purgeAccess(context),
    left: async (db) => [
      ...(await db.selectFrom('challenges').select('id').execute()),
      ...(await db.selectFrom('sms_log').select('id').execute()),
      ...(await db.selectFrom('throttles').select('scope').execute()),
    ],
  },
];

async function addMailboxes(db: Queries, { mailboxId }: Scene, domain: string): Promise<void> {
  const row = await db
    .selectFrom('mailboxes')
    .selectAll()
    .where('id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  for (const number of numbers) {
    const name = `box-${number}`;
    await db
      .insertInto('mailboxes')
      .values({ ...row, id: name, name, address: `${name}@${domain}` })
      .execute();
  }
}

async function start(counted: CountedTransactions): Promise<Scene> {
  const service: Service = await launch({ overrides: { runners: { ...RUN_ONCE, sqlite: counted.runner } } });
  onTestFinished(() => service.stop());
  const { accountId, mailbox } = await createTenant(service);
  return { context: service.daemon.context, accountId, mailboxId: mailbox.id };
}

it.each(LONG_WRITES)(
  '$name lets others between, and goes on after a crash',
  needsSqlite,
  async ({ before, fill, run, left }) => {
    const counted = new CountedTransactions();
    const scene = await start(counted);
    const { store } = scene.context;
    await store.write({ account: scene.accountId }, ({ db }) => fill(db, scene).then(() => undefined));
    const filled = (await left(store.read, scene)).length;
    expect(filled).toBeGreaterThanOrEqual(ROWS);

    counted.sizes = [];
    counted.allowed = before + 1;
    await expect(run(scene)).rejects.toThrow('crashed');
    const afterCrash = (await left(store.read, scene)).length;
    expect(afterCrash).toBeGreaterThan(0);
    expect(afterCrash).toBeLessThan(filled);
    counted.allowed = Number.POSITIVE_INFINITY;
    // Another transaction is stored between two batches.
    let ended = false;
    const running = run(scene).finally(() => {
      ended = true;
    });
    await store.write('service', ({ db }) =>
      db.insertInto('settings').values({ name: 'x', value: '1' }).execute(),
    );
    expect(ended).toBe(false);
    await running;
    expect(await left(store.read, scene)).toEqual([]);
    expect(Math.max(...counted.sizes)).toBeLessThanOrEqual(MOST);
  },
);
