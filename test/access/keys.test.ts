import { describe, expect, it } from 'vitest';
import { authenticateKey } from '../../daemon/access/authenticate.ts';
import { rotateApiKey } from '../../daemon/access/rotate-key.ts';
import * as api from '../support/api.ts';
import { createPerson, PASSWORD, signIn } from '../support/people.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  type Service,
  startService,
  unchecked,
} from '../support/service.ts';

const KEYS = '/v1/accounts/api-keys';

interface Entry {
  readonly id: string;
  readonly prefix: string;
  readonly status: string;
  readonly role: string;
  readonly label: string | null;
  readonly mailbox_ids: string[];
  readonly instruction_trust_enabled: boolean;
  readonly revoked_by: string | null;
}

async function list(service: Service, key: string, query = ''): Promise<Entry[]> {
  const reply = await service.request<{ keys: Entry[] }>(key, `GET ${KEYS}${query}`);
  return reply.body.keys;
}

const make = (service: Service, key: string, body: object) =>
  service.call(key, api.createApiKey, unchecked(body));

describe('API keys', () => {
  it('are listed masked, revoked ones on request, and never with a secret', async () => {
    const service = await startService();
    const { admin, accountId } = await createPerson(service);
    const person = await signIn(service);
    const made = await make(service, admin, { role: 'admin', label: 'second' });
    expect((await person.call(api.revokeApiKey, { id: made.body.id })).body).toMatchObject({
      revoked_by: accountId,
    });
    expect(await list(service, admin)).toHaveLength(1);
    const all = await list(service, admin, '?include_revoked=true');
    expect(all).toMatchObject([
      { label: 'second', status: 'revoked', revoked_by: accountId },
      { label: null, status: 'active', revoked_by: null },
    ]);
    for (const { prefix } of all) expect(prefix).toMatch(/^am_live_[0-9A-Za-z]{4}\.\.\.$/);
    const text = JSON.stringify(all);
    for (const key of [admin, made.body.api_key]) expect(text).not.toContain(key.split('.')[1]);
    expect((await service.call(admin, api.revokeApiKey, { id: made.body.id })).body.code).toBe('NOT_FOUND');
  });

  it('are for active mailboxes', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const gone = await createMailbox(service, admin, 'gone');
    await service.call(admin, api.deleteMailbox, { id: gone.id });
    const reply = await make(service, admin, { role: 'agent', mailbox_ids: [mailbox.id, gone.id] });
    expect([reply.status, reply.body.details]).toEqual([404, { mailbox_ids: [gone.id] }]);
  });

  it('answer role mismatches with 422, unknown mailboxes with 404 and the ids', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    for (const body of [
      { role: 'agent' },
      { role: 'agent', mailbox_ids: [] },
      { role: 'admin', mailbox_ids: [mailbox.id] },
      { role: 'admin', mailbox_ids: [] },
    ]) {
      const reply = await make(service, admin, body);
      expect([reply.status, reply.body.code]).toEqual([422, 'VALIDATION_ERROR']);
    }
    for (const body of [
      {},
      { role: 'owner' },
      { role: 'agent', mailbox_ids: [mailbox.id, mailbox.id] },
      { role: 'admin', label: 'x'.repeat(101) },
    ]) {
      expect((await make(service, admin, body)).status).toBe(400);
    }
    const unknown = '00000000-0000-4000-8000-000000000000';
    const reply = await make(service, admin, { role: 'agent', mailbox_ids: [mailbox.id, unknown] });
    expect([reply.status, reply.body.details]).toEqual([404, { mailbox_ids: [unknown] }]);
  });

  it('never exceed ten active ones, however many are made at once', { tags: 'race' }, async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    for (let count = 1; count < 9; count++) await make(service, admin, { role: 'admin' });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => make(service, admin, { role: 'admin' })),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    const refused = replies.find((reply) => reply.status !== 201);
    expect([refused?.status, refused?.body.code, refused?.body.details?.reason]).toEqual([
      403,
      'FORBIDDEN',
      'key_cap',
    ]);
    expect(await list(service, admin)).toHaveLength(10);
    const rotated = await service.call(admin, api.rotateApiKey);
    expect(rotated.status).toBe(200);
    expect(await list(service, rotated.body.api_key)).toHaveLength(10);
  });

  it('stop working with the next request, while requests are in flight too', async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    const made = await make(service, admin, { role: 'admin' });
    const key = made.body.api_key;
    const flight = Array.from({ length: 50 }, () => service.call(key, api.listMailboxes));
    expect((await service.call(admin, api.revokeApiKey, { id: made.body.id })).status).toBe(200);
    expect((await service.call(key, api.listMailboxes)).body.code).toBe('API_KEY_REVOKED');
    for (const reply of await Promise.all(flight)) {
      expect([200, 401]).toContain(reply.status);
    }
  });

  it('let an agent key revoke itself and no other, whether it exists or not', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const made = await make(service, admin, { role: 'agent', mailbox_ids: [mailbox.id] });
    const agent = made.body.api_key;
    const [other] = await list(service, admin);
    for (const id of [other?.role === 'admin' ? other.id : '', '00000000-0000-4000-8000-000000000000']) {
      if (id === '') continue;
      expect((await service.call(agent, api.revokeApiKey, { id })).body.code).toBe('INSUFFICIENT_SCOPE');
    }
    expect((await service.call(agent, api.revokeApiKey, { id: 'nonsense' })).body.code).toBe(
      'VALIDATION_ERROR',
    );
    expect((await service.call(agent, api.revokeApiKey, { id: made.body.id })).status).toBe(200);
    expect((await service.call(agent, api.getCaller)).body.code).toBe('API_KEY_REVOKED');
  });
});

describe('rotation', () => {
  it('by a key revokes that key alone, keeps its label, and leaves agent keys', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const agent = await createAgent(service, admin, mailbox.id);
    const labelled = (await make(service, admin, { role: 'admin', label: 'ci' })).body.api_key;
    const rotated = await service.call(labelled, api.rotateApiKey);
    expect((await service.call(labelled, api.getCaller)).body.code).toBe('API_KEY_REVOKED');
    for (const key of [admin, agent, rotated.body.api_key]) {
      expect((await service.call(key, api.getCaller)).status).toBe(200);
    }
    expect((await list(service, admin)).map((entry) => entry.label)).toContain('ci');
  });

  it('by a session revokes all admin keys and no agent key', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const mailbox = await createMailbox(service, admin, 'helper');
    const agent = await createAgent(service, admin, mailbox.id);
    const second = (await make(service, admin, { role: 'admin', label: 'x' })).body.api_key;
    const person = await signIn(service);
    const rotated = await person.call(api.rotateApiKey);
    for (const key of [admin, second]) {
      expect((await service.call(key, api.getCaller)).body.code).toBe('API_KEY_REVOKED');
    }
    expect((await service.call(agent, api.getCaller)).status).toBe(200);
    expect(await list(service, rotated.body.api_key)).toMatchObject([
      { role: 'admin', label: null },
      { role: 'agent' },
    ]);
  });

  it('twice at once succeeds once', { tags: 'race' }, async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    const replies = await Promise.all(Array.from({ length: 4 }, () => service.call(admin, api.rotateApiKey)));
    const won = replies.filter((reply) => reply.status === 200);
    expect(won).toHaveLength(1);
    for (const lost of replies.filter((reply) => reply.status !== 200)) {
      expect([lost.status, lost.body.code]).toEqual([401, 'API_KEY_REVOKED']);
    }
    expect(await list(service, won[0]?.body.api_key ?? '')).toHaveLength(1);
  });

  it('is refused to a request whose key was rotated after its authentication', { tags: 'race' }, async () => {
    const service = await startService();
    const { context } = service.daemon;
    const { admin } = await createTenant(service);
    const principal = await authenticateKey(context, `Bearer ${admin}`, '127.0.0.1');
    const [first, second] = await Promise.allSettled([
      rotateApiKey(context, principal),
      rotateApiKey(context, principal),
    ]);
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'API_KEY_REVOKED' } });
    const key = first.status === 'fulfilled' ? first.value.api_key : '';
    expect(await list(service, key)).toHaveLength(1);
  });

  it('by a session without admin keys to revoke needs room for one more key', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const mailbox = await createMailbox(service, admin, 'helper');
    const person = await signIn(service);
    const agents = Array.from({ length: 9 }, () => createAgent(service, admin, mailbox.id));
    await Promise.all(agents);
    const own = (await list(service, admin)).find(({ role }) => role === 'admin');
    await person.call(api.revokeApiKey, { id: own?.id ?? '' });
    const last = await person.call(api.createApiKey, { role: 'agent', mailbox_ids: [mailbox.id] });
    expect(last.status).toBe(201);
    const rotated = await person.call(api.rotateApiKey);
    expect([rotated.status, rotated.body.details]).toMatchObject([403, { reason: 'key_cap' }]);
  });
});

describe('bindings', () => {
  it('are replaced as a set and hold from the next request on', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const second = await createMailbox(service, admin, 'second');
    const made = await make(service, admin, { role: 'agent', label: 'bot', mailbox_ids: [mailbox.id] });
    const changed = await service.call(admin, api.updateApiKey, {
      id: made.body.id,
      mailbox_ids: [second.id],
    });
    expect(changed.body).toEqual({
      id: made.body.id,
      role: 'agent',
      label: 'bot',
      mailbox_ids: [second.id],
    });
    const agent = made.body.api_key;
    expect((await service.call(agent, api.getMailbox, { id: mailbox.id })).status).toBe(404);
    expect((await service.call(agent, api.getMailbox, { id: second.id })).status).toBe(200);
    await service.call(admin, api.deleteMailbox, { id: 'second' });
    const quota = await service.call(agent, api.getQuota);
    expect(quota.body).toMatchObject({ scope: 'agent', bound_mailbox_ids: [] });
  });

  it('refuse admin keys, empty sets, unknown keys and mailboxes', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const made = await make(service, admin, { role: 'agent', mailbox_ids: [mailbox.id] });
    const adminKey = (await list(service, admin)).find((entry) => entry.role === 'admin');
    const patch = async (id: string, body: object) => {
      const reply = await service.call(admin, api.updateApiKey, unchecked({ id, ...body }));
      return `${reply.status} ${reply.body.code}`;
    };
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await patch(adminKey?.id ?? '', { mailbox_ids: [mailbox.id] })).toBe('422 VALIDATION_ERROR');
    expect(await patch(made.body.id, { mailbox_ids: [] })).toBe('422 VALIDATION_ERROR');
    expect(await patch(made.body.id, {})).toBe('400 VALIDATION_ERROR');
    expect(await patch(made.body.id, { mailbox_ids: [unknown] })).toBe('404 NOT_FOUND');
    expect(await patch(unknown, { mailbox_ids: [mailbox.id] })).toBe('404 NOT_FOUND');
    await service.call(admin, api.revokeApiKey, { id: made.body.id });
    expect(await patch(made.body.id, { mailbox_ids: [mailbox.id] })).toBe('404 NOT_FOUND');
    const agent = await createAgent(service, admin, mailbox.id);
    const byAgent = await service.call(agent, api.updateApiKey, { id: unknown, mailbox_ids: [] });
    expect(byAgent.body.code).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('the instruction-trust capability', () => {
  it('is given by a person with proof, taken by any admin or the key itself, and never copied', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const box = await createMailbox(service, admin, 'desk');
    const made = await make(service, admin, { role: 'agent', mailbox_ids: [box.id] });
    const agent = made.body.api_key;
    const other = await createAgent(service, admin, box.id);
    for (const [key, code] of [
      [admin, 'REAUTH_REQUIRES_SESSION'],
      [agent, 'REAUTH_REQUIRES_SESSION'],
      [other, 'INSUFFICIENT_SCOPE'],
    ] as const) {
      const reply = await service.call(key, api.setKeyInstructionTrust, { id: made.body.id, enabled: true });
      expect([reply.status, reply.body.code]).toEqual([403, code]);
    }
    const person = await signIn(service);
    expect(
      (await person.call(api.setKeyInstructionTrust, { id: made.body.id, enabled: true })).body.code,
    ).toBe('REAUTH_REQUIRED');
    const on = await person.call(api.setKeyInstructionTrust, {
      id: made.body.id,
      enabled: true,
      reauth_token: PASSWORD,
    });
    expect(on.body).toMatchObject({ id: made.body.id, instruction_trust_enabled: true });
    const off = await service.call(agent, api.setKeyInstructionTrust, { id: made.body.id, enabled: false });
    expect(off.body).toMatchObject({ instruction_trust_enabled: false });
    expect(
      (
        await service.call(admin, api.setKeyInstructionTrust, {
          id: '00000000-0000-4000-8000-000000000000',
          enabled: false,
        })
      ).body.code,
    ).toBe('NOT_FOUND');
  });
});
