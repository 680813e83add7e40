import { describe, expect, it } from 'vitest';
import { PAGE_SECRET_HEADER, SESSION_COOKIE } from '../../../shared/session-cookie.ts';
import * as api from '../../support/api.ts';
import type { Caller } from '../../support/calls.ts';
import { EventSource } from '../../support/event-source.ts';
import { codeFor, PHONE, withSms, withTotp } from '../../support/factors.ts';
import {
  cookieOf,
  createPerson,
  FROM_PAGE,
  newestCode,
  openPage,
  outbox,
  PASSWORD,
  signIn,
  signInToPage,
} from '../../support/people.ts';
import { reviewScenes } from '../../support/review-scene.ts';
import { codeOf, type Reply, sharedService, startService, unchecked } from '../../support/service.ts';

/**
 * Sessions of the page are bound to a secret of its origin. Browsers send a cookie to every port of a host,
 * and let every port set one, so a cookie proves nothing without the secret.
 */

const FROM_PROGRAM = { 'x-requested-with': 'agentmail' };
const NOT_THE_PAGE = [401, 'UNAUTHORIZED', 'page_secret'];
const secretOf = (text: string) => ({ [PAGE_SECRET_HEADER]: text });
const refusal = ({ status, body }: Reply<object>) => [status, body.code, body.details?.reason];

describe('a cookie of the page', () => {
  const service = sharedService();
  const newScene = reviewScenes(service);

  it.each([
    ['no secret', {}],
    ['another secret', secretOf('x'.repeat(43))],
    ['an empty secret', secretOf('')],
    ['a part of the secret', secretOf(FROM_PAGE[PAGE_SECRET_HEADER].slice(1))],
    ['the secret twice', secretOf(`${FROM_PAGE[PAGE_SECRET_HEADER]}, ${FROM_PAGE[PAGE_SECRET_HEADER]}`)],
  ])('is worthless to a program with %s', async (_name, secret) => {
    const { accountId, hold, stateOf, mailbox } = await newScene();
    const id = await hold('Numbers');
    const person = await openPage(service, accountId);
    const thief = { headers: { cookie: person.cookie, ...FROM_PROGRAM, ...secret } };
    for (const reply of [
      await service.call(thief, api.approveMessage, { id }),
      await service.call(thief, api.getMessage, { id }),
      await service.call(thief, api.waitForMessage, { id: mailbox.id, timeout: 1 }),
      await service.call(thief, api.logout),
      await service.request(thief, 'GET /v1/events'),
      await service.request(thief, `GET /v1/messages/${id}/attachments/0`),
      await service.request(thief, `POST /app/mail/${id}/frame`),
    ]) {
      expect(refusal(reply)).toEqual(NOT_THE_PAGE);
    }
    expect(await stateOf(id)).toBe('pending_review');
    expect((await person.call(api.approveMessage, { id })).status).toBe(200);
  });

  it('is kept alive by the page only', async () => {
    const { email } = await createPerson(service, { email: 'alive@example.com' });
    const person = await signInToPage(service, email);
    const other = await openPage(service, email);
    const pass = (hours: number) => service.clock.moveTo(service.clock.now() + hours * 3_600_000);
    pass(11);
    const thief = { headers: { cookie: person.cookie, ...FROM_PROGRAM } };
    expect(refusal(await service.call(thief, api.getCaller))).toEqual(NOT_THE_PAGE);
    // A use is noted after its answer, and before this change.
    expect((await other.call(api.createMailbox, { name: 'alive' })).status).toBe(201);
    pass(1);
    expect(refusal(await person.call(api.getCaller))).toEqual([401, 'UNAUTHORIZED', undefined]);
    expect((await other.call(api.getCaller)).status).toBe(200);
  });

  it('is stored beside a hash of the secret only', async () => {
    const { email } = await createPerson(service, { email: 'hashed@example.com' });
    await signInToPage(service, email);
    const rows = await service.daemon.context.store.read.selectFrom('sessions').selectAll().execute();
    const secret = Buffer.from(FROM_PAGE[PAGE_SECRET_HEADER]);
    for (const { page_secret_hash: hash } of rows) expect(hash?.includes(secret) ?? false).toBe(false);
    expect(rows.some(({ page_secret_hash: hash }) => hash?.length === 32)).toBe(true);
  });

  it('streams with the secret', async () => {
    const { accountId, hold } = await newScene();
    const { headers } = await openPage(service, accountId);
    const stream = await EventSource.open(service, null, {}, headers);
    const id = await hold('Streamed');
    await stream.until(() => stream.events.some(({ envelope }) => envelope.data.message_id === id));
    stream.close();
  });

  it('opens the HTML of a message at an address that the page requested', async () => {
    const { accountId, hold } = await newScene();
    const [id, other] = [
      await hold('One', { html: '<p>One.</p>' }),
      await hold('Two', { html: '<p>Two.</p>' }),
    ];
    const { headers, cookie } = await openPage(service, accountId);
    const addressOf = async (message: string) =>
      (await service.request<{ url: string }>({ headers }, `POST /app/mail/${message}/frame`)).body.url;
    const read = async (path: string, sent: Record<string, string>) =>
      (await service.request({ headers: sent }, `GET ${path}`)).status;
    const address = await addressOf(id);
    expect(await read(address, { cookie })).toBe(200);
    // A browser that has only the cookie, or only the address.
    expect(await read(`/app/mail/${id}/html`, { cookie })).toBe(401);
    expect(await read(address, {})).toBe(401);
    expect(await read(address, { cookie: (await openPage(service, accountId)).cookie })).toBe(401);
    const elsewhere = (await addressOf(other)).replace(other, id);
    expect(await read(elsewhere, { cookie })).toBe(401);
    service.clock.moveTo(service.clock.now() + 60_000);
    expect(await read(address, { cookie })).toBe(401);
    expect(await read(await addressOf(id), { cookie })).toBe(200);
  });
});

describe('a cookie that another program set', () => {
  const service = sharedService();

  it.each(['signIn', 'signInToPage'] as const)('is refused on the page (%s)', async (how) => {
    const mine = await createPerson(service, { email: `mine-${how}@example.com` });
    const evil = await createPerson(service, { email: `evil-${how}@example.com` });
    const { cookie } =
      how === 'signIn' ? await signIn(service, evil.email) : await signInToPage(service, evil.email);
    const page = { headers: { cookie, ...FROM_PROGRAM, ...secretOf('m'.repeat(43)) } };
    expect(refusal(await service.call(page, api.getCaller))).toEqual(NOT_THE_PAGE);
    expect(refusal(await service.call(page, api.createMailbox, { name: 'theirs' }))).toEqual(NOT_THE_PAGE);
    expect((await signInToPage(service, mine.email)).email).toBe(mine.email);
  });

  it('is refused beside the own one, and removed from the paths where it shadows it', async () => {
    const { email } = await createPerson(service, { email: 'two@example.com' });
    const person = await signInToPage(service, email);
    const evil = `${SESSION_COOKIE}=${'e'.repeat(43)}`;
    for (const cookie of [`${evil}; ${person.cookie}`, `${person.cookie}; a=b;${evil}`]) {
      for (const from of [FROM_PAGE, {}]) {
        const reply = await service.call({ headers: { cookie, ...FROM_PROGRAM, ...from } }, api.getCaller);
        expect(refusal(reply)).toEqual([401, 'UNAUTHORIZED', 'several_cookies']);
        const removed = reply.headers.getSetCookie();
        expect(removed.map((each) => /Path=([^;]+)/.exec(each)?.[1])).toEqual([
          ...['/v1', '/v1/', '/v1/auth', '/v1/auth/', '/v1/auth/me', '/v1/auth/me/'],
        ]);
        for (const each of removed) expect(each).toMatch(/^agentmail_session=; Max-Age=0; /);
      }
    }
    expect((await person.call(api.getCaller)).status).toBe(200);
  });

  it('is ignored beside a key', async () => {
    const { admin } = await createPerson(service, { email: 'keyed@example.com' });
    const cookie = `${SESSION_COOKIE}=a; ${SESSION_COOKIE}=b`;
    expect((await service.call({ key: admin, headers: { cookie } }, api.getCaller)).status).toBe(200);
  });
});

describe('every way to sign in on the page', () => {
  const service = sharedService();

  /** Asserts that a session answers to the page and not to its cookie. */
  async function expectBound(opened: Reply<object>): Promise<void> {
    const cookie = cookieOf(opened);
    const as = (headers: Record<string, string>): Caller => ({ headers: { cookie, ...headers } });
    expect(refusal(await service.call(as({}), api.getCaller))).toEqual(NOT_THE_PAGE);
    expect((await service.call(as(FROM_PAGE), api.getCaller)).status).toBe(200);
  }

  const logIn = (body: Record<string, string>) =>
    service.call({ headers: FROM_PAGE }, api.login, unchecked(body));

  it('binds the session: a password, also a new one', async () => {
    const { email } = await createPerson(service, { email: 'password@example.com' });
    await expectBound(await logIn({ email, password: PASSWORD }));
    await service.call({ headers: FROM_PAGE }, api.requestPasswordReset, { email });
    const [mail] = await outbox(service, { purpose: 'password_reset', to: email });
    const token = /token is (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await service.must({ headers: FROM_PAGE }, api.resetPassword, {
      token,
      new_password: 'another long evening',
    });
    await expectBound(await logIn({ email, password: 'another long evening' }));
  });

  it('binds the session: a mailed code', async () => {
    const email = 'code@example.com';
    await service.operator(api.operatorCreateAccount, { email });
    await service.call({ headers: FROM_PAGE }, api.sendLoginCode, { email });
    await expectBound(await logIn({ email, email_code: await newestCode(service, 'email', email) }));
  });

  it('binds the session: an authenticator app', async () => {
    const { email } = await createPerson(service, { email: 'totp@example.com' });
    const { secret } = await withTotp(service, await signInToPage(service, email));
    await expectBound(await logIn({ email, password: PASSWORD, code: codeFor(service, secret) }));
  });

  it('binds the session: a text message, and a recovery code', async () => {
    const { email } = await createPerson(service, { email: 'sms@example.com' });
    const [recovery = ''] = await withSms(service, await signInToPage(service, email));
    const asked = await logIn({ email, password: PASSWORD });
    expect(codeOf(asked)).toEqual([401, 'MFA_REQUIRED']);
    const challenge = String(asked.body.details?.challenge);
    const code = await newestCode(service, 'sms', PHONE);
    await expectBound(await logIn({ email, password: PASSWORD, code, challenge }));
    await expectBound(await logIn({ email, password: PASSWORD, code: recovery }));
  });

  it('binds the session: a sign-up', async () => {
    await expectBound(
      await service.call({ headers: FROM_PAGE }, api.dashboardSignUp, {
        email: 'new@example.com',
        password: PASSWORD,
        phone_number: '+4915112345679',
        accept_terms: true,
      }),
    );
  });

  it('takes no secret that it could not ask for again, and no link without one', async () => {
    const { email } = await createPerson(service, { email: 'malformed@example.com' });
    for (const secret of ['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}=`]) {
      const login = await service.call({ headers: secretOf(secret) }, api.login, {
        email,
        password: PASSWORD,
      });
      expect(codeOf(login)).toEqual([400, 'VALIDATION_ERROR']);
      expect(login.headers.get('set-cookie')).toBeNull();
    }
    const link = await service.must(service.daemon.operatorToken, api.operatorCreatePageLink, { id: email });
    const body = { token: new URL(link.url).hash.slice(1) };
    for (const headers of [{}, secretOf('short')]) {
      expect(codeOf(await service.request(null, 'POST /app/session', { body, headers }))).toEqual([
        400,
        'VALIDATION_ERROR',
      ]);
    }
    // The refusals didn't use the link up.
    const opened = await service.request(null, 'POST /app/session', { body, headers: FROM_PAGE });
    expect(opened.status).toBe(200);
  });

  it('leaves a session of the API what it was: a cookie', async () => {
    const { email } = await createPerson(service, { email: 'contract@example.com' });
    const { cookie } = await signIn(service, email);
    expect((await service.call({ headers: { cookie } }, api.getCaller)).status).toBe(200);
    const act = await service.call({ headers: { cookie, ...FROM_PROGRAM } }, api.createMailbox, {
      name: 'api',
    });
    expect(act.status).toBe(201);
  });
});

describe('behind TLS', () => {
  it("names the page's cookie so that no other port can set it", async () => {
    const service = await startService({ config: { trustedProxies: ['127.0.0.0/8'] } });
    const { email } = await createPerson(service);
    const tls = { 'x-forwarded-proto': 'https' };
    const opened = await service.call({ headers: { ...tls, ...FROM_PAGE } }, api.login, {
      email,
      password: PASSWORD,
    });
    expect(opened.headers.get('set-cookie')).toMatch(
      /^__Host-agentmail_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const cookie = cookieOf(opened);
    const page = (cookies: string) => ({
      headers: { ...tls, ...FROM_PAGE, ...FROM_PROGRAM, cookie: cookies },
    });
    expect((await service.call(page(cookie), api.getCaller)).status).toBe(200);
    // A cookie with the plain name, which a program without TLS can set, isn't looked at.
    expect((await service.call(page(`agentmail_session=evil; ${cookie}`), api.getCaller)).status).toBe(200);
    const plain = cookie.replace('__Host-', '');
    expect((await service.call(page(plain), api.getCaller)).status).toBe(401);
    const { body } = await service.request<{ url: string }>(
      page(cookie),
      'POST /app/mail/00000000-0000-4000-8000-000000000000/frame',
    );
    const framed = await service.request({ headers: { ...tls, cookie } }, `GET ${body.url}`);
    expect(codeOf(framed)).toEqual([404, 'NOT_FOUND']);
    const out = await service.call(page(cookie), api.logout);
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-agentmail_session=; Max-Age=0; .*Secure$/);
    const program = await service.call({ headers: tls }, api.login, { email, password: PASSWORD });
    expect(program.headers.get('set-cookie')).toMatch(/^agentmail_session=/);
  });
});
