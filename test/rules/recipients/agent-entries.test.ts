import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import {
  codeOf,
  createAgent,
  createTenant,
  setMailbox,
  sharedService,
  type Tenant,
} from '../../support/service.ts';

/** One agent could shut out a provider's users for the whole account, and nobody was told. */

const service = sharedService();
let tenant: Tenant;
let agent: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const strict = () => setMailbox(service, tenant, { agent_entries: 'strict' });
const block = (email: string, key = agent) => service.call(key, api.blockSender, { email });
const suppress = (email: string, key = agent) => service.call(key, api.addSuppression, { email });
const told = async () =>
  (await service.operator(api.listOutbox, { to: `owner${count}@example.com` })).body.items.filter(
    ({ subject }) => subject === 'An agent stopped mail for your account',
  );
const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `person${from + index}@example.org`);

describe('an agent', () => {
  it('blocks single senders only, in any mailbox; a person blocks a domain', async () => {
    for (let time = 0; time < 3; time += 1) {
      const refused = await block('@gmail.com');
      expect(codeOf(refused)).toEqual([403, 'INSUFFICIENT_SCOPE']);
      expect(refused.body).toMatchObject({ details: { reason: 'domain_entry' } });
    }
    const mixed = await service.call(agent, api.blockSenders, { emails: ['a@example.org', '@gmail.com'] });
    expect(codeOf(mixed)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect((await service.must(tenant.admin, api.listBlockedSenders)).blocklist).toEqual([]);
    expect(await told()).toEqual([]);
    expect((await block('a@example.org')).status).toBe(200);
    expect((await block('@gmail.com', tenant.admin)).status).toBe(200);
  });

  it('suppresses domains as the contract lets it, unless a mailbox of it is strict', async () => {
    expect((await suppress('@partner.example')).status).toBe(200);
    const second = await service.must(tenant.admin, api.createMailbox, { name: `second${count}` });
    const both = await service.must(tenant.admin, api.createApiKey, {
      role: 'agent',
      mailbox_ids: [tenant.mailbox.id, second.id],
    });
    await strict();
    expect(codeOf(await suppress('@gmail.com', both.api_key))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect((await suppress('@gmail.com', tenant.admin)).status).toBe(200);
  });

  it('adds a few a day, counted over all agents and lists, until people take some back', async () => {
    await strict();
    const limit = LIMITS.agentEntriesPerDay;
    expect((await service.call(agent, api.addSuppressions, { emails: many(0, limit - 1) })).status).toBe(200);
    expect((await block('one@example.net')).status).toBe(200);
    const other = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const over = await suppress('two@example.net', other);
    expect(codeOf(over)).toEqual([429, 'RATE_LIMITED']);
    expect(over.body).toMatchObject({ details: { reason: 'agent_entries', limit, remaining: 0 } });
    // An entry that exists costs nothing.
    expect((await suppress('person0@example.org', other)).status).toBe(200);
    expect((await suppress('two@example.net', tenant.admin)).status).toBe(200);
    await service.operator(api.advanceClock, { seconds: 24 * 3600 });
    expect((await suppress('three@example.net', other)).status).toBe(200);
  });

  it('is reported to the owner with its first entry and domain, and each time that there are ten times as many', async () => {
    await block('evil.one@example.org');
    const [first] = await told();
    expect(first).toBeDefined();
    await service.call(agent, api.addSuppressions, { emails: many(0, 8) });
    expect(await told()).toHaveLength(1);
    await suppress('tenth@example.org');
    expect(await told()).toHaveLength(2);
    await suppress('@partner.example');
    expect(await told()).toHaveLength(3);
    await suppress('@partner.example');
    await suppress('@other.example');
    expect(await told()).toHaveLength(3);
    expect((await suppress('by@person.example', tenant.admin)).status).toBe(200);
    expect(await told()).toHaveLength(3);
  });
});

it('lists entries by who added them, and takes back those of agents or of a key at once', async () => {
  const second = await createAgent(service, tenant.admin, tenant.mailbox.id);
  const { added_by_actor_id: key } = (await suppress('mine@example.org')).body;
  await suppress('others@example.org', second);
  await suppress('@person.example', tenant.admin);
  await block('blocked@example.org');
  const listed = async (added_by: string) =>
    (await service.must(tenant.admin, api.listSuppressions, { added_by })).suppressions.map(
      ({ email }) => email,
    );
  expect(await listed('agent')).toEqual(['others@example.org', 'mine@example.org']);
  expect(await listed(key ?? '')).toEqual(['mine@example.org']);
  expect(await listed('admin')).toEqual(['@person.example']);
  const env = { AGENTMAIL_KEY: tenant.admin, AGENTMAIL_URL: service.daemon.runtime.http };
  const run = (...words: string[]) => agentmail(words, { env });
  const one = await run('suppressions', 'undo', '--added-by', key ?? '');
  expect(one.json()).toEqual({ added_by: key, removed: ['mine@example.org'] });
  const all = await run('suppressions', 'undo', '--added-by', 'agent');
  expect(all.json()).toMatchObject({ removed: ['others@example.org'] });
  expect((await run('senders', 'undo', '--added-by', 'agent')).json()).toMatchObject({
    removed: ['blocked@example.org'],
  });
  expect((await run('suppressions', 'undo', '--added-by', 'agent')).json()).toMatchObject({ removed: [] });
  expect(await listed('admin')).toEqual(['@person.example']);
  const refused = await agentmail(['suppressions', 'undo', '--added-by', 'admin'], {
    env: { ...env, AGENTMAIL_KEY: agent },
  });
  expect(refused.error()).toMatchObject({ code: 'INSUFFICIENT_SCOPE', hint: 'Ask a person.' });
});
