import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { challengeFor, codeFor, PHONE, passTime, withSms, withTotp } from '../support/factors.ts';
import { createPerson, newestCode, outbox, PASSWORD, type Person, signIn } from '../support/people.ts';
import { codeOf, createMailbox, startService } from '../support/service.ts';

describe('an authenticator app', () => {
  it('is set up with proof, guards log-in and re-auth, and each of its codes works once', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const { secret, codes } = await withTotp(service, person);
    expect(new Set(codes).size).toBe(10);
    expect((await person.call(api.getCaller)).body).toMatchObject({ mfa_method: 'totp' });

    const login = (proof: Record<string, string>) =>
      service.call(null, api.login, { email: 'person@example.com', password: PASSWORD, ...proof });
    const bare = await login({});
    expect([bare.status, bare.body.code, bare.body.details]).toEqual([
      401,
      'MFA_REQUIRED',
      { method: 'totp' },
    ]);
    const code = codeFor(service, secret);
    expect((await login({ code })).status).toBe(200);
    expect((await login({ code })).body.code).toBe('UNAUTHORIZED');
    // Still tolerated by its age.
    passTime(service, 30_000);
    expect((await login({ code })).body.code).toBe('UNAUTHORIZED');

    const change = (reauth_token: string) =>
      person.call(api.changePassword, { new_password: 'one more long evening', reauth_token });
    const replayed = await change(code);
    expect([replayed.status, replayed.body.code, replayed.body.details]).toEqual([
      400,
      'REAUTH_INVALID_TOTP',
      { attempts_left: 4 },
    ]);
    expect((await change(PASSWORD)).body.code).toBe('REAUTH_INVALID_TOTP');
    const missing = await person.call(api.changePassword, { new_password: 'one more long evening' });
    expect([missing.status, missing.body.code, missing.body.details]).toEqual([
      403,
      'REAUTH_REQUIRED',
      { method: 'totp' },
    ]);
    expect((await change(codeFor(service, secret, 1))).body).toEqual({ status: 'changed' });
    expect((await change(codeFor(service, secret, 3))).body.code).toBe('REAUTH_INVALID_TOTP');
  });

  it.each([
    [-2, 'UNAUTHORIZED'],
    [-1, undefined],
    [0, undefined],
    [1, undefined],
    [2, 'UNAUTHORIZED'],
  ])('may be off by one step: a code of step %i', async (steps, refusal) => {
    const service = await startService();
    await createPerson(service);
    const { secret } = await withTotp(service, await signIn(service));
    const login = await service.call(null, api.login, {
      email: 'person@example.com',
      password: PASSWORD,
      code: codeFor(service, secret, steps),
    });
    expect(login.body.code).toBe(refusal);
  });

  it('counts only after a right code of the secret that this session set up', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const enable = (who: Person, code: string) => who.call(api.enableTotp, { code, reauth_token: PASSWORD });
    expect((await enable(person, '123456')).body.code).toBe('VERIFICATION_CODE_EXPIRED');
    const setup = await person.call(api.setUpTotp, { reauth_token: PASSWORD });
    expect(setup.body.otpauth_url).toMatch(/^otpauth:\/\/totp\/agentmail:person%40example\.com\?/);
    const wrong = await enable(person, codeFor(service, setup.body.secret, 10));
    expect(wrong.body.details).toEqual({ reason: 'code_invalid', attempts_left: 4 });
    const other = await signIn(service);
    expect((await enable(other, codeFor(service, setup.body.secret))).body.code).toBe(
      'VERIFICATION_CODE_EXPIRED',
    );
    const unproven = await person.call(api.enableTotp, { code: codeFor(service, setup.body.secret) });
    expect(unproven.body.code).toBe('REAUTH_REQUIRED');
    expect((await person.call(api.getCaller)).body).toMatchObject({ mfa_method: 'none' });
    expect((await enable(person, codeFor(service, setup.body.secret))).body).toMatchObject({
      method: 'totp',
    });
  });

  it('is set up once, however many requests confirm it at once', { tags: 'race' }, async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const setup = await person.call(api.setUpTotp, { reauth_token: PASSWORD });
    const body = { code: codeFor(service, setup.body.secret), reauth_token: PASSWORD };
    const enable = () => person.call(api.enableTotp, body);
    const replies = await Promise.all([enable(), enable()]);
    const codes = replies.map(({ status, body: { code } }) => code ?? status).sort();
    // The second request either finds the setup used up or, when its fresh proof is checked after the first
    // one committed, is asked for a code of the app instead of the password.
    expect([
      [200, 'VERIFICATION_CODE_EXPIRED'],
      [200, 'REAUTH_INVALID_TOTP'],
    ]).toContainEqual(codes);
    const audit = await service.operator(api.listAudit, { kind: 'account.mfa_method.changed' });
    expect(audit.body.entries).toHaveLength(1);
  });

  it('can be left behind with a recovery code: once each, for this session, within a quarter of an hour', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const { codes } = await withTotp(service, person);
    const recover = (who: Person, recovery_code = '') => who.call(api.recoverMfa, { recovery_code });
    const first = await recover(person, codes[0]?.toUpperCase());
    expect(first.status).toBe(200);
    const again = await recover(person, codes[0]);
    expect([again.status, again.body.details]).toEqual([400, { reason: 'code_invalid', attempts_left: 4 }]);
    // A recovery code stands in for the app at log-in too.
    const other = await signIn(service, 'person@example.com', { password: PASSWORD, code: codes[1] ?? '' });
    const stolen = await other.call(api.disableMfa, { grant: first.body.grant });
    expect(stolen.body.code).toBe('REAUTH_INVALID_CHALLENGE');
    passTime(service, 15 * 60_000);
    expect((await person.call(api.disableMfa, { grant: first.body.grant })).status).toBe(400);
    const second = await recover(person, codes[2]);
    const disabled = await person.call(api.disableMfa, { grant: second.body.grant });
    expect(disabled.body).toEqual({ status: 'disabled' });
    expect((await person.call(api.getCaller)).body).toMatchObject({ mfa_method: 'none' });
    await signIn(service);
    expect((await recover(person, codes[3])).status).toBe(400);
  });
});

it('switching off a second factor that is none leaves no trace', async () => {
  const service = await startService();
  await createPerson(service);
  const person = await signIn(service);
  const disable = (reauth_token: string) => person.call(api.disableMfa, { reauth_token });
  expect((await disable(PASSWORD)).body).toEqual({ status: 'disabled' });
  const { secret } = await withTotp(service, person);
  expect((await disable(codeFor(service, secret))).body).toEqual({ status: 'disabled' });
  expect((await disable(PASSWORD)).body).toEqual({ status: 'disabled' });
  const { body } = await service.operator(api.listAudit, { kind: 'account.mfa_method.changed' });
  expect(body.entries.map(({ after }) => after)).toEqual(['none', 'totp']);
});

describe('text messages as second factor', () => {
  it('need a phone, guard log-in, and prove exactly one action with exactly its values', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const early = await person.call(api.enrollSms, { reauth_token: PASSWORD });
    expect([early.status, early.body.code]).toEqual([409, 'CONFLICT']);
    const none = await person.call(api.sendReauthSms, { action_scope: 'mfa_change', values: {} });
    expect([none.status, none.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    await withSms(service, person);

    const proof = { email: 'person@example.com', password: PASSWORD };
    const bare = await service.call(null, api.login, proof);
    expect(bare.body).toMatchObject({ code: 'MFA_REQUIRED', details: { method: 'sms' } });
    const { challenge } = bare.body.details as { challenge: string };
    const code = await newestCode(service, 'sms', PHONE);
    expect((await service.call(null, api.login, { ...proof, code })).status).toBe(401);
    await signIn(service, 'person@example.com', { password: PASSWORD, code, challenge });
    passTime(service, 31_000);

    await person.call(api.updateAccountPolicy, { custom_daily_send_limit: 5 });
    const values = { custom_daily_send_limit: 10 };
    const challengeAndCode = await challengeFor(service, person, 'account_policy_loosen', values);
    const loosen = (who: Person, body: object) =>
      who.call(api.updateAccountPolicy, { ...body, ...challengeAndCode });
    const other = await (async () => {
      passTime(service, 31_000);
      const again = await service.call(null, api.login, proof);
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
    const elsewhere = await person.call(api.disableMfa, challengeAndCode);
    expect(elsewhere.body.code).toBe('REAUTH_INVALID_CHALLENGE');
    const half = await person.call(api.updateAccountPolicy, {
      ...values,
      reauth_token: challengeAndCode.reauth_token,
    });
    expect([half.status, half.body.code, half.body.details?.method]).toEqual([403, 'REAUTH_REQUIRED', 'sms']);
    expect((await loosen(person, values)).status).toBe(200);
    expect((await person.call(api.getAccountPolicy)).body).toMatchObject(values);
  });

  it('prove once, however many requests bring the same proof at once', { tags: 'race' }, async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    await withSms(service, person);
    const keys = await person.call(api.listApiKeys);
    const key_id = keys.body.keys[0]?.id ?? '';
    const proof = await challengeFor(service, person, 'key_instruction_trust_enable', {
      enabled: true,
      key_id,
    });
    const enable = () => person.call(api.setKeyInstructionTrust, { id: key_id, enabled: true, ...proof });
    const tries = await Promise.all([enable(), enable(), enable()]);
    const codes = tries.map((reply) => reply.body.code ?? reply.status).sort();
    expect(codes).toEqual([200, 'REAUTH_INVALID_CHALLENGE', 'REAUTH_INVALID_CHALLENGE']);
  });

  it('prove an action with an id in whatever case it is written', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const { id: mailbox_id } = await createMailbox(service, admin, 'helper');
    const person = await signIn(service);
    await withSms(service, person);
    const grant = {
      message_id: 'ABCDEF01-2345-7678-9ABC-DEF012345678',
      address_attestation: true,
      residual_ack_version: 'v1',
    };
    const proof = await challengeFor(service, person, 'trusted_source_grant', {
      ...grant,
      mailbox_id: mailbox_id.toUpperCase(),
    });
    const elsewhere = { ...grant, message_id: 'ABCDEF01-2345-7678-9ABC-DEF012345679', ...proof };
    expect((await person.call(api.grantTrustedSource, { id: mailbox_id, ...elsewhere })).body.code).toBe(
      'REAUTH_INVALID_CHALLENGE',
    );
    // The proof is right; there is no such message.
    const proven = await person.call(api.grantTrustedSource, { id: mailbox_id, ...grant, ...proof });
    expect(codeOf(proven)).toEqual([422, 'TRUSTED_SOURCE_ANCHOR_NOT_ELIGIBLE']);
  });

  it('prove the action that they were asked for, and no other with the same values', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    await withSms(service, person);
    const proof = await challengeFor(service, person, 'password_change', {});
    const other = await person.call(api.disableMfa, proof);
    expect(other.body.code).toBe('REAUTH_INVALID_CHALLENGE');
  });

  it('expire after five minutes', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    await withSms(service, person);
    const proof = await challengeFor(service, person, 'mfa_change', {});
    passTime(service, 5 * 60_000);
    const late = await person.call(api.disableMfa, proof);
    expect(late.body.code).toBe('REAUTH_INVALID_CHALLENGE');
    const fresh = await challengeFor(service, person, 'mfa_change', {});
    expect((await person.call(api.disableMfa, fresh)).body).toEqual({ status: 'disabled' });
  });

  it('give way to an app, and move with the phone', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const [code] = await withSms(service, person);
    const granted = await person.call(api.recoverMfa, { recovery_code: code ?? '' });
    const moved = await person.call(api.changePhone, {
      phone_number: '+4915187654321',
      grant: granted.body.grant,
    });
    expect(moved.body).toMatchObject({ phone_number_masked: '+*********4321' });
    const digits = await newestCode(service, 'sms', '+4915187654321');
    const wrong = await person.call(api.confirmPhoneChange, {
      code: digits === '000000' ? '000001' : '000000',
    });
    expect(wrong.body.details).toEqual({ reason: 'code_invalid', attempts_left: 4 });
    const confirmed = await person.call(api.confirmPhoneChange, { code: digits });
    expect(confirmed.body).toEqual({ verified: true, phone_number_masked: '+*********4321' });
    passTime(service, 31_000);
    const bare = await service.call(null, api.login, { email: 'person@example.com', password: PASSWORD });
    expect(bare.body.code).toBe('MFA_REQUIRED');
    expect((await outbox(service, { kind: 'sms' }))[0]?.to).toBe('+4915187654321');
  });
});
