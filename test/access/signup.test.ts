import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import {
  cookieOf,
  createPerson,
  newestCode,
  outbox,
  PASSWORD,
  personWith,
  signIn,
} from '../support/people.ts';
import {
  codeOf,
  createAgent,
  createMailbox,
  type Service,
  startService,
  unchecked,
} from '../support/service.ts';

const PHONE = '+4915112345678';
const EMAIL = 'new@example.com';

function signUp(service: Service, changes: Record<string, unknown> = {}) {
  return service.call(null, api.signUp, {
    email: EMAIL,
    phone_number: PHONE,
    accept_terms: true,
    ...changes,
  });
}

const verifyEmail = (service: Service, key: string, code: string) =>
  service.call(key, api.verifyEmail, { code });
const verifyPhone = (service: Service, key: string, code: string) =>
  service.call(key, api.verifyPhone, { code });
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

describe('sign-up', () => {
  it('locks the account until the email, then the phone is confirmed, and masks the number everywhere', async () => {
    const service = await startService();
    const reply = await signUp(service);
    expect([reply.status, reply.body]).toMatchObject([
      201,
      {
        verification_required: true,
        email_verification_required: true,
        phone_verification_required: true,
        sms_delivery_status: 'pending',
        phone_number_masked: '+*********5678',
      },
    ]);
    const key = reply.body.api_key;
    const protectedRead = () => service.call(key, api.listMailboxes);
    expect([(await protectedRead()).status, (await protectedRead()).body.code]).toEqual([
      403,
      'EMAIL_NOT_VERIFIED',
    ]);
    expect((await verifyPhone(service, key, '123456')).body.code).toBe('EMAIL_NOT_VERIFIED');
    const early = await service.call(key, api.resendPhoneVerification);
    expect([early.status, early.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    const unsupported = { phone_number: '+5351234567' };
    const corrected = await service.call(key, api.resendPhoneVerification, unsupported);
    expect(corrected.body.code).toBe('EMAIL_NOT_VERIFIED');
    expect(await outbox(service, { kind: 'sms' })).toEqual([]);

    const email = await verifyEmail(service, key, await newestCode(service, 'email', EMAIL));
    expect(email.body).toEqual({
      verified: true,
      sms_delivery_status: 'sent',
      phone_number_masked: '+*********5678',
    });
    expect([(await protectedRead()).status, (await protectedRead()).body.code]).toEqual([
      403,
      'PHONE_NOT_VERIFIED',
    ]);
    expect((await verifyEmail(service, key, '999999')).body).toMatchObject({
      sms_delivery_status: 'already_sent',
    });
    expect((await service.call(key, api.getCaller)).body).toMatchObject({
      status: 'pending_verification',
      tier: 'sandbox',
      email_verified: true,
      phone_verification_required: true,
      phone_verified: false,
      phone_number_masked: '+*********5678',
    });

    const phone = await verifyPhone(service, key, await newestCode(service, 'sms', PHONE));
    expect(phone.body).toEqual({ verified: true, phone_number_masked: '+*********5678' });
    expect((await protectedRead()).status).toBe(200);
    const me = await service.call(key, api.getCaller);
    expect(me.body).toMatchObject({
      status: 'active',
      phone_verified: true,
      phone_verification_required: false,
    });
    expect(JSON.stringify(me.body)).not.toContain(PHONE);
  });

  it('signs the person in when it comes from the dashboard, and needs a password there', async () => {
    const service = await startService();
    const body = { email: EMAIL, phone_number: PHONE, accept_terms: true };
    expect((await service.call(null, api.dashboardSignUp, unchecked(body))).status).toBe(400);
    const reply = await service.call(null, api.dashboardSignUp, unchecked({ ...body, password: PASSWORD }));
    expect(reply.status).toBe(201);
    const person = personWith(service, {
      accountId: reply.body.account_id,
      email: EMAIL,
      cookie: cookieOf(reply),
    });
    expect((await person.call(api.getCaller)).body).toMatchObject({
      has_password: true,
      mfa_method: 'none',
    });
    expect((await person.call(api.listMailboxes)).body.code).toBe('EMAIL_NOT_VERIFIED');
    expect((await person.call(api.logout)).status).toBe(200);
    const foreign = await service.call(
      {
        headers: {
          origin: 'https://evil.example',
        },
      },
      api.dashboardSignUp,
      unchecked(body),
    );
    expect(foreign.body).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'cross_site' } });
  });

  it('counts wrong codes, locks after five, and takes a new code after a resend', async () => {
    const service = await startService();
    const key = (await signUp(service)).body.api_key;
    const code = await newestCode(service, 'email', EMAIL);
    for (let left = 4; left >= 0; left--) {
      const wrong = await verifyEmail(service, key, wrongCode(code));
      expect([wrong.status, wrong.body.code, wrong.body.details]).toEqual([
        400,
        'VALIDATION_ERROR',
        { reason: 'code_invalid', attempts_left: left },
      ]);
    }
    const locked = await verifyEmail(service, key, code);
    expect([locked.status, locked.body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    await service.call(null, api.resendVerification, { email: EMAIL });
    expect((await verifyEmail(service, key, await newestCode(service, 'email', EMAIL))).status).toBe(200);
  });

  it('lets email codes expire after ten minutes, and sends nothing new while one is valid', async () => {
    const service = await startService();
    const key = (await signUp(service)).body.api_key;
    const first = await newestCode(service, 'email', EMAIL);
    const resend = (email: string) => service.call(null, api.resendVerification, { email });
    const [known, unknown] = [await resend(EMAIL), await resend('nobody@example.com')];
    expect(known.body).toEqual(unknown.body);
    expect(await outbox(service, { kind: 'email' })).toHaveLength(1);
    service.clock.moveTo(service.clock.now() + 10 * 60_000);
    expect((await verifyEmail(service, key, first)).body.code).toBe('VERIFICATION_CODE_EXPIRED');
    await resend(EMAIL);
    expect(await outbox(service, { kind: 'email' })).toHaveLength(2);
    const limited = await resend(EMAIL);
    expect([limited.status, limited.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await verifyEmail(service, key, await newestCode(service, 'email', EMAIL))).status).toBe(200);
  });

  it('takes only the newest phone code, for five minutes, and locks after five wrong ones', async () => {
    const service = await startService();
    const key = (await signUp(service)).body.api_key;
    await verifyEmail(service, key, await newestCode(service, 'email', EMAIL));
    const first = await newestCode(service, 'sms', PHONE);
    const resend = (body = {}) => service.call(key, api.resendPhoneVerification, body);
    const soon = await resend();
    expect([soon.status, soon.body.code]).toEqual([429, 'PHONE_VERIFICATION_RATE_LIMITED']);
    expect(soon.headers.get('retry-after')).toBe(String(soon.body.details?.retry_after));
    service.clock.moveTo(service.clock.now() + 30_000);
    const again = await resend();
    expect(again.body).toMatchObject({ phone_number_masked: '+*********5678' });
    expect(JSON.stringify(again.body)).not.toContain(PHONE);
    const superseded = await verifyPhone(service, key, first);
    expect([superseded.status, superseded.body.code]).toEqual([400, 'PHONE_VERIFICATION_EXPIRED']);
    const second = await newestCode(service, 'sms', PHONE);
    for (let tries = 0; tries < 5; tries++) {
      expect((await verifyPhone(service, key, wrongCode(second))).body.details).toMatchObject({
        reason: 'code_invalid',
      });
    }
    const locked = await verifyPhone(service, key, second);
    expect([locked.status, locked.body.code]).toEqual([429, 'PHONE_VERIFICATION_ATTEMPTS_EXCEEDED']);
    service.clock.moveTo(service.clock.now() + 30_000);
    const corrected = await resend({ phone_number: '+4915187654321' });
    expect(corrected.body).toMatchObject({ phone_number_masked: '+*********4321' });
    const third = await newestCode(service, 'sms', '+4915187654321');
    service.clock.moveTo(service.clock.now() + 5 * 60_000);
    expect((await verifyPhone(service, key, third)).body.code).toBe('PHONE_VERIFICATION_EXPIRED');
    await resend();
    expect((await verifyPhone(service, key, await newestCode(service, 'sms', '+4915187654321'))).status).toBe(
      200,
    );
    const late = await resend({ phone_number: PHONE });
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('limits text messages per phone and account in rolling windows', async () => {
    const service = await startService();
    const key = (await signUp(service)).body.api_key;
    await verifyEmail(service, key, await newestCode(service, 'email', EMAIL));
    const resend = async () => {
      service.clock.moveTo(service.clock.now() + 31_000);
      return service.call(key, api.resendPhoneVerification);
    };
    for (let sent = 1; sent < 5; sent++) expect((await resend()).status).toBe(200);
    const hourly = await resend();
    expect(hourly.body.code).toBe('PHONE_VERIFICATION_RATE_LIMITED');
    expect(hourly.body.details?.retry_after).toBeGreaterThan(3000);
    service.clock.moveTo(service.clock.now() + 3_600_000);
    for (let sent = 5; sent < 10; sent++) expect((await resend()).status).toBe(200);
    service.clock.moveTo(service.clock.now() + 3_600_000);
    const daily = await resend();
    expect(daily.body.details?.retry_after).toBeGreaterThan(60_000);
  });

  it.each([
    ['no phone', { phone_number: undefined }, 'VALIDATION_ERROR'],
    ['a national number', { phone_number: '015112345678' }, 'VALIDATION_ERROR'],
    ['an impossible number', { phone_number: '+49' }, 'VALIDATION_ERROR'],
    ['an unsupported country', { phone_number: '+989121234567' }, 'PHONE_COUNTRY_NOT_SUPPORTED'],
    ['a satellite number', { phone_number: '+881612345678' }, 'PHONE_COUNTRY_NOT_SUPPORTED'],
    ['unaccepted terms', { accept_terms: false }, 'VALIDATION_ERROR'],
    ['no address', { email: 'nobody' }, 'VALIDATION_ERROR'],
    ['a short password', { password: 'short' }, 'VALIDATION_ERROR'],
    ['its email as password', { password: EMAIL }, 'VALIDATION_ERROR'],
    ['an old version of the terms', { accept_web_risk_version: 'v1' }, 'VALIDATION_ERROR'],
  ])('refuses %s with 400', async (_name, changes, code) => {
    const service = await startService();
    const reply = await signUp(service, changes);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
  });

  it('refuses an email in use, and more than five sign-ups an hour from one address', async () => {
    const service = await startService();
    await signUp(service);
    expect((await signUp(service, { email: ' NEW@example.com ' })).body.code).toBe('CONFLICT');
    for (const n of [3, 4, 5])
      expect((await signUp(service, { email: `new${n}@example.com` })).status).toBe(201);
    const sixth = await signUp(service, { email: 'new6@example.com' });
    expect([sixth.status, sixth.body.code]).toEqual([429, 'RATE_LIMITED']);
  });

  it('can be closed, or need a code that a person hands out and that works once', async () => {
    const service = await startService();
    await createPerson(service);
    await service.operator(api.updateSettings, { 'access.signup': 'closed' });
    expect((await signUp(service)).body.code).toBe('SIGNUP_CLOSED');
    await service.operator(api.updateSettings, { 'access.signup': 'code' });
    expect((await signUp(service)).body.code).toBe('CLI_SIGNUP_CODE_REQUIRED');
    expect((await signUp(service, { cli_signup_code: 'am_cli_x' })).body.code).toBe(
      'CLI_SIGNUP_CODE_INVALID',
    );
    const person = await signIn(service);
    const issue = () => person.call(api.createCliSignupCode);
    const issued = await issue();
    expect([issued.status, issued.body.code]).toEqual([201, expect.stringMatching(/^am_cli_/)]);
    expect((await signUp(service, { cli_signup_code: issued.body.code })).status).toBe(201);
    const again = await signUp(service, { cli_signup_code: issued.body.code, email: 'b@example.com' });
    expect(again.body.code).toBe('CLI_SIGNUP_CODE_INVALID');
    const late = await issue();
    service.clock.moveTo(service.clock.now() + 30 * 60_000);
    const expired = await signUp(service, { cli_signup_code: late.body.code, email: 'c@example.com' });
    expect(expired.body.code).toBe('CLI_SIGNUP_CODE_INVALID');
  });

  it('issues codes to people only', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const reply = await service.call(admin, api.createCliSignupCode);
    expect([reply.status, reply.body.code]).toEqual([403, 'SESSION_AUTH_REQUIRED']);
  });

  it('needs no phone when the owner switched that factor off', async () => {
    const service = await startService();
    await service.operator(api.updateSettings, { 'access.phone_verification': 'off' });
    const reply = await signUp(service, { phone_number: undefined });
    expect(reply.body).toMatchObject({
      phone_verification_required: false,
      sms_delivery_status: 'not_required',
      phone_number_masked: null,
    });
    const verified = await verifyEmail(
      service,
      reply.body.api_key,
      await newestCode(service, 'email', EMAIL),
    );
    expect(verified.body).toMatchObject({ sms_delivery_status: 'not_required' });
    expect((await service.call(reply.body.api_key, api.listMailboxes)).status).toBe(200);
  });

  it('is complete for accounts that waited for their phone, once the owner switched that factor off', async () => {
    const service = await startService();
    const key = (await signUp(service)).body.api_key;
    const unconfirmed = (await signUp(service, { email: 'other@example.com' })).body.api_key;
    await verifyEmail(service, key, await newestCode(service, 'email', EMAIL));
    const read = (credential: string) => service.call(credential, api.listMailboxes);
    expect((await read(key)).body.code).toBe('PHONE_NOT_VERIFIED');
    await service.operator(api.updateSettings, { 'access.phone_verification': 'off' });
    expect((await read(key)).status).toBe(200);
    expect((await service.call(key, api.getCaller)).body).toMatchObject({
      status: 'active',
      phone_verification_required: false,
      phone_verified: false,
    });
    expect((await read(unconfirmed)).body.code).toBe('EMAIL_NOT_VERIFIED');
  });

  it('of an unverified account that the operator made goes the same way', async () => {
    const service = await startService();
    const made = await service.operator(api.operatorCreateAccount, {
      email: EMAIL,
      verified: false,
      phone_number: PHONE,
      tier: 'starter',
    });
    const key = made.body.api_key;
    expect((await service.call(key, api.listMailboxes)).body.code).toBe('EMAIL_NOT_VERIFIED');
    await verifyEmail(service, key, await newestCode(service, 'email', EMAIL));
    await verifyPhone(service, key, await newestCode(service, 'sms', PHONE));
    expect((await service.call(key, api.listMailboxes)).status).toBe(200);
  });

  it('of an unverified account without a number says that the phone is still to come', async () => {
    const service = await startService();
    const made = await service.operator(api.operatorCreateAccount, { email: EMAIL, verified: false });
    const key = made.body.api_key;
    const verified = await verifyEmail(service, key, await newestCode(service, 'email', EMAIL.toUpperCase()));
    expect(verified.body).toMatchObject({ sms_delivery_status: 'pending', phone_number_masked: null });
    expect((await service.call(key, api.listMailboxes)).body.code).toBe('PHONE_NOT_VERIFIED');
    await service.call(key, api.resendPhoneVerification, { phone_number: PHONE });
    await verifyPhone(service, key, await newestCode(service, 'sms', PHONE));
    expect((await service.call(key, api.listMailboxes)).status).toBe(200);
  });

  it('goes on where it was when the owner suspends the account and lets it go on', async () => {
    const service = await startService();
    const { account_id: id, api_key: key } = (await signUp(service)).body;
    const setStatus = async (status: string) =>
      (await service.operator(api.operatorUpdateAccount, unchecked({ id, status }))).body.status;
    const lock = async () => (await service.call(key, api.listMailboxes)).body.code;
    expect(await setStatus('suspended')).toBe('suspended');
    expect(await lock()).toBe('EMAIL_NOT_VERIFIED');
    service.clock.moveTo(service.clock.now() + 11 * 60_000);
    await service.call(null, api.resendVerification, { email: EMAIL });
    await verifyEmail(service, key, await newestCode(service, 'email', EMAIL));
    expect(await lock()).toBe('PHONE_NOT_VERIFIED');
    expect((await service.call(key, api.getCaller)).body).toMatchObject({
      status: 'suspended',
      phone_verification_required: true,
    });
    expect(await setStatus('active')).toBe('pending_verification');
    expect(await lock()).toBe('PHONE_NOT_VERIFIED');
    await setStatus('suspended');
    await verifyPhone(service, key, await newestCode(service, 'sms', PHONE));
    expect((await service.call(key, api.getCaller)).body).toMatchObject({ status: 'suspended' });
    expect(await lock()).toBeUndefined();
    expect(await setStatus('active')).toBe('active');
  });

  it('records a corrected number, without the number', async () => {
    const service = await startService();
    const { api_key: key, account_id: id } = (await signUp(service)).body;
    await verifyEmail(service, key, await newestCode(service, 'email', EMAIL));
    const resend = async (body = {}) => {
      service.clock.moveTo(service.clock.now() + 31_000);
      await service.call(key, api.resendPhoneVerification, body);
    };
    await resend();
    await resend({ phone_number: '+4915187654321' });
    const audit = await service.operator(api.listAudit, { account: id, kind: 'account.phone.changed' });
    expect(audit.body.entries).toMatchObject([{ actor_type: 'admin', after: '+*********4321' }]);
  });

  it('is over for an account in use: no key can name its phone, with or without phone verification', async () => {
    const service = await startService();
    const { api_key: admin } = (await service.operator(api.operatorCreateAccount, { email: EMAIL })).body;
    const mailbox = await createMailbox(service, admin, 'helper');
    const agent = await createAgent(service, admin, mailbox.id);
    for (const verification of ['on', 'off']) {
      await service.operator(api.updateSettings, unchecked({ 'access.phone_verification': verification }));
      for (const key of [admin, agent]) {
        for (const body of [{ phone_number: PHONE }, {}]) {
          const reply = await service.call(key, api.resendPhoneVerification, body);
          expect([...codeOf(reply), reply.body.details]).toEqual([
            409,
            'CONFLICT',
            { reason: 'signup_complete' },
          ]);
        }
      }
    }
    expect(await outbox(service, { kind: 'sms' })).toEqual([]);
    expect((await service.call(admin, api.getCaller)).body.phone_number_masked).toBe(null);
  });

  it('without phone verification leaves the number to be confirmed later, and not to be replaced by a key', async () => {
    const service = await startService();
    await service.operator(api.updateSettings, { 'access.phone_verification': 'off' });
    const key = (await signUp(service)).body.api_key;
    await verifyEmail(service, key, await newestCode(service, 'email', EMAIL));
    await service.operator(api.updateSettings, { 'access.phone_verification': 'on' });
    const resend = (body: object) => service.call(key, api.resendPhoneVerification, body);
    expect((await resend({ phone_number: '+4915187654321' })).body.code).toBe('CONFLICT');
    expect((await resend({})).body).toMatchObject({ phone_number_masked: '+*********5678' });
    await verifyPhone(service, key, await newestCode(service, 'sms', PHONE));
    expect((await service.call(key, api.getCaller)).body).toMatchObject({ phone_verified: true });
  });

  it('stores no code in readable form', async () => {
    const service = await startService();
    await signUp(service);
    const code = await newestCode(service, 'email', EMAIL);
    const rows = await service.daemon.context.store.read.selectFrom('challenges').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});
