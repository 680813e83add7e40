import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { challengeFor, codeFor, passTime, withSms, withTotp } from '../support/factors.ts';
import { createPerson, newestCode, outbox, PASSWORD, type Person, signIn } from '../support/people.ts';
import { codeOf, type Reply, type Service, startService } from '../support/service.ts';

const COOLDOWN = 31_000;
const NEW_PHONE = '+4915187654321';

const changePhone = (person: Person, proof: object) =>
  person.call(api.changePhone, { phone_number: NEW_PHONE, ...proof });

/** A person whose second factor is text messages, and the recovery codes. */
async function personWithSms(): Promise<{ service: Service; person: Person; codes: string[] }> {
  const service = await startService();
  await createPerson(service);
  const person = await signIn(service);
  return { service, person, codes: await withSms(service, person) };
}

/**
 * Refused because of the text message that went out just now, and done a little later with the same proof.
 */
async function refusedThenDone(service: Service, act: () => Promise<Reply<object>>): Promise<void> {
  expect(codeOf(await act())).toEqual([429, 'PHONE_VERIFICATION_RATE_LIMITED']);
  passTime(service, COOLDOWN);
  expect((await act()).status).toBe(200);
}

describe('a proof is as good as before when what it was for is refused:', () => {
  it('a code by text message, for a new phone and for the factor', async () => {
    const { service, person } = await personWithSms();
    const proof = await challengeFor(service, person, 'phone_change', { phone_number: NEW_PHONE });
    await refusedThenDone(service, () => changePhone(person, proof));
    expect((await changePhone(person, proof)).body.code).toBe('REAUTH_INVALID_CHALLENGE');
    passTime(service, 3_600_000);
    const again = await challengeFor(service, person, 'mfa_change', {});
    await refusedThenDone(service, () => person.call(api.enrollSms, again));
  });

  it('the grant of a recovery', async () => {
    const { service, person, codes } = await personWithSms();
    await challengeFor(service, person, 'mfa_change', {});
    const recovered = await person.call(api.recoverMfa, { recovery_code: codes[0] ?? '' });
    const { grant } = recovered.body;
    await refusedThenDone(service, () => changePhone(person, { grant }));
    passTime(service, COOLDOWN);
    expect((await changePhone(person, { grant })).body.code).toBe('REAUTH_INVALID_CHALLENGE');
  });

  it('a code by email', async () => {
    const service = await startService();
    await service.operator(api.operatorCreateAccount, { email: 'keyonly@example.com' });
    await service.call(null, api.sendLoginCode, { email: 'keyonly@example.com' });
    const code = () => newestCode(service, 'email', 'keyonly@example.com');
    const person = await signIn(service, 'keyonly@example.com', { email_code: await code() });
    const proof = async () => {
      await person.call(api.sendPhoneChangeEmailCode);
      return { email_code: await code() };
    };
    expect((await changePhone(person, await proof())).status).toBe(200);
    const second = await proof();
    await refusedThenDone(service, () => changePhone(person, second));
    expect((await changePhone(person, second)).body.code).toBe('VERIFICATION_CODE_EXPIRED');
  });

  it('a code of an app', async () => {
    const service = await startService();
    await createPerson(service);
    const person = await signIn(service);
    const move = (new_email: string, proof: object) => person.call(api.changeEmail, { new_email, ...proof });
    await move('new@example.com', { reauth_token: PASSWORD });
    await person.call(api.confirmEmailChange, {
      code: await newestCode(service, 'email', 'new@example.com'),
    });
    const { secret } = await withTotp(service, person);
    const proof = { reauth_token: codeFor(service, secret) };
    expect(codeOf(await move('newer@example.com', proof))).toEqual([429, 'RATE_LIMITED']);
    expect((await person.call(api.disableMfa, proof)).status).toBe(200);
    expect(await outbox(service, { to: 'newer@example.com' })).toEqual([]);
  });
});
