import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as api from '../../../support/api.ts';
import { agentmail } from '../../../support/cli.ts';
import { ANN, providerScene } from '../../../support/far-provider.ts';
import { temporaryHome } from '../../../support/service.ts';
import { type PlanJson, setupDesk } from '../../../support/setup-desk.ts';

/** A mailbox of a file is never made at another address than its own. */

const PASSWORDS = {
  ANN_IMAP_PASSWORD: 'the right password',
  ANN_SMTP_PASSWORD: 'the right password',
};

/** A provider of mailboxes, and a key of an account that uses it. */
async function scene() {
  const provider = await providerScene();
  const folder = temporaryHome();
  mkdirSync(folder, { recursive: true });
  const { service, tenant } = provider;
  return {
    ...provider,
    write: (text: string) => {
      writeFileSync(join(folder, 'agentmail.yaml'), text);
      return join(folder, 'agentmail.yaml');
    },
    run: (argv: readonly string[], env: Record<string, string> = {}) =>
      agentmail(argv, { home: service.home, env: { AGENTMAIL_KEY: tenant.admin, ...env } }),
  };
}

test('a connected mailbox comes back with its address and servers', async () => {
  const { service, tenant, connect, write, run } = await scene();
  const id = await connect({ after: 'seen' });
  const exported = await run(['export']);
  expect(exported.stdout).not.toContain('the right password');
  const file = write(exported.stdout);
  expect((await run(['drift', file])).json<PlanJson>().changes).toEqual([]);

  await service.must(tenant.admin, api.removeConnection, { id });
  const plan = (await run(['plan', file])).json<PlanJson>();
  expect(plan.changes).toMatchObject([{ path: 'mailboxes.ann.connection', direction: 'loosen' }]);
  expect((await run(['apply', file, '--yes', '--tighten-only'])).exit).toBe(0);
  expect(await service.must(tenant.admin, api.getConnection, { id })).toMatchObject({
    state: 'disconnected',
  });
  expect((await run(['apply', file, '--yes'], PASSWORDS)).exit).toBe(0);
  expect(await service.must(tenant.admin, api.getConnection, { id })).toMatchObject({
    address: ANN,
    state: 'active',
    after: 'seen',
  });
  expect((await run(['plan', file])).exit).toBe(0);
});

test('a connected mailbox that is not there is connected, or nothing is made', async () => {
  const { service, tenant, settings, write, run } = await scene();
  const servers = Object.entries(settings()).map(([name, value]) =>
    typeof value === 'object'
      ? [name, { ...value, password: { env: `ANN_${name.toUpperCase()}_PASSWORD` } }]
      : [name, value],
  );
  const connection = Object.fromEntries(servers);
  const fileOf = (shape: object) =>
    write(JSON.stringify({ version: 1, mailboxes: { ann: { preset: 'guarded', connection: shape } } }));
  const refused = await run(['apply', fileOf({ address: ANN }), '--yes']);
  expect(refused.error()).toMatchObject({ code: 'SETUP_INVALID' });
  const wrong = await run(['apply', fileOf(connection), '--yes'], { ...PASSWORDS, ANN_SMTP_PASSWORD: 'no' });
  expect(wrong.error()).toMatchObject({ code: 'SELF_HOSTED_PROBE_FAILED' });
  const names = async () =>
    (await service.must(tenant.admin, api.listMailboxes)).mailboxes.map(({ name, address }) => [
      name,
      address,
    ]);
  expect((await names()).map(([name]) => name)).not.toContain('ann');

  const file = fileOf(connection);
  expect((await run(['apply', file, '--yes'], PASSWORDS)).exit).toBe(0);
  expect(await names()).toContainEqual(['ann', ANN]);
  expect((await run(['drift', file])).json<PlanJson>().changes).toEqual([]);
  const { password, ...imap } = connection.imap as Record<string, unknown>;
  const byToken = await run(['plan', fileOf({ ...connection, imap: { ...imap, token_program: 'google' } })]);
  expect(byToken.json<PlanJson>().changes).toMatchObject([
    {
      path: 'mailboxes.ann.connection',
      direction: 'loosen',
      fields: [{ after: { token_program: 'google' } }],
    },
  ]);
  const both = await run([
    'plan',
    fileOf({ ...connection, imap: { ...imap, password, token_program: 'google' } }),
  ]);
  expect(both.error()).toMatchObject({ code: 'SETUP_INVALID' });
  const moved = await run(['plan', fileOf({ ...connection, address: 'bob@firm.example' })]);
  expect(moved.error()).toMatchObject({ code: 'SETUP_INVALID', error: expect.stringContaining(ANN) });
});

test('a disconnected mailbox keeps its address and says so', async () => {
  const { service, tenant, connect, write, run } = await scene();
  const id = await connect();
  await service.must(tenant.admin, api.removeConnection, { id });
  const exported = await run(['export']);
  expect(exported.stdout).toContain('# the servers of ann, which is disconnected');
  expect((await run(['plan', write(exported.stdout)])).exit).toBe(0);
  const elsewhere = await setupDesk();
  const refused = await elsewhere.run(['apply', elsewhere.write(exported.stdout), '--yes']);
  expect([refused.exit, refused.error().code]).toEqual([4, 'SETUP_INVALID']);
});

test('a mailbox that is at another domain is refused', async () => {
  const desk = await setupDesk();
  const apply = (mailbox: string) =>
    desk.run([
      'apply',
      desk.write(`version: 1\ndomains: { firm.example: {} }\nmailboxes: { a: ${mailbox} }\n`),
    ]);
  expect((await apply('{}')).exit).toBe(0);
  expect((await apply('{ domain: null }')).exit).toBe(0);
  expect((await apply('{ domain: firm.example }')).error()).toMatchObject({
    code: 'SETUP_INVALID',
    error: "mailboxes.a: its address a@agentmail.localhost can't change: delete it, or use another name",
  });
});
