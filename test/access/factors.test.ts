import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { createPerson, newestCode, outbox, PASSWORD, type Person, signIn } from '../support/people.ts';
import { type Service, startService } from '../support/service.ts';

const PHONE = '+4915112345678';
const STEP = 30_000;

function codeFor(service: Service, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: service.clock.now() + steps * STEP });
}

function wait(service: Service, milliseconds: number): void {
  service.clock.moveTo(service.clock.now() + milliseconds);
}

interface Enabled {
  readonly recovery_codes: string[];
}

/** A signed-in person with an authenticator app; two steps pass, so that every code is fresh. */
async function withTotp(service: Service, person: Person): Promise<{ secret: string; codes: string[] }> {
  const setup = await person.call<{ secret: string; otpauth_url: string }>(
    'POST',
    '/v1/auth/mfa/totp/setup',
    {
      reauth_token: PASSWORD,
    },
  );
  const { secret } = setup.body;
  const enabled = await person.call<Enabled>('POST', '/v1/auth/mfa/totp/enable', {
    code: codeFor(service, secret),
    reauth_token: PASSWORD,
  });
  if (enabled.status !== 200) throw new Error(JSON.stringify(enabled.body));
  wait(service, 2 * STEP);
  return { secret, codes: enabled.body.recovery_codes };
}

/** A signed-in person whose second factor is text messages. */
async function withSms(service: Service, person: Person): Promise<string[]> {
  const proof = { reauth_token: PASSWORD };
  await person.call('POST', '/v1/auth/phone-change', { phone_number: PHONE, ...proof });
  const code = await newestCode(service, 'sms', PHONE);
  await person.call('POST', '/v1/auth/phone-change/confirm', { code });
  wait(service, 31_000);
  const enrolled = await person.call('POST', '/v1/auth/mfa/sms/enroll', proof);
  if (enrolled.status !== 200) throw new Error(JSON.stringify(enrolled.body));
  const confirmed = await person.call<Enabled>('POST', '/v1/auth/mfa/sms/confirm', {
    code: await newestCode(service, 'sms', PHONE),
  });
  wait(service, 31_000);
  return confirmed.body.recovery_codes;
}

async function challengeFor(service: Service, person: Person, scope: string, values: unknown) {
  const reply = await person.call<{ reauth_challenge: string; phone_number_masked: string }>(
    'POST',
    '/v1/auth/reauth/sms/send',
    { action_scope: scope, values },
  );
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return {
    reauth_challenge: reply.body.reauth_challenge,
    reauth_token: await newestCode(service, 'sms', PHONE),
  };
}

describe('an authenticator app', () => {
  it('is set up with proof, guards log-in and re-auth, and each of its codes works once', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const { secret, codes } = await withTotp(service, person);
    expect(new Set(codes).size).toBe(10);
    expect((await person.call('GET', '/v1/auth/me')).body).toMatchObject({ mfa_method: 'totp' });

    const login = (proof: Record<string, string>) =>
      service.call(null, 'POST', '/v1/auth/login', {
        email: 'person@example.com',
        password: PASSWORD,
        ...proof,
      });
    const bare = await login({});
    expect([bare.status, bare.body.code, bare.body.details]).toEqual([
      401,
      'MFA_REQUIRED',
      { method: 'totp' },
    ]);
    const code = codeFor(service, secret);
    expect((await login({ code })).status).toBe(200);
    expect((await login({ code })).body.code).toBe('UNAUTHORIZED');

    const change = (reauth_token: string) =>
      person.call('POST', '/v1/auth/password/change', {
        new_password: 'one more long evening',
        reauth_token,
      });
    const replayed = await change(code);
    expect([replayed.status, replayed.body.code, replayed.body.details]).toEqual([
      400,
      'REAUTH_INVALID_TOTP',
      { attempts_left: 4 },
    ]);
    expect((await change(PASSWORD)).body.code).toBe('REAUTH_INVALID_TOTP');
    const missing = await person.call('POST', '/v1/auth/password/change', {
      new_password: 'one more long evening',
    });
    expect([missing.status, missing.body.code, missing.body.details]).toEqual([
      403,
      'REAUTH_REQUIRED',
      { method: 'totp' },
    ]);
    expect((await change(codeFor(service, secret, 1))).body).toEqual({ status: 'changed' });
    expect((await change(codeFor(service, secret, 3))).body.code).toBe('REAUTH_INVALID_TOTP');
  });

  it('counts only after a right code of the secret that this session set up', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const enable = (who: Person, code: string) =>
      who.call('POST', '/v1/auth/mfa/totp/enable', { code, reauth_token: PASSWORD });
    expect((await enable(person, '123456')).body.code).toBe('VERIFICATION_CODE_EXPIRED');
    const setup = await person.call<{ secret: string; otpauth_url: string }>(
      'POST',
      '/v1/auth/mfa/totp/setup',
      {
        reauth_token: PASSWORD,
      },
    );
    expect(setup.body.otpauth_url).toMatch(/^otpauth:\/\/totp\/agentmail:person%40example\.com\?/);
    const wrong = await enable(person, codeFor(service, setup.body.secret, 10));
    expect(wrong.body.details).toEqual({ reason: 'code_invalid', attempts_left: 4 });
    const other = await signIn(service);
    expect((await enable(other, codeFor(service, setup.body.secret))).body.code).toBe(
      'VERIFICATION_CODE_EXPIRED',
    );
    const unproven = await person.call('POST', '/v1/auth/mfa/totp/enable', {
      code: codeFor(service, setup.body.secret),
    });
    expect(unproven.body.code).toBe('REAUTH_REQUIRED');
    expect((await person.call('GET', '/v1/auth/me')).body).toMatchObject({ mfa_method: 'none' });
    expect((await enable(person, codeFor(service, setup.body.secret))).body).toMatchObject({
      method: 'totp',
    });
  });

  it('can be left behind with a recovery code: once each, for this session, within a quarter of an hour', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const { codes } = await withTotp(service, person);
    const recover = (who: Person, recovery_code = '') =>
      who.call<{ grant: string }>('POST', '/v1/auth/mfa/recovery', { recovery_code });
    const first = await recover(person, codes[0]?.toUpperCase());
    expect(first.status).toBe(200);
    const again = await recover(person, codes[0]);
    expect([again.status, again.body.details]).toEqual([400, { reason: 'code_invalid', attempts_left: 4 }]);
    // A recovery code stands in for the app at log-in too.
    const other = await signIn(service, 'person@example.com', { password: PASSWORD, code: codes[1] ?? '' });
    const stolen = await other.call('POST', '/v1/auth/mfa/disable', { grant: first.body.grant });
    expect(stolen.body.code).toBe('REAUTH_INVALID_CHALLENGE');
    wait(service, 15 * 60_000);
    expect((await person.call('POST', '/v1/auth/mfa/disable', { grant: first.body.grant })).status).toBe(400);
    const second = await recover(person, codes[2]);
    const disabled = await person.call('POST', '/v1/auth/mfa/disable', { grant: second.body.grant });
    expect(disabled.body).toEqual({ status: 'disabled' });
    expect((await person.call('GET', '/v1/auth/me')).body).toMatchObject({ mfa_method: 'none' });
    await signIn(service);
    expect((await recover(person, codes[3])).status).toBe(400);
  });
});

describe('text messages as second factor', () => {
  it('need a phone, guard log-in, and prove exactly one action with exactly its values', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const early = await person.call('POST', '/v1/auth/mfa/sms/enroll', { reauth_token: PASSWORD });
    expect([early.status, early.body.code]).toEqual([409, 'CONFLICT']);
    const none = await person.call('POST', '/v1/auth/reauth/sms/send', {
      action_scope: 'mfa_change',
      values: {},
    });
    expect([none.status, none.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    await withSms(service, person);

    const proof = { email: 'person@example.com', password: PASSWORD };
    const bare = await service.call(null, 'POST', '/v1/auth/login', proof);
    expect(bare.body).toMatchObject({ code: 'MFA_REQUIRED', details: { method: 'sms' } });
    const { challenge } = bare.body.details as { challenge: string };
    const code = await newestCode(service, 'sms', PHONE);
    expect((await service.call(null, 'POST', '/v1/auth/login', { ...proof, code })).status).toBe(401);
    await signIn(service, 'person@example.com', { password: PASSWORD, code, challenge });
    wait(service, 31_000);

    const policy = '/v1/accounts/policy';
    await person.call('PATCH', policy, { custom_daily_send_limit: 5 });
    const values = { custom_daily_send_limit: 10 };
    const challengeAndCode = await challengeFor(service, person, 'account_policy_loosen', values);
    const loosen = (who: Person, body: object) => who.call('PATCH', policy, { ...body, ...challengeAndCode });
    const other = await (async () => {
      wait(service, 31_000);
      const again = await service.call(null, 'POST', '/v1/auth/login', proof);
      const second = again.body.details as { challenge: string };
      return signIn(service, 'person@example.com', {
        password: PASSWORD,
        code: await newestCode(service, 'sms', PHONE),
        challenge: second.challenge,
      });
    })();
    expect((await loosen(person, { custom_daily_send_limit: 11 })).body.code).toBe(
      'REAUTH_INVALID_CHALLENGE',
    );
    expect((await loosen(other, values)).body.code).toBe('REAUTH_INVALID_CHALLENGE');
    const elsewhere = await person.call('POST', '/v1/auth/mfa/disable', challengeAndCode);
    expect(elsewhere.body.code).toBe('REAUTH_INVALID_CHALLENGE');
    const half = await person.call('PATCH', policy, {
      ...values,
      reauth_token: challengeAndCode.reauth_token,
    });
    expect([half.status, half.body.code, half.body.details?.method]).toEqual([403, 'REAUTH_REQUIRED', 'sms']);
    expect((await loosen(person, values)).status).toBe(200);
    expect((await person.call('GET', policy)).body).toMatchObject(values);
  });

  it('prove once, however many requests bring the same proof at once', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    await withSms(service, person);
    const keys = await person.call<{ keys: { id: string }[] }>('GET', '/v1/accounts/api-keys');
    const key_id = keys.body.keys[0]?.id ?? '';
    const proof = await challengeFor(service, person, 'key_instruction_trust_enable', {
      enabled: true,
      key_id,
    });
    const enable = () =>
      person.call('POST', `/v1/accounts/api-keys/${key_id}/instruction-trust`, { enabled: true, ...proof });
    const tries = await Promise.all([enable(), enable(), enable()]);
    const codes = tries.map((reply) => reply.body.code ?? reply.status).sort();
    expect(codes).toEqual([200, 'REAUTH_INVALID_CHALLENGE', 'REAUTH_INVALID_CHALLENGE']);
  });

  it('expire after five minutes', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    await withSms(service, person);
    const proof = await challengeFor(service, person, 'mfa_change', {});
    wait(service, 5 * 60_000);
    const late = await person.call('POST', '/v1/auth/mfa/disable', proof);
    expect(late.body.code).toBe('REAUTH_INVALID_CHALLENGE');
    const fresh = await challengeFor(service, person, 'mfa_change', {});
    expect((await person.call('POST', '/v1/auth/mfa/disable', fresh)).body).toEqual({ status: 'disabled' });
  });

  it('give way to an app, and move with the phone', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const [code] = await withSms(service, person);
    const granted = await person.call<{ grant: string }>('POST', '/v1/auth/mfa/recovery', {
      recovery_code: code,
    });
    const moved = await person.call('POST', '/v1/auth/phone-change', {
      phone_number: '+4915187654321',
      grant: granted.body.grant,
    });
    expect(moved.body).toMatchObject({ phone_number_masked: '+*********4321' });
    const digits = await newestCode(service, 'sms', '+4915187654321');
    const wrong = await person.call('POST', '/v1/auth/phone-change/confirm', {
      code: digits === '000000' ? '000001' : '000000',
    });
    expect(wrong.body.details).toEqual({ reason: 'code_invalid', attempts_left: 4 });
    const confirmed = await person.call('POST', '/v1/auth/phone-change/confirm', { code: digits });
    expect(confirmed.body).toEqual({ verified: true, phone_number_masked: '+*********4321' });
    wait(service, 31_000);
    const bare = await service.call(null, 'POST', '/v1/auth/login', {
      email: 'person@example.com',
      password: PASSWORD,
    });
    expect(bare.body.code).toBe('MFA_REQUIRED');
    expect((await outbox(service, '?kind=sms'))[0]?.to).toBe('+4915187654321');
  });
});

describe('fresh re-auth by password', () => {
  it('locks after five wrong proofs in a quarter of an hour, also side by side', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    await service.call(admin, 'PATCH', '/v1/accounts/policy', { custom_daily_send_limit: 5 });
    const person = await signIn(service);
    const loosen = (reauth_token: string) =>
      person.call('PATCH', '/v1/accounts/policy', { custom_daily_send_limit: 10, reauth_token });
    const tries = await Promise.all(Array.from({ length: 8 }, () => loosen('not the password')));
    const wrong = tries.filter((reply) => reply.body.code === 'REAUTH_INVALID_PASSWORD');
    expect([wrong.length, wrong.every((reply) => reply.status === 400)]).toEqual([5, true]);
    const locked = await loosen(PASSWORD);
    expect([locked.status, locked.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(locked.body.details).toMatchObject({ reason: 'reauth_lockout' });
    expect(locked.headers.get('retry-after')).toBe(String(locked.body.details?.retry_after));
    wait(service, 15 * 60_000);
    expect((await loosen(PASSWORD)).status).toBe(200);
  });

  it('is impossible without any method', async () => {
    const service = await startService();
    await service.operator('POST', '/accounts', { email: 'keyonly@example.com' });
    await service.call(null, 'POST', '/v1/auth/login-code', { email: 'keyonly@example.com' });
    const email_code = await newestCode(service, 'email', 'keyonly@example.com');
    const person = await signIn(service, 'keyonly@example.com', { email_code });
    const setup = await person.call('POST', '/v1/auth/mfa/totp/setup', { reauth_token: 'x' });
    expect([setup.status, setup.body.code, setup.body.details]).toEqual([
      403,
      'REAUTH_REQUIRED',
      { method: 'none' },
    ]);
    // A phone can be added with a code by email, which is of no use once there is one.
    const sent = await person.call('POST', '/v1/auth/phone-change/email-code');
    expect(sent.status).toBe(200);
    const added = await person.call('POST', '/v1/auth/phone-change', {
      phone_number: PHONE,
      email_code: await newestCode(service, 'email', 'keyonly@example.com'),
    });
    expect(added.status).toBe(200);
    await person.call('POST', '/v1/auth/phone-change/confirm', {
      code: await newestCode(service, 'sms', PHONE),
    });
    expect((await person.call('POST', '/v1/auth/phone-change/email-code')).body.code).toBe('CONFLICT');
  });
});

describe('password and email', () => {
  it('change with proof and sign the other sessions out', async () => {
    const service = await startService();
    await createPerson(service);
    const [person, other] = [await signIn(service), await signIn(service)];
    for (const bad of ['short', 'person@example.com', 'x'.repeat(257)]) {
      const reply = await person.call('POST', '/v1/auth/password/change', {
        new_password: bad,
        reauth_token: PASSWORD,
      });
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    const changed = await person.call('POST', '/v1/auth/password/change', {
      new_password: 'one more long evening',
      reauth_token: PASSWORD,
    });
    expect(changed.body).toEqual({ status: 'changed' });
    expect((await person.call('GET', '/v1/auth/me')).status).toBe(200);
    expect((await other.call('GET', '/v1/auth/me')).status).toBe(401);
    await signIn(service, 'person@example.com', { password: 'one more long evening' });
  });

  it('are reset by a mailed token, once, ending all sessions and keeping the second factor', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    await withTotp(service, person);
    const ask = (email: string) => service.call(null, 'POST', '/v1/auth/password/reset-request', { email });
    const [known, unknown] = [await ask('person@example.com'), await ask('nobody@example.com')];
    expect(known.body).toEqual(unknown.body);
    const items = await outbox(service, '?purpose=password_reset');
    expect(items).toHaveLength(1);
    const token = /token is (\S+)/.exec(items[0]?.text ?? '')?.[1];
    const reset = (body: object) => service.call(null, 'POST', '/v1/auth/password/reset', body);
    expect((await reset({ token, new_password: 'short' })).body.code).toBe('VALIDATION_ERROR');
    expect((await reset({ token, new_password: 'one more long evening' })).body).toEqual({
      status: 'changed',
    });
    const again = await reset({ token, new_password: 'yet another evening' });
    expect([again.status, again.body.code]).toEqual([400, 'VERIFICATION_CODE_EXPIRED']);
    expect((await person.call('GET', '/v1/auth/me')).status).toBe(401);
    const login = await service.call(null, 'POST', '/v1/auth/login', {
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
      person.call('POST', '/v1/auth/email-change', { new_email, ...proof });
    expect((await start('taken@example.com')).body.code).toBe('CONFLICT');
    expect((await start('new@example.com', {})).body.code).toBe('REAUTH_REQUIRED');
    expect((await start('new@example.com')).body).toMatchObject({ status: 'code_sent' });
    const code = await newestCode(service, 'email', 'new@example.com');
    const confirmed = await person.call('POST', '/v1/auth/email-change/confirm', { code });
    expect(confirmed.body).toMatchObject({ email: 'new@example.com' });
    expect((await other.call('GET', '/v1/auth/me')).status).toBe(401);
    expect((await person.call('GET', '/v1/auth/me')).body).toMatchObject({ email: 'new@example.com' });
    expect(await outbox(service, '?purpose=alert&to=person@example.com')).toHaveLength(1);
    const soon = await start('newer@example.com');
    expect([soon.status, soon.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(soon.body.details?.retry_after).toBeGreaterThan(86_000);
    wait(service, 86_400_000);
    const later = await signIn(service, 'new@example.com');
    const next = await later.call('POST', '/v1/auth/email-change', {
      new_email: 'newer@example.com',
      reauth_token: PASSWORD,
    });
    expect(next.status).toBe(200);
  });
});

describe('keys on routes of people', () => {
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
    const service = await startService();
    const { admin } = await createPerson(service);
    const reply = await service.call(admin, 'POST', `/v1/auth/${route}`, '{"broken');
    expect([reply.status, reply.body.code]).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
  });
});
