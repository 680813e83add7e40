import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { outbox, PASSWORD, type Person, signIn } from '../support/people.ts';
import { createAgent, createMailbox, type Service, startService, unchecked } from '../support/service.ts';

const PHONE = '+4915112345678';
const EMAIL = 'planted@example.com';

/** A service whose log is kept, at the most talkative level. */
async function loggingService(): Promise<{ service: Service; log: () => string }> {
  let text = '';
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const service = await startService({ config: { logLevel: 'trace' }, overrides: { logStream } });
  return { service, log: () => text };
}

describe('planted secrets', () => {
  it('appear in no log, error, list or export, and not in the database', async () => {
    const { service, log } = await loggingService();
    const account = await service.operator(api.operatorCreateAccount, {
      email: EMAIL,
      password: PASSWORD,
      phone_number: PHONE,
    });
    const admin = account.body.api_key;
    const box = await createMailbox(service, admin, 'desk');
    const agent = await createAgent(service, admin, box.id);
    const person: Person = await signIn(service, EMAIL);
    const setup = await person.call(api.setUpTotp, { reauth_token: PASSWORD });
    const { secret } = setup.body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.now() });
    const enabled = await person.call(api.enableTotp, { code, reauth_token: PASSWORD });
    await service.call(null, api.requestPasswordReset, { email: EMAIL });
    const [mail] = await outbox(service, { purpose: 'password_reset' });
    const token = /token is (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const invite = await person.call(api.createCliSignupCode);

    const cookie = person.cookie.split('=')[1] ?? '';
    const planted = [
      PASSWORD,
      secret,
      token,
      cookie,
      invite.body.code,
      admin.split('.')[1] ?? '',
      agent.split('.')[1] ?? '',
      ...enabled.body.recovery_codes,
    ];
    expect(planted.every((each) => each.length > 8)).toBe(true);

    const wrong = [
      await service.call(`${admin}x`, api.getCaller),
      await service.call(null, api.login, unchecked({ email: EMAIL, password: PASSWORD, colour: 1 })),
      await service.call(null, api.login, { email: EMAIL, password: PASSWORD }),
      await service.call(null, api.resetPassword, { token, new_password: 'x' }),
      await person.call(api.disableMfa, { reauth_token: PASSWORD }),
      await person.call(api.recoverMfa, { recovery_code: `${enabled.body.recovery_codes[0]}x` }),
      await service.call(admin, api.updateAccountPolicy, {
        reauth_token: PASSWORD,
        custom_daily_send_limit: 0,
      }),
    ];
    expect(wrong.every((reply) => reply.status >= 400)).toBe(true);
    const reads = [
      await service.call(admin, api.listApiKeys, { include_revoked: true }),
      await service.call(admin, api.exportAccount),
      await person.call(api.exportAccount),
      await person.call(api.listSessions),
      await person.call(api.getCaller),
      await service.operator(api.operatorListAccounts),
      await service.operator(api.getSettings),
    ];
    expect(reads.every((reply) => reply.status === 200)).toBe(true);
    const audit = await service.daemon.context.store.read.selectFrom('audit_log').selectAll().execute();
    await service.drain();
    const shown =
      JSON.stringify([wrong.map(({ body }) => body), reads.map(({ body }) => body), audit]) + log();
    for (const each of planted) expect(shown.includes(each), each).toBe(false);

    // The outbox stands in for the person's inbox: it is the only place that holds what was mailed.
    await service.operator(api.emptyOutbox);
    await service.stop();
    const files = readdirSync(service.home).filter((name) => name.startsWith('agentmail.db'));
    const bytes = Buffer.concat(files.map((name) => readFileSync(join(service.home, name))));
    for (const each of planted.filter((one) => one !== token)) expect(bytes.includes(each), each).toBe(false);
  });

  it('of phones are whole for their person and masked for keys', async () => {
    const service = await startService();
    const account = await service.operator(api.operatorCreateAccount, {
      email: EMAIL,
      password: PASSWORD,
      phone_number: PHONE,
    });
    const byKey = await service.call(account.body.api_key, api.exportAccount);
    expect(JSON.stringify(byKey.body)).not.toContain(PHONE);
    expect(byKey.body).toMatchObject({ account: { phone_number: '+*********5678' } });
    const person = await signIn(service, EMAIL);
    expect((await person.call(api.exportAccount)).body).toMatchObject({
      account: { phone_number: PHONE },
    });
  });
});
