import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { temporaryHome } from '../../support/service.ts';
import { sharedTenantCli } from '../../support/tenant-cli.ts';

/* The hourly budget of list entries, which the owner of the machine may exceed. */

const { service, made } = sharedTenantCli();
const HOUR_MS = 3_600_000;

/** Well inside an hour, so that none ends while a test runs. */
beforeAll(() => service.clock.moveTo(Math.ceil(service.clock.now() / HOUR_MS) * HOUR_MS + 1000));

/** One entry is left of the hour. */
beforeEach(() =>
  service.daemon.context.store.write({ account: made.tenant.accountId }, async ({ db, now }) => {
    const row = { account_id: made.tenant.accountId, hour: Math.floor(now / HOUR_MS) };
    await db.deleteFrom('list_add_budget').execute();
    await db
      .insertInto('list_add_budget')
      .values({ ...row, count: LIMITS.listAddsPerHour - 1 })
      .execute();
  }),
);

function fileOf(...entries: string[]): string {
  const file = join(temporaryHome(), 'people.txt');
  writeFileSync(file, `${entries.join('\n')}\n`);
  return file;
}

test.each([
  ['allowlist import', []],
  ['suppressions import', []],
  ['senders import', ['--list', 'blocked']],
  ['senders import', ['--list', 'allowed']],
])('%s %j: the owner of the machine goes on', async (command, words) => {
  const file = fileOf('ann@example.org', 'bob@example.org', 'eve@example.org');
  const ran = await agentmail([...command.split(' '), file, ...words], {
    ...made.options,
    home: service.home,
  });
  expect(ran.exit).toBe(0);
  expect(ran.json()).toMatchObject({ added: 3, left: 0, resume_at: null });
  const { entries } = (await service.operator(api.listAudit)).body;
  expect(entries.map(({ kind }) => kind)).toContain('account.list_budget.renewed');
});

test('a caller who has a key only stops, and says what was taken', async () => {
  const file = fileOf('one@example.org', 'two@example.org');
  const ran = await agentmail(['allowlist', 'import', file], made.options);
  expect(ran.exit).toBe(8);
  expect(ran.json()).toMatchObject({ added: 1, left: 1, resume_at: expect.any(String) });
  const resumed = await agentmail(['allowlist', 'import', file, '--resume'], {
    ...made.options,
    env: { ...made.options.env, AGENTMAIL_URL: service.daemon.runtime.http },
  });
  expect(resumed.json()).toMatchObject({ added: 1, left: 1 });
});

test('a key cannot renew the budget', async () => {
  expect(
    (await service.call(made.tenant.admin, api.renewListBudget, { id: made.tenant.accountId })).status,
  ).toBe(401);
});

test('a dry run tells only others about the hours', async () => {
  const file = fileOf('ann@example.net');
  const own = await agentmail(['allowlist', 'import', file, '--dry-run'], {
    ...made.options,
    home: service.home,
  });
  const other = await agentmail(['allowlist', 'import', file, '--dry-run'], made.options);
  expect([own.json().hours, other.json().hours]).toEqual([0, 1]);
});

test('shows a person how far it is', async () => {
  const file = fileOf('far@example.org');
  const ran = await agentmail(['allowlist', 'import', file], { ...made.options, terminal: 80 });
  expect(ran.stderr).toContain('Importing: 0 of 1');
});
