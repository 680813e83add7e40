import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { PHONE, passTime, withTotp } from '../support/factors.ts';
import { createPerson, newestCode, outbox, PASSWORD, signIn } from '../support/people.ts';
import { codeOf, type Service, sharedService, startService, unchecked } from '../support/service.ts';

describe('fresh re-auth by password', () => {
  it('locks after five wrong proofs in a quarter of an hour, also side by side', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    await service.call(admin, api.updateAccountPolicy, { custom_daily_send_limit: 5 });
    const person = await signIn(service);
    const loosen = (reauth_token: string) =>
      person.call(api.updateAccountPolicy, { custom_daily_send_limit: 10, reauth_token });
    const tries = await Promise.all(Array.from({ length: 8 }, () => loosen('not the password')));
    const wrong = tries.filter((reply) => reply.body.code === 'REAUTH_INVALID_PASSWORD');
    expect([wrong.length, wrong.every((reply) => reply.status === 400)]).toEqual([5, true]);
    const locked = await loosen(PASSWORD);
    expect([locked.status, locked.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(locked.body.details).toMatchObject({ reason: 'reauth_lockout' });
    expect(locked.headers.get('retry-after')).toBe(String(locked.body.details?.retry_after));
    passTime(service, 15 * 60_000);
    expect((await loosen(PASSWORD)).status).toBe(200);
  });

  it('is impossible without any method', async () => {
    const service = await startService();
    await service.operator(api.operatorCreateAccount, { email: 'keyonly@example.com' });
    await service.call(null, api.sendLoginCode, { email: 'keyonly@example.com' });
    const email_code = await newestCode(service, 'email', 'keyonly@example.com');
    const person = await signIn(service, 'keyonly@example.com', { email_code });
    const setup = await person.call(api.setUpTotp, { reauth_token: 'x' });
    expect([setup.status, setup.body.code, setup.body.details]).toEqual([
      403,
      'REAUTH_REQUIRED',
      { method: 'none' },
    ]);
    // A phone can be added with a code by email, which is of no use once there is one.
    const sent = await person.call(api.sendPhoneChangeEmailCode);
    expect(sent.status).toBe(200);
    const added = await person.call(api.changePhone, {
      phone_number: PHONE,
      email_code: await newestCode(service, 'email', 'keyonly@example.com'),
    });
    expect(added.status).toBe(200);
    await person.call(api.confirmPhoneChange, { code: await newestCode(service, 'sms', PHONE) });
    expect((await person.call(api.sendPhoneChangeEmailCode)).body.code).toBe('CONFLICT');
  });
});

describe('password and email', () => {
  it('change with proof and sign the other sessions out', async () => {
    const service = await startService();
    await createPerson(service);
    const [person, other] = [await signIn(service), await signIn(service)];
    for (const bad of ['short', 'person@example.com', 'x'.repeat(257)]) {
      const reply = await person.call(api.changePassword, { new_password: bad, reauth_token: PASSWORD });
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    const changed = await person.call(api.changePassword, {
      new_password: 'one more long evening',
      reauth_token: PASSWORD,
    });
    expect(changed.body).toEqual({ status: 'changed' });
    expect((await person.call(api.getCaller)).status).toBe(200);
    expect((await other.call(api.getCaller)).status).toBe(401);
    await signIn(service, 'person@example.com', { password: 'one more long evening' });
  });

  it('are reset by a mailed token, once, ending all sessions and keeping the second factor', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    await withTotp(service, person);
    const ask = (email: string) => service.call(null, api.requestPasswordReset, { email });
    const [known, unknown] = [await ask('person@example.com'), await ask('nobody@example.com')];
    expect(known.body).toEqual(unknown.body);
    const items = await outbox(service, { purpose: 'password_reset' });
    expect(items).toHaveLength(1);
    const token = /token is (\S+)/.exec(items[0]?.text ?? '')?.[1];
    const reset = (body: object) => service.call(null, api.resetPassword, unchecked(body));
    expect((await reset({ token, new_password: 'short' })).body.code).toBe('VALIDATION_ERROR');
    expect((await reset({ token, new_password: 'one more long evening' })).body).toEqual({
      status: 'changed',
    });
    const again = await reset({ token, new_password: 'yet another evening' });
    expect([again.status, again.body.code]).toEqual([400, 'VERIFICATION_CODE_EXPIRED']);
    expect((await person.call(api.getCaller)).status).toBe(401);
    const login = await service.call(null, api.login, {
      email: 'person@example.com',
      password: 'one more long evening',
    });
    expect(login.body.code).toBe('MFA_REQUIRED');
  });

  it('moves to a confirmed address, tells the old one, and then rests for a day', async () => {
    const service = await startService();
    await createPerson(service);
    await createPerson(service, { email: 'taken@example.com' });
    const [person, other] = [await signIn(service), await signIn(service)];
    const start = (new_email: string, proof: object = { reauth_token: PASSWORD }) =>
      person.call(api.changeEmail, { new_email, ...proof });
    expect((await start('taken@example.com')).body.code).toBe('CONFLICT');
    expect((await start('new@example.com', {})).body.code).toBe('REAUTH_REQUIRED');
    expect((await start('new@example.com')).body).toMatchObject({ status: 'code_sent' });
    const code = await newestCode(service, 'email', 'new@example.com');
    const confirmed = await person.call(api.confirmEmailChange, { code });
    expect(confirmed.body).toMatchObject({ email: 'new@example.com' });
    expect((await other.call(api.getCaller)).status).toBe(401);
    expect((await person.call(api.getCaller)).body).toMatchObject({ email: 'new@example.com' });
    expect(await outbox(service, { purpose: 'alert', to: 'person@example.com' })).toHaveLength(1);
    const soon = await start('newer@example.com');
    expect([soon.status, soon.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(soon.body.details?.retry_after).toBeGreaterThan(86_000);
    passTime(service, 86_400_000);
    const later = await signIn(service, 'new@example.com');
    const next = await later.call(api.changeEmail, {
      new_email: 'newer@example.com',
      reauth_token: PASSWORD,
    });
    expect(next.status).toBe(200);
  });
});

describe('what was mailed for getting in', () => {
  const email = 'person@example.com';
  const tokenOf = async (service: Service) => {
    await service.call(null, api.requestPasswordReset, { email });
    const [item] = await outbox(service, { purpose: 'password_reset' });
    return /token is (\S+)/.exec(item?.text ?? '')?.[1];
  };
  const reset = (service: Service, token: string | undefined) =>
    service.call(null, api.resetPassword, { token: token ?? '', new_password: 'some other evening' });

  it('ends with the first password, whoever sets it', async () => {
    const service = await startService();
    await service.operator(api.operatorCreateAccount, { email });
    await service.call(null, api.sendLoginCode, { email });
    const email_code = await newestCode(service, 'email', email);
    const token = await tokenOf(service);
    await service.operator(api.operatorSetPassword, { id: email, password: PASSWORD });
    const login = await service.call(null, api.login, { email, email_code });
    expect(codeOf(login)).toEqual([401, 'UNAUTHORIZED']);
    expect((await reset(service, token)).body.code).toBe('VERIFICATION_CODE_EXPIRED');
    await signIn(service);
  });

  it('ends with the address that it went to', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const token = await tokenOf(service);
    await person.call(api.changeEmail, { new_email: 'new@example.com', reauth_token: PASSWORD });
    const code = await newestCode(service, 'email', 'new@example.com');
    await person.call(api.confirmEmailChange, { code });
    expect((await reset(service, token)).body.code).toBe('VERIFICATION_CODE_EXPIRED');
    await signIn(service, 'new@example.com');
  });
});

describe('keys on routes of people', () => {
  const service = sharedService();
  let admin: string;

  beforeAll(async () => {
    ({ admin } = await createPerson(service));
  });

  it.each([
    'password/change',
    'email-change',
    'email-change/confirm',
    'mfa/totp/setup',
    'mfa/totp/enable',
    'mfa/sms/enroll',
    'mfa/sms/confirm',
    'mfa/disable',
    'mfa/recovery',
    'phone-change',
    'phone-change/confirm',
    'phone-change/email-code',
  ])('get REAUTH_REQUIRES_SESSION from %s before the body is read', async (route) => {
    const reply = await service.request(admin, `POST /v1/auth/${route}`, { body: '{"broken' });
    expect([reply.status, reply.body.code]).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
  });
});
