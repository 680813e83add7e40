import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { unsetSettings } from '../../../daemon/operation/operator/stopped-settings.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { needsSqlite } from '../../support/needs.ts';
import {
  codeOf,
  launch,
  type Service,
  splitHostPort,
  startService,
  temporaryHome,
  unchecked,
} from '../../support/service.ts';

const read = (service: Service) => service.operator(api.getSettings);
const patch = (service: Service, body: unknown) => service.operator(api.updateSettings, unchecked(body));

describe('settings', () => {
  it('show their defaults, change, reset with null, and say what waits for a restart', async () => {
    const service = await startService();
    const before = await read(service);
    expect(before.body).toMatchObject({
      settings: {
        'access.signup': 'open',
        'access.phone_verification': 'on',
        'domains.platform': 'agentmail.localhost',
        'sms.http': null,
        'mailboxes.brand_names': ['agentmail'],
      },
      restart_needed: [],
    });
    const changed = await patch(service, { 'access.signup': 'closed', 'mailboxes.brand_names': ['acme'] });
    expect(changed.body.settings).toMatchObject({
      'access.signup': 'closed',
      'mailboxes.brand_names': ['acme'],
    });
    expect(changed.body.restart_needed).toEqual(['mailboxes.brand_names']);
    const reset = await patch(service, { 'access.signup': null, 'mailboxes.brand_names': null });
    expect(reset.body).toEqual(before.body);
  });

  it('are read again after a signal, whoever stored them', async () => {
    const service = await startService();
    const { store } = service.daemon.context;
    await store.write('service', async (transaction) => {
      const row = { name: 'access.signup', value: JSON.stringify('closed') };
      await transaction.db.insertInto('settings').values(row).execute();
      transaction.publish({ kind: 'settings', id: 'service' });
    });
    const signup = async () => (await read(service)).body.settings['access.signup'];
    await expect.poll(signup).toBe('closed');
  });

  it('of a machine are read by its own daemon, those of the service by every one', needsSqlite, async () => {
    const home = temporaryHome();
    const one = { 'mail.hostname': 'one.example.com', 'http.connections': 99, 'access.signup': 'closed' };
    const two = { 'mail.hostname': 'two.example.com', 'scanning.backlog': 7 };
    const first = await launch({ home });
    expect((await patch(first, one)).body.machine_settings).toContain('mail.hostname');
    await first.stop();
    const second = await launch({ home, overrides: { worker: 'second' } });
    expect((await read(second)).body.settings).toMatchObject({
      'mail.hostname': null,
      'http.connections': 2048,
      'access.signup': 'closed',
    });
    await patch(second, two);
    await second.stop();
    const again = await launch({ home });
    expect((await read(again)).body.settings).toMatchObject({ ...one, 'scanning.backlog': 7 });
    await again.stop();
    await unsetSettings({ home, store: null, node: null, names: ['mail.hostname', 'scanning.backlog'] });
    const other = await startService({ home, overrides: { worker: 'second' } });
    expect((await read(other)).body.settings).toMatchObject({
      'mail.hostname': 'two.example.com',
      'scanning.backlog': 10_000,
    });
  });

  it('refuse unknown names and bad values, all or none', async () => {
    const service = await startService();
    for (const body of [
      { 'access.signup': 'sometimes' },
      { colour: 'red' },
      { 'access.signup': 'closed', 'http.trusted_proxies': ['everybody'] },
      { 'access.denied_phone_prefixes': ['44'] },
      { 'sms.http': { url: 'ftp://example.com' } },
      { 'mail.transport': 'relay' },
      { 'sms.transport': 'http' },
      { 'sms.transport': 'http', 'sms.http': null },
      { 'mailboxes.brand_names': ['acme', '-'] },
      { 'dns.servers': ['localhost:53'] },
      { 'dns.servers': ['1.1.1.1:53', '1.1.1.1:99999'] },
      { 'dns.servers': ['1.1.1.1:0'] },
      { 'dns.servers': ['300.1.1.1:53'] },
      { 'http.listen': '127.0.0.1:99999' },
      { 'http.listen': '[::g]:80' },
      { 'smtp.listen': '999.1.1.1:2525' },
      { 'smtp.tls': { certificate_file: '/nowhere/cert.pem', key_file: '/nowhere/key.pem' } },
      { 'smtp.tls': { certificate_file: 'operator.token', key_file: 'operator.token' } },
    ]) {
      expect((await patch(service, body)).body.code).toBe('VALIDATION_ERROR');
    }
    expect((await read(service)).body.settings['access.signup']).toBe('open');
  });

  it('that are changed at once are all kept, and go together', async () => {
    const home = temporaryHome();
    const service = await launch({ home });
    await patch(service, { 'mail.relay': { url: 'smtp://127.0.0.1:9' } });
    const both = { 'access.signup': 'closed', 'access.phone_verification': 'off' };
    await Promise.all(Object.entries(both).map(([name, value]) => patch(service, { [name]: value })));
    expect((await read(service)).body.settings).toMatchObject(both);
    const replies = await Promise.all([
      patch(service, { 'mail.transport': 'relay' }),
      patch(service, { 'mail.relay': null }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const before = (await read(service)).body.settings;
    await service.stop();
    expect((await read(await startService({ home }))).body.settings).toEqual(before);
  });

  it('that change nothing leave no trace, and one that does names only what it changed', async () => {
    const service = await startService();
    const relay = { url: 'smtp://127.0.0.1:9', username: 'me', password: 'hush-hush' };
    await patch(service, { 'access.signup': 'closed', 'mail.relay': relay });
    for (const body of [{}, { 'sms.http': null }, { 'access.signup': 'closed', 'mail.relay': relay }]) {
      expect((await patch(service, body)).status).toBe(200);
    }
    await patch(service, { 'access.signup': null, 'mail.relay': relay });
    const { body } = await service.operator(api.listAudit, { kind: 'settings.updated' });
    expect(body.entries.map(({ after }) => after)).toEqual([
      ['access.signup'],
      ['access.signup', 'mail.relay'],
    ]);
  });

  it('never show a secret, and store it sealed', async () => {
    const service = await startService();
    const planted = 'planted-gateway-credential';
    const gateway = { url: 'https://sms.example.com/send', authorization: planted };
    const answer = await patch(service, { 'sms.http': gateway });
    expect(answer.body.settings['sms.http']).toEqual({
      url: 'https://sms.example.com/send',
      authorization_set: true,
    });
    for (const file of readdirSync(service.home)) {
      if (!file.startsWith('agentmail.db')) continue;
      expect(readFileSync(join(service.home, file)).includes(planted)).toBe(false);
    }
    expect(service.daemon.context.settings.get('sms.http')).toEqual(gateway);
  });

  it('take effect at the next start, unless a flag fixes them', async () => {
    const home = temporaryHome();
    const first = await launch({ home });
    await patch(first, {
      'mailboxes.brand_names': ['acme'],
      'links.dashboard_base': 'https://dash.example.com',
    });
    expect(first.daemon.context.config.brandNames).toEqual(['agentmail']);
    await first.stop();
    const second = await startService({ home, config: { fixedSettings: ['links.dashboard_base'] } });
    expect(second.daemon.context.config).toMatchObject({ brandNames: ['acme'], dashboardBase: null });
    expect((await read(second)).body.restart_needed).toEqual([]);
  });

  it('close sign-up by default on a listener that others reach, whoever chose it', async () => {
    const home = temporaryHome();
    const first = await launch({ home });
    await patch(first, { 'http.listen': '0.0.0.0:0' });
    // The listener of this run is still a loopback one.
    expect((await read(first)).body.settings['access.signup']).toBe('open');
    await first.stop();
    const second = await launch({ home, config: { allowedHosts: ['0.0.0.0'] } });
    expect((await read(second)).body.settings['access.signup']).toBe('closed');
    const signup = { email: 'new@example.com', phone_number: '+4915112345678', accept_terms: true };
    const refused = await second.call(null, api.signUp, unchecked(signup));
    expect(codeOf(refused)).toEqual([403, 'SIGNUP_CLOSED']);
    // It stays closed for as long as that listener does.
    expect((await patch(second, { 'http.listen': null })).body.settings).toMatchObject({
      'http.listen': '127.0.0.1:0',
      'access.signup': 'closed',
    });
    await second.stop();
    const third = await startService({ home });
    expect((await read(third)).body.settings['access.signup']).toBe('open');
  });

  it('take addresses of both families, names of hosts, and free ports for listeners', async () => {
    const service = await startService();
    const good = {
      'dns.servers': ['192.0.2.53:53', '[2001:db8::53]:5353'],
      'http.listen': '[::1]:0',
      'smtp.listen': 'localhost:65535',
    };
    expect((await patch(service, good)).body.settings).toMatchObject(good);
  });

  it('that no version would take any more do not keep the daemon from starting, which says so', async () => {
    const home = temporaryHome();
    const first = await launch({ home });
    const { store } = first.daemon.context;
    await store.write('none', ({ db }) =>
      db
        .insertInto('settings')
        .values([
          { name: 'dns.servers', worker: '', value: '["localhost:53"]' },
          { name: 'http.listen', worker: store.cluster.node, value: '"0.0.0.0:99999"' },
        ])
        .execute(),
    );
    await first.stop();
    const lines: string[] = [];
    const logStream = { write: (line: string) => void lines.push(line) };
    const second = await startService({ home, config: { logLevel: 'warn' }, overrides: { logStream } });
    expect(second.daemon.runtime.http).toContain('127.0.0.1');
    const ignored = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /ignored/.test(msg));
    expect(ignored.map(({ setting }) => setting).sort()).toEqual(['dns.servers', 'http.listen']);
    await patch(second, { 'dns.servers': null });
    const stored = await second.daemon.context.store.read.selectFrom('settings').select('name').execute();
    expect(stored.map(({ name }) => name)).not.toContain('dns.servers');
  });

  it('offer STARTTLS with the named files, and say which file is gone at a start', async () => {
    const home = temporaryHome();
    const first = await launch({ home });
    const { key, cert } = await (await testAuthority()).issue('localhost');
    const setting = { certificate_file: join(home, 'cert.pem'), key_file: join(home, 'key.pem') };
    writeFileSync(setting.certificate_file, cert);
    writeFileSync(setting.key_file, key);
    await patch(first, { 'smtp.tls': setting });
    await first.stop();
    rmSync(setting.certificate_file);
    await expect(launch({ home })).rejects.toThrow(
      /smtp\.tls can't be used: .*cert\.pem.*agentmail config unset smtp\.tls/,
    );
    writeFileSync(setting.certificate_file, cert);
    const second = await startService({ home });
    const [host, port] = splitHostPort(second.daemon.runtime.smtp);
    const transport = createTransport({ host, port, requireTLS: true, tls: { rejectUnauthorized: false } });
    await expect(transport.verify()).resolves.toBe(true);
    transport.close();
  });
});
