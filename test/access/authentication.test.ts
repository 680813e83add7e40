import { describe, expect, it, onTestFinished } from 'vitest';
import { PASSWORD_COST, setPasswordCost } from '../../daemon/access/password.ts';
import * as api from '../support/api.ts';
import { openHomeFile } from '../support/database-file.ts';
import { needsSqlite } from '../support/needs.ts';
import { createPerson, signIn } from '../support/people.ts';
import { processorTimeOfAll } from '../support/processor-time.ts';
import { startService, TEST_PASSWORD_COST } from '../support/service.ts';

describe('authentication of one request', () => {
  it.each([
    ['a key', 'api_keys', 'public_id', 'x'],
    ['a session', 'sessions', 'token_hash', Buffer.alloc(32)],
  ])('finds %s and its account through indexes', needsSqlite, async (_name, table, column, value) => {
    const service = await startService();
    const database = openHomeFile(service.home);
    const plan = database
      .prepare(
        `explain query plan select * from ${table} join accounts on accounts.id = ${table}.account_id
         where ${column} = ?`,
      )
      .all(value) as { detail: string }[];
    database.close();
    expect(plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'))).toEqual([]);
    expect(plan).toHaveLength(2);
  });

  it('hashes no password: twenty requests take less processor time than twenty log-ins', async () => {
    setPasswordCost(PASSWORD_COST);
    onTestFinished(() => setPasswordCost(TEST_PASSWORD_COST));
    const service = await startService();
    const { admin } = await createPerson(service);
    const person = await signIn(service);
    // Argon2 needs 19 MiB and some ten milliseconds of one core each time.
    const twenty = (call: () => Promise<unknown>) => Promise.all(Array.from({ length: 20 }, call));
    const logins = await processorTimeOfAll(() => twenty(() => signIn(service)));
    const byKey = await processorTimeOfAll(() => twenty(() => service.call(admin, api.getAccount)));
    const bySession = await processorTimeOfAll(() => twenty(() => person.call(api.getAccount)));
    expect(Math.max(byKey, bySession)).toBeLessThan(logins);
  });

  it('of a stored key without a role lets nobody in', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const { store } = service.daemon.context;
    await store.write('none', ({ db }) => db.updateTable('api_keys').set({ role: null }).execute());
    const reply = await service.call(admin, api.getCaller);
    expect([reply.status, reply.body.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});
