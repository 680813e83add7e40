import { Secret, TOTP } from 'otpauth';
import * as api from './api.ts';
import type { Input } from './calls.ts';
import { newestCode, PASSWORD, type Person } from './people.ts';
import type { Service } from './service.ts';

/** Second factors of people, set up as they would set them up. */

export const PHONE = '+4915112345678';
const STEP = 30_000;

export function codeFor(service: Service, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: service.clock.now() + steps * STEP });
}

export function passTime(service: Service, milliseconds: number): void {
  service.clock.moveTo(service.clock.now() + milliseconds);
}

/** A signed-in person with an authenticator app; two steps pass, so that every code is fresh. */
export async function withTotp(
  service: Service,
  person: Person,
): Promise<{ secret: string; codes: string[] }> {
  const setup = await person.call(api.setUpTotp, { reauth_token: PASSWORD });
  const { secret } = setup.body;
  const enabled = await person.call(api.enableTotp, {
    code: codeFor(service, secret),
    reauth_token: PASSWORD,
  });
  if (enabled.status !== 200) throw new Error(JSON.stringify(enabled.body));
  passTime(service, 2 * STEP);
  return { secret, codes: enabled.body.recovery_codes };
}

/** A signed-in person whose second factor is text messages. */
export async function withSms(service: Service, person: Person): Promise<string[]> {
  const proof = { reauth_token: PASSWORD };
  await person.call(api.changePhone, { phone_number: PHONE, ...proof });
  const code = await newestCode(service, 'sms', PHONE);
  await person.call(api.confirmPhoneChange, { code });
  passTime(service, 31_000);
  const enrolled = await person.call(api.enrollSms, proof);
  if (enrolled.status !== 200) throw new Error(JSON.stringify(enrolled.body));
  const confirmed = await person.call(api.confirmSms, { code: await newestCode(service, 'sms', PHONE) });
  passTime(service, 31_000);
  return confirmed.body.recovery_codes;
}

type Scope = Input<typeof api.sendReauthSms>['action_scope'];

export async function challengeFor(
  service: Service,
  person: Person,
  scope: Scope,
  values: Record<string, unknown>,
) {
  const reply = await person.call(api.sendReauthSms, { action_scope: scope, values });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return {
    reauth_challenge: reply.body.reauth_challenge,
    reauth_token: await newestCode(service, 'sms', PHONE),
  };
}
