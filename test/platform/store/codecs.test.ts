import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DOMAIN_CHECK } from '../../../daemon/network/domains/check.ts';
import { openStore } from '../../../daemon/platform/store/engine.ts';
import { SERVICE_ACCOUNT } from '../../../daemon/platform/store/lock-scope.ts';
import { prepareQuery } from '../../../daemon/platform/store/prepared.ts';
import type { Store } from '../../../daemon/platform/store/store.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../daemon/platform/system/random.ts';
import * as api from '../../support/api.ts';
import { openHomeFile } from '../../support/database-file.ts';
import { needsSqlite } from '../../support/needs.ts';
import { createTenant, launch } from '../../support/service.ts';
import { temporaryHome } from '../../support/temporary.ts';

let home: string;
let store: Store;

beforeEach(async () => {
  home = temporaryHome();
  store = await openStore({
    home,
    clock: new SystemClock(),
    random: systemRandom,
    onHookFailure: (error) => {
      throw error;
    },
  });
  await store.write('none', ({ db }) => db.insertInto('accounts').values(account).execute());
});

afterEach(() => store.close());

const account = {
  id: 'account',
  email: 'ann@example.org',
  status: 'active',
  tier: 'pro',
  email_verified_at: null,
  phone_number: null,
  phone_verified_at: null,
  custom_daily_send_limit: null,
  storage_limit_bytes: null,
  created_at: 1,
} as const;

const webhook = {
  account_id: 'account',
  url: 'https://example.org',
  description: null,
  signing_secret: Buffer.from('[1]'),
  request_headers: null,
  last_success_at: null,
  last_failure_at: null,
  last_error: null,
  disabled_at: null,
  disabled_reason: null,
  created_at: 1,
  updated_at: 1,
};

async function add(id: string, enabled: boolean, events: readonly string[] = ['message.received']) {
  await store.write('none', ({ db }) =>
    db
      .insertInto('webhooks')
      .values({ ...webhook, id, enabled, enabled_events: events })
      .execute(),
  );
}

/** As another program sees the file. */
function stored(query: string): unknown[] {
  const file = openHomeFile(home);
  try {
    return file.prepare(query).raw().all();
  } finally {
    file.close();
  }
}

function overwrite(statement: string, ...values: unknown[]): void {
  const file = openHomeFile(home, 'write');
  file.prepare(statement).run(...values);
  file.close();
}

describe('columns with a codec', () => {
  it('are stored as 0, 1 and JSON text, and read as booleans, arrays and objects', async () => {
    await add('on', true, []);
    await add('off', false);
    expect(stored('select enabled, enabled_events from webhooks order by id')).toEqual([
      [0, '["message.received"]'],
      [1, '[]'],
    ]);
    expect(
      await store.read.selectFrom('webhooks').select(['enabled', 'enabled_events']).orderBy('id').execute(),
    ).toEqual([
      { enabled: false, enabled_events: ['message.received'] },
      { enabled: true, enabled_events: [] },
    ]);
  });

  it('are read through aliases, joins, subqueries, common tables, prepared queries and returned rows', async () => {
    await add('on', true);
    const { read } = store;
    const expected = { flag: true, list: ['message.received'] };
    const columns = ['webhooks.enabled as flag', 'webhooks.enabled_events as list'] as const;
    expect(await read.selectFrom('webhooks').select(columns).execute()).toEqual([expected]);
    expect(
      await read
        .selectFrom((from) => from.selectFrom('webhooks').select(columns).as('inner'))
        .selectAll()
        .execute(),
    ).toEqual([expected]);
    expect(
      await read
        .with('common', (db) => db.selectFrom('webhooks').select(columns))
        .selectFrom('common')
        .selectAll()
        .execute(),
    ).toEqual([expected]);
    expect(
      await read
        .selectFrom('webhooks as one')
        .leftJoin('webhooks', (join) => join.onRef('webhooks.id', '=', 'one.id').on('one.enabled', '=', true))
        .select(columns)
        .execute(),
    ).toEqual([expected]);
    const prepared = prepareQuery<{ enabled: boolean }>()((db, param) =>
      db.selectFrom('webhooks').select(columns).where('enabled', '=', param('enabled')),
    );
    expect((await prepared(read, { enabled: true })).rows).toEqual([expected]);
    expect((await prepared(read, { enabled: false })).rows).toEqual([]);
    const returned = await store.write('none', ({ db }) =>
      db.updateTable('webhooks').set({ enabled: false }).returning(columns).execute(),
    );
    expect(returned).toEqual([{ ...expected, flag: false }]);
    for await (const row of read.selectFrom('webhooks').select(columns).stream()) {
      expect(row).toEqual({ ...expected, flag: false });
    }
    expect.assertions(8);
  });

  it('leave null, bytes and expressions as they are', async () => {
    await add('on', true);
    const row = await store.read
      .selectFrom('webhooks')
      .leftJoin('drafts', 'drafts.message_id', 'webhooks.id')
      .leftJoin('messages', 'messages.id', 'webhooks.id')
      .select(['changed_by_agent', 'scan', 'signing_secret'])
      .select([sql`coalesce(webhooks.enabled, 0)`.as('expression'), sql`(enabled = 1)`.as('raw')])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      changed_by_agent: null,
      scan: null,
      signing_secret: webhook.signing_secret,
      expression: 1,
      raw: 1,
    });
  });

  it('keep hostile names and a string that looks like JSON as data', async () => {
    const payload = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1, "text": "[1]"}');
    await store.write('none', (transaction) =>
      transaction.schedule({ kind: 'test', accountId: null, dueAt: 1, payload }),
    );
    const { payload: read } = await store.read.selectFrom('jobs').select('payload').executeTakeFirstOrThrow();
    expect(JSON.stringify(read)).toBe(JSON.stringify(payload));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    await store.write('none', (transaction) =>
      transaction.audit({
        kind: 'test',
        accountId: null,
        actor: { type: 'system', id: 't' },
        before: '[1]',
        after: 2,
      }),
    );
    const audit = await store.read.selectFrom('audit_log').select(['before', 'after']).executeTakeFirst();
    expect(audit).toEqual({ before: '[1]', after: 2 });
  });

  it('name table, column and row when the text is corrupt, and quote none of it', async () => {
    await add('whole', true);
    await add('torn', true);
    overwrite(`update webhooks set enabled_events = '["secret' where id = 'torn'`);
    const failure = store.read
      .selectFrom('webhooks as w')
      .select('w.enabled_events as list')
      .orderBy('w.id')
      .execute();
    await expect(failure).rejects.toThrow(
      new Error("webhooks.enabled_events of the row with id torn isn't JSON"),
    );
    expect(
      await store.read.selectFrom('webhooks').select('enabled_events').where('id', '=', 'whole').execute(),
    ).toHaveLength(1);
  });
});

// PostgreSQL's type checks the text.
describe('a daemon with corrupt JSON', needsSqlite, () => {
  it('answers 500 for its message only, and runs the other jobs', async () => {
    const service = await launch();
    onTestFinished(() => service.stop());
    const { accountId, admin, mailbox } = await createTenant(service);
    for (const subject of ['torn', 'whole']) {
      await service.deliver({ from: 'ann@example.org', to: mailbox.address, subject, text: 'Hello' });
    }
    await service.drain();
    const { store } = service.daemon.context;
    const rows = await store.read
      .selectFrom('messages')
      .select(['id', 'subject'])
      .orderBy('subject')
      .execute();
    const [torn, whole] = rows.map(({ id }) => id);
    await store.write({ accounts: [SERVICE_ACCOUNT, accountId] }, async (transaction) => {
      await sql`update messages set scan = '{' where id = ${torn}`.execute(transaction.db);
      for (const domain_id of ['torn', 'whole']) {
        await transaction.schedule({
          kind: DOMAIN_CHECK,
          accountId: null,
          dueAt: transaction.now,
          payload: { domain_id },
        });
      }
      await sql`update jobs set payload = '{' where payload like '%"torn"%'`.execute(transaction.db);
    });
    const statuses = [torn, whole].map(
      async (id) => (await service.call(admin, api.getMessage, { id: id ?? '' })).status,
    );
    expect(await Promise.all(statuses)).toEqual([500, 200]);
    await service.drain();
    const jobs = await store.read
      .selectFrom('jobs')
      .select('last_error')
      .where('kind', '=', DOMAIN_CHECK)
      .execute();
    expect(jobs).toEqual([
      { last_error: expect.stringMatching(/^jobs\.payload of the row with id \S+ isn't JSON$/) },
    ]);
  });
});
