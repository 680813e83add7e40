import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launch, type Service, startService, temporaryHome } from '../support/service.ts';

interface View {
  readonly settings: Record<string, unknown>;
  readonly restart_needed: string[];
}

const read = (service: Service) => service.operator<View>('GET', '/settings');
const patch = (service: Service, body: unknown) => service.operator<View>('PATCH', '/settings', body);

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

  it('refuse unknown names and bad values, all or none', async () => {
    const service = await startService();
    for (const body of [
      { 'access.signup': 'sometimes' },
      { colour: 'red' },
      { 'access.signup': 'closed', 'http.trusted_proxies': ['everybody'] },
      { 'access.denied_phone_prefixes': ['44'] },
      { 'mail.relay': { url: 'http://example.com' } },
    ]) {
      expect((await patch(service, body)).body.code).toBe('VALIDATION_ERROR');
    }
    expect((await read(service)).body.settings['access.signup']).toBe('open');
  });

  it('never show a secret, and store it sealed', async () => {
    const service = await startService();
    const planted = 'planted-relay-password';
    const relay = { url: 'smtps://relay.example.com', username: 'u', password: planted };
    const answer = await patch(service, { 'mail.relay': relay });
    expect(answer.body.settings['mail.relay']).toEqual({
      url: 'smtps://relay.example.com',
      username: 'u',
      password_set: true,
    });
    for (const file of readdirSync(service.home)) {
      if (!file.startsWith('agentmail.db')) continue;
      expect(readFileSync(join(service.home, file)).includes(planted)).toBe(false);
    }
    expect(service.daemon.context.settings.get('mail.relay')).toEqual(relay);
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
});
