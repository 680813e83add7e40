import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { newestCode, openSession, PASSWORD, type Person } from '../../support/people.ts';
import { createTenant, sharedService, type Tenant, unchecked } from '../../support/service.ts';

/** Refusals of sign-up, log-in, second factors, and changes of address and phone. */

const PHONE = '+4915112345678';
const NEW_PHONE = '+4915112345679';
/** Of a country that gets no text messages. */
const FAR_PHONE = '+5351234567';

const service = sharedService();
let tenant: Tenant;
let person: Person;
beforeAll(async () => {
  tenant = await createTenant(service, { email: 'ann@example.com', tier: 'pro' });
  person = await openSession(service, tenant.accountId);
});

const wait = (seconds: number) => service.clock.moveTo(service.clock.now() + seconds * 1000);
const post = async (path: string, body: object = {}) =>
  (await service.request(person, `POST /v1/auth/${path}`, { body })).body;
const publicPost = async (path: string, body: object) =>
  (await service.request(null, `POST /v1/auth/${path}`, { body })).body;
const setAccount = (columns: {
  mfa_method?: 'none' | 'totp' | 'sms';
  phone_number?: string | null;
  password_hash?: string | null;
}) =>
  service.daemon.context.store.write('none', ({ db }) =>
    db.updateTable('accounts').set(columns).where('id', '=', tenant.accountId).execute(),
  );

/** The code of the last of several tries. */
async function lastOf(times: number, call: () => Promise<{ code?: string }>): Promise<string | undefined> {
  let code: string | undefined;
  for (let time = 0; time < times; time++) ({ code } = await call());
  return code;
}

const other = (code: string) => (code === '000000' ? '000001' : '000000');
const proof = () => ({ reauth_token: PASSWORD });

describe('a sign-up by a person', () => {
  const signUp = (changes: object = {}) =>
    publicPost('signup', {
      email: 'new@example.com',
      phone_number: '+4915112345600',
      password: 'a long and quiet evening',
      accept_terms: true,
      ...changes,
    });
  const setting = (mode: string | null) =>
    service.operator(api.updateSettings, unchecked({ 'access.signup': mode }));

  it('is refused where it is closed, needs a code, is of another account or of a far country, and too often', async () => {
    await setting('closed');
    expect((await signUp()).code).toBe('SIGNUP_CLOSED');
    await setting('code');
    expect((await signUp()).code).toBe('CLI_SIGNUP_CODE_REQUIRED');
    expect((await signUp({ cli_signup_code: 'nobody made it' })).code).toBe('CLI_SIGNUP_CODE_INVALID');
    await setting(null);
    expect((await signUp({ phone_number: FAR_PHONE })).code).toBe('PHONE_COUNTRY_NOT_SUPPORTED');
    const taken = { email: 'ann@example.com' };
    expect((await signUp(taken)).code).toBe('CONFLICT');
    expect(await lastOf(5, () => signUp(taken))).toBe('RATE_LIMITED');
  });

  it('corrects no phone to one of a far country', async () => {
    const made = await service.operator(api.operatorCreateAccount, {
      email: 'late@example.com',
      verified: false,
      phone_number: '+4915112345601',
    });
    const key = made.body.api_key;
    await service.call(key, api.verifyEmail, {
      code: await newestCode(service, 'email', 'late@example.com'),
    });
    const body = { phone_number: FAR_PHONE };
    const corrected = await service.call(key, api.resendPhoneVerification, body);
    expect(corrected.body.code).toBe('PHONE_COUNTRY_NOT_SUPPORTED');
  });
});

describe('codes by mail', () => {
  it('are sent so often and no more', async () => {
    const email = { email: 'nobody@example.com' };
    expect(await lastOf(4, () => publicPost('login-code', email))).toBe('RATE_LIMITED');
    expect(await lastOf(4, () => publicPost('password/reset-request', email))).toBe('RATE_LIMITED');
  });

  it('for another address are tried five times, and are in vain once somebody else has it', async () => {
    await post('email-change', { new_email: 'next@example.com', ...proof() });
    const code = await newestCode(service, 'email', 'next@example.com');
    const confirm = (tried: string) => post('email-change/confirm', { code: tried });
    expect(await lastOf(6, () => confirm(other(code)))).toBe('TOO_MANY_ATTEMPTS');
    await post('email-change', { new_email: 'wanted@example.com', ...proof() });
    const good = await newestCode(service, 'email', 'wanted@example.com');
    await createTenant(service, { email: 'wanted@example.com', mailbox: 'wanted' });
    expect((await confirm(good)).code).toBe('CONFLICT');
  });

  it('for a first phone are tried five times, and end with their time', async () => {
    const { store } = service.daemon.context;
    const { password_hash } = await store.read
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', tenant.accountId)
      .executeTakeFirstOrThrow();
    await setAccount({ password_hash: null });
    const start = (email_code: string) => post('phone-change', { phone_number: PHONE, email_code });
    await post('phone-change/email-code');
    const code = await newestCode(service, 'email', 'ann@example.com');
    wait(601);
    expect((await start(code)).code).toBe('VERIFICATION_CODE_EXPIRED');
    await post('phone-change/email-code');
    const next = await newestCode(service, 'email', 'ann@example.com');
    expect(await lastOf(6, () => start(other(next)))).toBe('TOO_MANY_ATTEMPTS');
    await setAccount({ password_hash });
  });
});

describe('text messages', () => {
  it('go to countries that are supported, not twice at once, and their codes are tried five times', async () => {
    const change = (phone_number: string) => post('phone-change', { phone_number, ...proof() });
    expect((await change(FAR_PHONE)).code).toBe('PHONE_COUNTRY_NOT_SUPPORTED');
    expect((await change(PHONE)).code).toBeUndefined();
    expect((await change(PHONE)).code).toBe('PHONE_VERIFICATION_RATE_LIMITED');
    const code = await newestCode(service, 'sms', PHONE);
    const confirm = (tried: string) => post('phone-change/confirm', { code: tried });
    expect(await lastOf(6, () => confirm(other(code)))).toBe('PHONE_VERIFICATION_ATTEMPTS_EXCEEDED');
    wait(3601);
    await setAccount({ phone_number: NEW_PHONE });
    const enroll = () => post('mfa/sms/enroll', proof());
    expect((await enroll()).code).toBeUndefined();
    expect((await enroll()).code).toBe('PHONE_VERIFICATION_RATE_LIMITED');
    const second = await newestCode(service, 'sms', NEW_PHONE);
    const confirmed = () => post('mfa/sms/confirm', { code: other(second) });
    expect(await lastOf(6, confirmed)).toBe('PHONE_VERIFICATION_ATTEMPTS_EXCEEDED');
  });

  it('as a second factor are not sent twice at once either, for signing in or for proof', async () => {
    wait(3601);
    await setAccount({ mfa_method: 'sms', phone_number: PHONE });
    const login = () => service.call(null, api.login, { email: 'ann@example.com', password: PASSWORD });
    expect((await login()).body.code).toBe('MFA_REQUIRED');
    expect((await login()).body.code).toBe('PHONE_VERIFICATION_RATE_LIMITED');
    const send = { action_scope: 'mfa_change', values: {} };
    expect((await post('reauth/sms/send', send)).code).toBe('PHONE_VERIFICATION_RATE_LIMITED');
    await setAccount({ mfa_method: 'none' });
  });
});

describe('a second factor', () => {
  async function setUp(): Promise<() => string> {
    const { body } = await person.call(api.setUpTotp, proof());
    const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
    return () => totp.generate({ timestamp: service.clock.now() });
  }

  it('is not had without right proof, whatever proof it takes', async () => {
    const wrong = { reauth_token: '000000', reauth_challenge: 'nobody asked' };
    for (const [method, refusal] of [
      ['none', 'REAUTH_INVALID_PASSWORD'],
      ['totp', 'REAUTH_INVALID_TOTP'],
      ['sms', 'REAUTH_INVALID_CHALLENGE'],
    ] as const) {
      // Five wrong proofs in a quarter of an hour lock the account's gate.
      wait(16 * 60);
      await setAccount({ mfa_method: 'none', phone_number: PHONE });
      const code = await setUp();
      await setAccount({ mfa_method: method });
      const refused = [
        await post('mfa/totp/enable', { code: code(), ...wrong }),
        await post('mfa/sms/enroll', wrong),
      ];
      expect(refused.map((body) => body.code)).toEqual([refusal, refusal]);
    }
    await setAccount({ mfa_method: 'none' });
  });

  it('is not had by guessing: after five wrong codes its secret is of no use', async () => {
    const code = await setUp();
    const enable = (tried: string) => post('mfa/totp/enable', { code: tried, ...proof() });
    expect(await lastOf(5, () => enable(other(code())))).toBe('VALIDATION_ERROR');
    expect((await enable(code())).code).toBe('TOO_MANY_ATTEMPTS');
    const again = await setUp();
    expect((await enable(again())).code).toBeUndefined();
  });
});
