import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { freePort, MailSink } from '../../support/mail-sink.ts';
import { startService, unchecked } from '../../support/service.ts';

const LOGIN = { user: 'daemon', pass: 'planted-relay-password' };

/** A service whose owner tries relays before one is put to use. */
async function scene() {
  const authority = await testAuthority();
  const service = await startService({ overrides: { extraAuthorities: [authority.certificate] } });
  const tls = { ...(await authority.issue('127.0.0.1')), immediate: true };
  const sink = await MailSink.start({ tls, login: LOGIN });
  const probe = async (changes: Record<string, unknown> = {}) => {
    const relay = {
      url: `smtps://127.0.0.1:${sink.port}`,
      username: LOGIN.user,
      password: LOGIN.pass,
      tls: 'verified',
      ...changes,
    };
    expect((await service.operator(api.updateSettings, unchecked({ 'mail.relay': relay }))).status).toBe(200);
    return (await service.operator(api.probeRelay)).body;
  };
  return { service, sink, probe };
}

describe('the way out for mail', () => {
  it('is shown without passwords, and has a key once somebody made one', async () => {
    const { service, sink } = await scene();
    const before = await service.operator(api.getMail);
    expect(before.body).toEqual({
      transport: 'capture',
      hostname: 'agentmail.localhost',
      relay_url: null,
      platform_domain: 'agentmail.localhost',
      dkim_records: [],
    });
    const made = await service.operator(api.makeDkimKey, { algorithm: 'ed25519' });
    expect(made.body).toMatchObject({ name: 'am2._domainkey.agentmail.localhost', selector: 'am2' });
    expect((await service.operator(api.makeDkimKey, { algorithm: 'ed25519' })).body).toEqual(made.body);
    const rsa = await service.operator(api.makeDkimKey);
    expect((await service.operator(api.getMail)).body.dkim_records).toEqual([rsa.body, made.body]);
    const audit = await service.daemon.context.store.read
      .selectFrom('audit_log')
      .select(['kind', 'target'])
      .where('kind', '=', 'dkim_key.created')
      .execute();
    expect(audit.map(({ target }) => target)).toEqual([
      'am2._domainkey.agentmail.localhost',
      'am1._domainkey.agentmail.localhost',
    ]);
    await sink.die();
  });

  it('is tried up to the login, and tells how far it got', async () => {
    const { service, sink, probe } = await scene();
    expect(await service.operator(api.probeRelay)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { reason: 'no_relay' } },
    });
    expect(await probe()).toEqual({ ok: true, stage: 'ready', reason: null, secure: true });
    const refused = await probe({ password: 'planted-wrong-password' });
    expect(refused).toEqual({ ok: false, stage: 'login', reason: '535', secure: false });
    expect(await probe({ url: `smtps://localhost:${sink.port}` })).toMatchObject({ ok: false, stage: 'tls' });
    expect(await probe({ url: `smtps://127.0.0.1:${await freePort()}` })).toMatchObject({
      ok: false,
      stage: 'connect',
      reason: 'econnrefused',
    });
    expect(sink.received).toEqual([]);
    await sink.die();
  });
});
