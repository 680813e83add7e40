import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { codeFor, withTotp } from '../support/factors.ts';
import { createPerson, newestCode, outbox, PASSWORD, signIn } from '../support/people.ts';
import { launch, type Service, startService, temporaryHome, unchecked } from '../support/service.ts';

const PROXY = { trustedProxies: ['127.0.0.1'] };
const KEY_ONLY = 'keyonly@example.com';

function logIn(service: Service, body: Record<string, string>, address?: string) {
  const headers = address === undefined ? {} : { 'x-forwarded-for': address };
  return service.call({ headers }, api.login, unchecked(body));
}

/** Status and reason of attempts, one after the other. */
async function answersTo(service: Service, attempts: readonly [Record<string, string>, string][]) {
  const answers: string[] = [];
  for (const [body, address] of attempts) {
    const reply = await logIn(service, body, address);
    answers.push(`${reply.status} ${reply.body.code} ${reply.body.details?.reason ?? ''}`.trim());
  }
  return answers;
}

/** Two attempts from each of many addresses. */
function fromEverywhere(body: Record<string, string>, count: number): [Record<string, string>, string][] {
  return Array.from({ length: count }, (_, n) => [body, `203.0.113.${Math.floor(n / 2)}`]);
}

describe('failed log-ins', () => {
  it('are remembered over a restart, of emails with and without an account', async () => {
    const home = temporaryHome();
    const before = await launch({ home });
    const { clock } = before;
    await createPerson(before);
    const emails = ['person@example.com', 'nobody@example.com'];
    for (const email of emails) {
      for (let n = 0; n < 5; n++) {
        expect((await logIn(before, { email, password: 'wrong password here' })).status).toBe(401);
      }
    }
    await before.stop();
    const service = await startService({ home, clock });
    for (const email of emails) {
      const blocked = await logIn(service, { email, password: PASSWORD });
      expect([blocked.status, blocked.body.details?.reason]).toEqual([429, 'failed_authentication']);
    }
    service.clock.moveTo(service.clock.now() + 15 * 60_000);
    expect((await logIn(service, { email: 'person@example.com', password: PASSWORD })).status).toBe(200);
  });

  it('take the same rows of the database for every email', async () => {
    const service = await startService();
    const { store } = service.daemon.context;
    await createPerson(service);
    const rows = () =>
      store.read.selectFrom('throttles').select(['scope', 'attempts']).orderBy('scope').execute();
    const left: unknown[] = [];
    for (const email of ['person@example.com', 'nobody@example.com']) {
      for (const proof of [{ password: 'wrong password here' }, { email_code: '000000' }]) {
        await logIn(service, { email, ...proof });
      }
      left.push(await rows());
      await store.write('none', ({ db }) => db.deleteFrom('throttles').execute());
    }
    expect(left[0]).toHaveLength(3);
    expect(left[1]).toEqual(left[0]);
  });

  it('of one email are forgotten when its password changes, those of others are not', async () => {
    const service = await startService();
    await createPerson(service);
    const emails = ['person@example.com', 'nobody@example.com'];
    for (const email of emails) {
      for (let n = 0; n < 5; n++) await logIn(service, { email, password: 'wrong password here' });
    }
    await service.operator(api.operatorSetPassword, { id: 'person@example.com', password: PASSWORD });
    const [person, other] = await Promise.all(
      emails.map((email) => logIn(service, { email, password: PASSWORD })),
    );
    expect([person?.status, other?.status]).toEqual([200, 429]);
  });

  it('count an IPv6 /64 as one address', async () => {
    const service = await startService({ config: PROXY });
    const attempt = (address: string) =>
      logIn(service, { email: 'nobody@example.com', password: 'wrong password here' }, address);
    for (let n = 1; n <= 5; n++) expect((await attempt(`2001:db8:0:1::${n}`)).status).toBe(401);
    expect((await attempt('2001:db8:0:1:ffff::')).status).toBe(429);
    expect((await attempt('2001:db8:0:2::1')).status).toBe(401);
  });
});

describe('limits on addresses', () => {
  it.each([
    [
      'unknown keys',
      30,
      (service: Service, headers: Record<string, string>, n: number) =>
        service.call(
          { key: `am_live_${String(n).padStart(22, '0')}.${'x'.repeat(43)}`, headers },
          api.getCaller,
        ),
    ],
    [
      'sign-ups',
      5,
      (service: Service, headers: Record<string, string>, n: number) =>
        service.call({ headers }, api.signUp, {
          email: `new-${n}@example.com`,
          phone_number: `+49151123456${10 + n}`,
          accept_terms: true,
        }),
    ],
    [
      'requests for mail',
      3,
      (service: Service, headers: Record<string, string>) =>
        service.call({ headers }, api.resendVerification, { email: 'nobody@example.com' }),
    ],
  ])('take an IPv6 /64 as one: %s', async (_name, limit, ask) => {
    const service = await startService({ config: PROXY });
    const from = async (address: string, n: number) =>
      (await ask(service, { 'x-forwarded-for': address }, n)).status;
    for (let n = 0; n < limit; n++) expect(await from(`2001:db8:0:1::${n + 1}`, n)).toBeLessThan(429);
    expect(await from('2001:db8:0:1:ffff::1', 40)).toBe(429);
    expect(await from('2001:db8:0:2::1', 41)).toBeLessThan(429);
  });
});

describe('emailed codes', () => {
  it('cannot be guessed from many addresses, and the answers tell nobody which accounts have them', async () => {
    const service = await startService({ config: PROXY });
    await service.operator(api.operatorCreateAccount, { email: KEY_ONLY });
    await service.call(null, api.sendLoginCode, { email: KEY_ONLY });
    const code = await newestCode(service, 'email', KEY_ONLY);
    const wrong = code === '000000' ? '111111' : '000000';
    const guesses = (email: string) => answersTo(service, fromEverywhere({ email, email_code: wrong }, 22));
    const answers = await guesses(KEY_ONLY);
    expect(answers.slice(0, 20)).toEqual(Array(20).fill('401 UNAUTHORIZED'));
    expect(answers.slice(20)).toEqual(Array(2).fill('429 RATE_LIMITED failed_authentication'));
    expect(await guesses('nobody@example.com')).toEqual(answers);
    service.clock.moveTo(service.clock.now() + 3_600_000);
    expect((await guesses(KEY_ONLY)).at(0)).toBe('401 UNAUTHORIZED');
  });

  it('still let a person in where the account is signed in already', async () => {
    const service = await startService({ config: PROXY });
    await service.operator(api.operatorCreateAccount, { email: KEY_ONLY });
    const home = { 'x-forwarded-for': '2001:db8:0:1::1' };
    const ask = () => service.call({ headers: home }, api.sendLoginCode, { email: KEY_ONLY });
    const enter = async (address: string) => {
      const email_code = await newestCode(service, 'email', KEY_ONLY);
      return (await logIn(service, { email: KEY_ONLY, email_code }, address)).status;
    };
    await ask();
    expect(await enter('2001:db8:0:1::1')).toBe(200);
    await answersTo(service, fromEverywhere({ email: KEY_ONLY, email_code: 'x' }, 20));
    await ask();
    expect(await enter('203.0.113.200')).toBe(429);
    // A session of another account there is no reason to let more guesses through.
    await createPerson(service);
    const own = { email: 'person@example.com', password: PASSWORD };
    expect((await logIn(service, own, '203.0.113.200')).status).toBe(200);
    expect(await enter('203.0.113.200')).toBe(429);
    expect(await enter('2001:db8:0:1::2')).toBe(200);
    const { store, clock } = service.daemon.context;
    await store.write('none', ({ db }) =>
      db.updateTable('sessions').set({ expires_at: clock.now() }).execute(),
    );
    await ask();
    expect(await enter('2001:db8:0:1::2')).toBe(429);
  });
});

describe('second factors', () => {
  it('cannot be guessed from many addresses, until the password is changed', async () => {
    const service = await startService({ config: PROXY });
    await createPerson(service);
    await withTotp(service, await signIn(service));
    const guess = { email: 'person@example.com', password: PASSWORD, code: 'none' };
    const answers = await answersTo(service, fromEverywhere(guess, 21));
    expect(answers.slice(0, 20)).toEqual(Array(20).fill('401 UNAUTHORIZED'));
    expect(answers[20]).toBe('429 RATE_LIMITED failed_authentication');
    await service.operator(api.operatorSetPassword, { id: 'person@example.com', password: PASSWORD });
    const { code: _code, ...proof } = guess;
    expect((await logIn(service, proof, '203.0.113.99')).body.code).toBe('MFA_REQUIRED');
  });

  it('are not locked by wrong emailed codes, which need no password', async () => {
    const service = await startService({ config: PROXY });
    await createPerson(service);
    const { secret } = await withTotp(service, await signIn(service));
    const email = 'person@example.com';
    await answersTo(service, fromEverywhere({ email, email_code: '000000' }, 21));
    const right = { email, password: PASSWORD, code: codeFor(service, secret) };
    expect((await logIn(service, right, '203.0.113.99')).status).toBe(200);
  });
});

describe('mail that anyone may ask for', () => {
  it('is not sent again while a code is valid', async () => {
    const service = await startService();
    await service.operator(api.operatorCreateAccount, { email: KEY_ONLY });
    const codes = async () => (await outbox(service, { purpose: 'login_code' })).length;
    const ask = () => service.call(null, api.sendLoginCode, { email: KEY_ONLY });
    for (let n = 0; n < 2; n++) {
      expect((await ask()).status).toBe(200);
      expect(await codes()).toBe(1);
    }
  });

  it.each([
    ['/v1/auth/password/reset-request', 'person@example.com', 'password_reset'],
    ['/v1/auth/login-code', KEY_ONLY, 'login_code'],
    ['/v1/auth/resend-verification', 'new@example.com', 'verification_code'],
  ] as const)('%s answers before it looks for an account', async (path, email, purpose) => {
    const service = await startService();
    await createPerson(service);
    await service.operator(api.operatorCreateAccount, { email: KEY_ONLY });
    const number = { phone_number: '+4915112345678', accept_terms: true };
    await service.call(null, api.signUp, unchecked({ email: 'new@example.com', ...number }));
    service.clock.moveTo(service.clock.now() + 11 * 60_000);
    const mails = async () => (await outbox(service, { purpose })).length;
    const before = await mails();
    // The provider takes no mail until the test opens the gate.
    const provider = service.daemon.context.notices.email;
    const deliver = provider.deliver.bind(provider);
    const gate = Promise.withResolvers<void>();
    provider.deliver = async (...mail) => {
      await gate.promise;
      return deliver(...mail);
    };
    const answers = [];
    for (const address of ['nobody@example.com', email]) {
      answers.push(await service.request(null, `POST ${path}`, { body: { email: address } }));
    }
    gate.resolve();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await mails()).toBe(before + 1);
  });
});
