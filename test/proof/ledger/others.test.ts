import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import * as api from '../../support/api.ts';
import type { InputOf } from '../../support/calls.ts';
import { createTenant, launch, type Service, type Tenant, unchecked } from '../../support/service.ts';

/** Refusals of the owner's surface and of customers' lists, mailboxes and keys. */

const NOBODY = 'nobody@example.com';
const UNKNOWN = randomUUID();

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await launch({
    clock: new SystemClock(),
    overrides: { lookup: async () => ['127.0.0.1'] },
  });
  tenant = await createTenant(service, { tier: 'pro' });
});
afterAll(() => service.stop());

type CodeOf = <E extends Endpoint>(endpoint: E, ...input: InputOf<E>) => Promise<string | undefined>;
const codeOf = async (call: Promise<{ body: { code?: string } }>) => (await call).body.code;
const call: CodeOf = (endpoint, ...input) => codeOf(service.call(tenant.admin, endpoint, ...input));
const operator: CodeOf = (endpoint, ...input) => codeOf(service.operator(endpoint, ...input));

describe('the owner of the machine', () => {
  it.each([
    ['GET', '/accounts?cursor=x', undefined, 'INVALID_CURSOR'],
    ['GET', '/audit?cursor=x', undefined, 'INVALID_CURSOR'],
    ['GET', '/domains?cursor=x', undefined, 'INVALID_CURSOR'],
    ['GET', '/jobs?cursor=x', undefined, 'INVALID_CURSOR'],
    ['GET', '/outbox?cursor=x', undefined, 'INVALID_CURSOR'],
    ['GET', `/audit?account=${NOBODY}`, undefined, 'NOT_FOUND'],
    ['GET', `/domains?account=${NOBODY}`, undefined, 'NOT_FOUND'],
    ['GET', `/outbox?account=${NOBODY}`, undefined, 'NOT_FOUND'],
    ['GET', `/accounts/${NOBODY}`, undefined, 'NOT_FOUND'],
    ['POST', `/accounts/${NOBODY}/api-keys`, { role: 'admin' }, 'NOT_FOUND'],
    ['POST', `/accounts/${NOBODY}/erase`, undefined, 'NOT_FOUND'],
    ['PUT', `/accounts/${NOBODY}/legal-hold`, { reason: 'asked for' }, 'NOT_FOUND'],
    ['PUT', `/accounts/${NOBODY}/password`, { password: 'a long and quiet evening' }, 'NOT_FOUND'],
    ['PATCH', `/domains/${UNKNOWN}`, { verified: true }, 'NOT_FOUND'],
    ['GET', `/outbox/${UNKNOWN}`, undefined, 'NOT_FOUND'],
    ['GET', `/outbox/${UNKNOWN}/raw`, undefined, 'NOT_FOUND'],
    ['POST', '/accounts', { email: 'owner@example.com' }, 'CONFLICT'],
    ['POST', '/accounts', { email: NOBODY, phone_number: '+5351234567' }, 'PHONE_COUNTRY_NOT_SUPPORTED'],
    ['POST', '/clock/advance', { seconds: 1 }, 'CONFLICT'],
  ])('%s %s', async (method, path, body, code) => {
    const { operatorToken } = service.daemon;
    expect(await codeOf(service.request(operatorToken, `${method} /operator/v1${path}`, { body }))).toBe(
      code,
    );
  });

  it('makes no key of an erased account, and verifies no domain that another account has', async () => {
    const gone = await createTenant(service, { email: 'gone@example.com', mailbox: 'gone' });
    const claim = async (admin: string) =>
      (await service.call(admin, api.createDomain, { domain: 'claimed.example' })).body.id;
    const [first, second] = [await claim(tenant.admin), await claim(gone.admin)];
    expect(await operator(api.operatorUpdateDomain, { id: first, verified: true })).toBeUndefined();
    expect(await operator(api.operatorUpdateDomain, { id: second, verified: true })).toBe('CONFLICT');
    expect(await operator(api.operatorEraseAccount, { id: gone.accountId })).toBeUndefined();
    expect(await operator(api.operatorCreateApiKey, { id: gone.accountId, role: 'admin' })).toBe('CONFLICT');
  });

  it('waits for no more than one backup, and hears that there is still work', async () => {
    let end = () => {};
    const work = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { dispatches } = service.daemon.context;
    dispatches.add(work);
    const [drained, ...backups] = await Promise.all([
      operator(api.drain, { timeout_seconds: 1 }),
      operator(api.createBackup),
      operator(api.createBackup),
    ]);
    dispatches.delete(work);
    end();
    expect(drained).toBe('SERVICE_UNAVAILABLE');
    expect(backups).toContain('CONFLICT');
  });
});

describe('a customer', () => {
  it('reads on with no cursor of another list', async () => {
    const { id } = tenant.mailbox;
    const filter = { aggregate: false, cursor: 'x' } as const;
    expect(await call(api.listBlockedSends, { mailboxId: id, ...filter })).toBe('INVALID_CURSOR');
    expect(await call(api.listBlockedArrivals, { id, ...filter })).toBe('INVALID_CURSOR');
  });

  it('gives a mailbox no name that nobody could write, and none of somebody else', async () => {
    expect(await call(api.createMailbox, { name: 'not a name' })).toBe('INVALID_NAME');
    const borrowed = { name: 'shop', display_name: 'agentmail support' };
    expect(await call(api.createMailbox, borrowed)).toBe('DISPLAY_NAME_INVALID');
  });

  it('gets no mailbox on servers that do not answer', async () => {
    await service.operator(api.updateSettings, { 'self_hosted.allow_private_hosts': true });
    const server = (name: string) => ({
      host: `${name}.own.example`,
      port: name === 'imap' ? 993 : 465,
      security: 'tls',
      username: 'agent@own.example',
      password: 'the right password',
    });
    const made = await service.call(
      tenant.admin,
      api.createDomain,
      unchecked({
        domain: 'own.example',
        transport_mode: 'self_hosted',
        self_hosted_config: { network_mode: 'public', smtp: server('smtp'), imap: server('imap') },
      }),
    );
    await service.operator(api.operatorUpdateDomain, { id: made.body.id, verified: true });
    const body = { name: 'sales', domain_id: made.body.id, self_hosted_imap_folder: 'Agents' };
    expect(await call(api.createMailbox, body)).toBe('SELF_HOSTED_PROBE_FAILED');
  });

  it('invites nobody again while the room of the trial is taken', async () => {
    const { store, random } = service.daemon.context;
    const { ramp, rampHours, total } = LIMITS.verifiedRecipients;
    const expired = random.id(1);
    await store.write({ account: tenant.accountId }, async ({ db, now }) => {
      await db
        .updateTable('accounts')
        .set({ tier: 'sandbox', created_at: now })
        .where('id', '=', tenant.accountId)
        .execute();
      for (let number = 0; number <= total; number++) {
        await db
          .insertInto('verified_recipients')
          .values({
            id: number === 0 ? expired : random.id(now),
            account_id: tenant.accountId,
            email: `person-${number}@example.org`,
            status: number === 0 ? 'pending' : 'confirmed',
            origin: 'link',
            token_hash: null,
            created_at: 1,
            expires_at: 1,
            confirmed_at: number === 0 ? null : now,
          })
          .execute();
      }
    });
    expect(ramp).toBeLessThan(total);
    expect(await call(api.resendConfirmation, { id: expired })).toBe('TIER_LIMIT');
    await store.write('none', ({ db, now }) =>
      db
        .updateTable('accounts')
        .set({ created_at: now - rampHours * 3_600_000 })
        .where('id', '=', tenant.accountId)
        .execute(),
    );
    expect(await call(api.resendConfirmation, { id: expired })).toBe('CONFLICT');
  });

  it('with a wrong secret is heard no more after some tries, even about health', async () => {
    const wrong = `${tenant.admin.split('.')[0]}.${'x'.repeat(43)}`;
    const codes: (string | undefined)[] = [];
    for (let time = 0; time <= LIMITS.wrongSecretsPerKey.limit; time++)
      codes.push(await codeOf(service.call(wrong, api.getHealth)));
    expect([codes[0], codes.at(-1)]).toEqual(['UNAUTHORIZED', 'RATE_LIMITED']);
  });
});
