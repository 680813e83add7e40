import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { cookieOf, createPerson, newestCode, PASSWORD, signIn } from '../support/people.ts';
import { type Service, startService } from '../support/service.ts';

const HOUR = 3_600_000;

/** When the newest session was used, which is noted after the reply. */
async function lastSeen({ daemon }: Service): Promise<number> {
  const sessions = daemon.context.store.read.selectFrom('sessions').select('last_seen_at');
  return (await sessions.orderBy('created_at', 'desc').executeTakeFirstOrThrow()).last_seen_at;
}

describe('sessions', () => {
  it('begin with the password, act with an admin authority of their own, and end with a log-out', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const me = await person.call(api.getCaller);
    expect(me.body).toMatchObject({ auth_method: 'session', role: 'admin', key_id: null });
    expect((await person.call(api.createMailbox, { name: 'desk' })).status).toBe(201);
    const list = await person.call(api.listSessions);
    expect(list.body.sessions).toMatchObject([{ current: true, address: '127.0.0.1' }]);
    const out = await person.call(api.logout);
    expect(out.body).toEqual({ status: 'logged_out' });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await person.call(api.getCaller)).body.code).toBe('UNAUTHORIZED');
  });

  it('give out a cookie that scripts and other sites cannot use, and store only its hash', async () => {
    const service = await startService();
    await createPerson(service);
    const reply = await service.call(null, api.login, { email: ' Person@Example.com ', password: PASSWORD });
    const cookie = reply.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^agentmail_session=[A-Za-z0-9_-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const rows = await service.daemon.context.store.read.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(cookieOf(reply).split('=')[1]);
  });

  it('mark the cookie Secure behind a proxy that speaks https', async () => {
    const service = await startService({ config: { trustedProxies: ['127.0.0.0/8'] } });
    await createPerson(service);
    const reply = await service.call(
      { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9, 127.0.0.2' } },
      api.login,
      { email: 'person@example.com', password: PASSWORD },
    );
    expect(reply.headers.get('set-cookie')).toContain('; Secure');
    const [row] = await service.daemon.context.store.read.selectFrom('sessions').select('address').execute();
    expect(row?.address).toBe('203.0.113.9');
  });

  it.each([
    ['203.0.113.9:555', '203.0.113.9'],
    ['203.0.113.9:555, 127.0.0.2:80', '203.0.113.9'],
    ['[2001:db8::9]:555', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['2001:db8::9', '2001:db8::9'],
    ['203.0.113.9:nonsense', '127.0.0.1'],
  ])('read the hop %s of a trusted proxy as %s', async (forwarded, address) => {
    const service = await startService({ config: { trustedProxies: ['127.0.0.0/8'] } });
    await createPerson(service);
    const proof = { email: 'person@example.com', password: PASSWORD };
    await service.call({ headers: { 'x-forwarded-for': forwarded } }, api.login, proof);
    const [row] = await service.daemon.context.store.read.selectFrom('sessions').select('address').execute();
    expect(row?.address).toBe(address);
  });

  it('do not believe X-Forwarded-For of a peer that is no trusted proxy', async () => {
    const service = await startService();
    await createPerson(service);
    const proof = { email: 'person@example.com', password: PASSWORD };
    await service.call({ headers: { 'x-forwarded-for': '203.0.113.9' } }, api.login, proof);
    const [row] = await service.daemon.context.store.read.selectFrom('sessions').select('address').execute();
    expect(row?.address).toBe('127.0.0.1');
  });

  it('end after twelve idle hours, and after seven days however busy', async () => {
    const service = await startService();
    await createPerson(service);
    const idle = await signIn(service);
    service.clock.moveTo(service.clock.now() + 12 * HOUR);
    expect((await idle.call(api.getCaller)).status).toBe(401);
    const busy = await signIn(service);
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      const now = service.clock.now() + 11 * HOUR;
      service.clock.moveTo(now);
      expect((await busy.call(api.getCaller)).status).toBe(200);
      await expect.poll(() => lastSeen(service)).toBeGreaterThanOrEqual(now);
    }
    service.clock.moveTo(service.clock.now() + 11 * HOUR);
    expect((await busy.call(api.getCaller)).status).toBe(401);
  });

  it('can be ended one by one, but not those of other accounts', async () => {
    const service = await startService();
    await createPerson(service);
    await createPerson(service, { email: 'other@example.com' });
    const [first, second, other] = [
      await signIn(service),
      await signIn(service),
      await signIn(service, 'other@example.com'),
    ];
    const list = await first.call(api.listSessions);
    const target = list.body.sessions.find((session) => !session.current)?.id ?? '';
    expect((await other.call(api.endSession, { id: target })).body.code).toBe('NOT_FOUND');
    expect((await second.call(api.getCaller)).status).toBe(200);
    expect((await first.call(api.endSession, { id: target })).body).toEqual({ status: 'revoked' });
    expect((await second.call(api.getCaller)).status).toBe(401);
    expect((await first.call(api.getCaller)).status).toBe(200);
  });

  it('are for people: a key gets SESSION_AUTH_REQUIRED', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    for (const [method, path] of [
      ['GET', '/v1/auth/sessions'],
      ['POST', '/v1/auth/logout'],
      ['DELETE', '/v1/auth/sessions/00000000-0000-0000-0000-000000000000'],
    ] as const) {
      const reply = await service.request(admin, `${method} ${path}`);
      expect([reply.status, reply.body.code]).toEqual([403, 'SESSION_AUTH_REQUIRED']);
    }
  });

  it('lose against a key that is sent too, even a wrong one', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const { cookie } = await signIn(service);
    const both = await service.call({ key: admin, headers: { cookie } }, api.getCaller);
    expect(both.body).toMatchObject({ auth_method: 'api_key' });
    const wrong = await service.call({ key: 'nonsense', headers: { cookie } }, api.getCaller);
    expect([wrong.status, wrong.body.code]).toEqual([401, 'UNAUTHORIZED']);
    const basic = await service.call(
      {
        headers: {
          cookie,
          authorization: 'Basic eDp5',
        },
      },
      api.getCaller,
    );
    expect([basic.status, basic.body.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('refuse changes that come from another site, before the role and the body are looked at', async () => {
    const service = await startService();
    await createPerson(service);
    const { cookie } = await signIn(service);
    const change = (headers: Record<string, string>) =>
      service.request(null, `POST /v1/mailboxes`, { body: '{"broken', headers: { cookie, ...headers } });
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://evil.example', 'x-requested-with': 'agentmail' },
      { 'x-requested-with': 'XMLHttpRequest' },
    ]) {
      const reply = await change(headers as Record<string, string>);
      expect([reply.status, reply.body.code, reply.body.details]).toEqual([
        403,
        'FORBIDDEN',
        { reason: 'cross_site' },
      ]);
    }
    const own = await change({ origin: service.daemon.runtime.http });
    expect(own.body.code).toBe('VALIDATION_ERROR');
    const read = await service.call({ headers: { cookie } }, api.getCaller);
    expect(read.status).toBe(200);
  });
});

describe('logging in', () => {
  it('answers a wrong password, an unknown email and an account without password alike', async () => {
    const service = await startService();
    await createPerson(service);
    await service.operator(api.operatorCreateAccount, { email: 'keyonly@example.com' });
    const answers = await Promise.all(
      ['person@example.com', 'nobody@example.com', 'keyonly@example.com'].map((email) =>
        service.call(null, api.login, { email, password: 'wrong password here' }),
      ),
    );
    expect(new Set(answers.map((reply) => JSON.stringify([reply.status, reply.body])))).toHaveProperty(
      'size',
      1,
    );
    expect(answers[0]?.body.code).toBe('UNAUTHORIZED');
  });

  it('blocks an email from an address after five failures, and lets nobody through until the window ends', async () => {
    const service = await startService();
    await createPerson(service);
    const attempt = (password: string) =>
      service.call(null, api.login, { email: 'person@example.com', password });
    const answers = await Promise.all(Array.from({ length: 9 }, () => attempt('wrong password here')));
    expect(answers.filter((reply) => reply.status === 401)).toHaveLength(5);
    const blocked = await attempt(PASSWORD);
    expect([blocked.status, blocked.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(blocked.body.details).toMatchObject({ reason: 'failed_authentication' });
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(890);
    service.clock.moveTo(service.clock.now() + 15 * 60_000);
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  it('takes no emailed code any more once the account has a password, though it was mailed before', async () => {
    const service = await startService();
    const email = 'keyonly@example.com';
    const { account_id: id } = (await service.operator(api.operatorCreateAccount, { email })).body;
    await service.call(null, api.sendLoginCode, { email });
    await service.drain();
    const code = await newestCode(service, 'email', email);
    const set = await service.operator(api.operatorSetPassword, { id, password: PASSWORD });
    expect(set.status).toBe(200);
    for (let time = 0; time < 3; time += 1) {
      const refused = await service.call(null, api.login, { email, email_code: code });
      expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHORIZED']);
    }
    await signIn(service, email, { password: PASSWORD });
  });

  it('takes an emailed code from an account without a password, once, and tells nobody which accounts these are', async () => {
    const service = await startService();
    await createPerson(service);
    await service.operator(api.operatorCreateAccount, { email: 'keyonly@example.com' });
    const ask = (email: string) => service.call(null, api.sendLoginCode, { email });
    const answers = [
      await ask('keyonly@example.com'),
      await ask('person@example.com'),
      await ask('nobody@example.com'),
    ];
    expect(new Set(answers.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    await service.drain();
    const items = await service.operator(api.listOutbox, { purpose: 'login_code' });
    expect(items.body.items).toHaveLength(1);
    const code = await newestCode(service, 'email', 'keyonly@example.com');
    await signIn(service, 'keyonly@example.com', { email_code: code });
    const again = await service.call(null, api.login, { email: 'keyonly@example.com', email_code: code });
    expect(again.body.code).toBe('UNAUTHORIZED');
  });

  it('refuses a page of another site', async () => {
    const service = await startService();
    await createPerson(service);
    const proof = { email: 'person@example.com', password: PASSWORD };
    const foreign = await service.call(
      {
        headers: {
          origin: 'https://evil.example',
        },
      },
      api.login,
      proof,
    );
    expect(foreign.body).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'cross_site' } });
    const own = await service.call(
      {
        headers: {
          origin: service.daemon.runtime.http,
        },
      },
      api.login,
      proof,
    );
    expect(own.status).toBe(200);
  });

  it('ends when the operator sets another password', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    expect(
      (await service.operator(api.operatorSetPassword, { id: 'person@example.com', password: 'short' })).body
        .code,
    ).toBe('VALIDATION_ERROR');
    expect(
      (
        await service.operator(api.operatorSetPassword, {
          id: 'person@example.com',
          password: 'person@example.com',
        })
      ).status,
    ).toBe(400);
    const changed = await service.operator(api.operatorSetPassword, {
      id: 'person@example.com',
      password: 'another long evening',
    });
    expect(changed.body).toEqual({ status: 'changed' });
    expect((await person.call(api.getCaller)).status).toBe(401);
    await signIn(service, 'person@example.com', { password: 'another long evening' });
  });
});
