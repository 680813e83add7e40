import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureDkimKey } from '../../../daemon/network/domains/dkim-keys.ts';
import { checkSpf } from '../../../daemon/operation/mail-check/records.ts';
import { reverseName } from '../../../daemon/operation/mail-check/reverse-name.ts';
import { type Config, DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { freePort } from '../../support/mail-sink.ts';
import { type Service, startService, temporaryHome, unchecked } from '../../support/service.ts';

const DOMAIN = 'mail.example';
const ADDRESS = '127.0.0.1';

/** A service that mail of the world reaches, as far as the DNS says. */
async function scene(mail: Partial<Config['mail']> = {}) {
  const home = temporaryHome();
  const dns = new ScriptedDns();
  const port = await freePort();
  const { key, cert } = await (await testAuthority()).issue('mx.mail.example');
  writeFileSync(join(home, 'key.pem'), key);
  writeFileSync(join(home, 'cert.pem'), cert);
  const tls = { certificate_file: join(home, 'cert.pem'), key_file: join(home, 'key.pem') };
  const options = {
    home,
    config: {
      platformDomain: DOMAIN,
      publicBase: 'https://mail.example',
      smtp: { host: '0.0.0.0', port },
      mail: {
        ...DEFAULTS.mail,
        transport: 'direct' as const,
        hostname: 'mx.mail.example',
        allowPrivateHosts: true,
        port,
        ...mail,
      },
    },
    overrides: { dns },
  };
  const first = await startService(options);
  await first.operator(api.updateSettings, { 'smtp.tls': tls });
  await first.stop();
  const service = await startService(options);
  const record = await ensureDkimKey(service.daemon.context, DOMAIN);
  dns
    .publish('mx.mail.example', 'A', [ADDRESS])
    .publish(DOMAIN, 'MX', [{ exchange: 'mx.mail.example.', priority: 10 }])
    .publish(DOMAIN, 'TXT', ['v=spf1 mx ip4:127.0.0.1 ~all'])
    .publish(record.name, 'TXT', [record.value])
    .publish(`_dmarc.${DOMAIN}`, 'TXT', ['v=DMARC1; p=none'])
    .publish(reverseName(ADDRESS), 'PTR', ['mx.mail.example']);
  return { service, dns, record };
}

async function look(service: Service, body: unknown = {}) {
  const { body: report } = await service.operator(api.checkMail, unchecked(body));
  const of = (id: string) => report.checks.find((check) => check.id === `mail_${id}`);
  return { ok: report.ok, checks: report.checks, of };
}

describe('the check of mail', () => {
  it('finds nothing wrong where everything is published', async () => {
    const { service, dns } = await scene();
    dns.mail('there.example', ['mx.there.example']).host('mx.there.example', [ADDRESS]);
    const { ok, checks, of } = await look(service, { reach: 'there.example' });
    const severities = Object.fromEntries(checks.map(({ id, severity }) => [id, severity]));
    expect(ok).toBe(true);
    expect(severities).toEqual({
      mail_settings: 'ok',
      mail_transport: 'ok',
      mail_domain: 'ok',
      mail_hostname: 'ok',
      mail_listener: 'ok',
      mail_port: 'ok',
      mail_certificate: 'ok',
      mail_mx: 'ok',
      mail_spf: 'ok',
      mail_dkim: 'ok',
      mail_dmarc: 'ok',
      mail_ptr: 'ok',
      mail_relay: 'skipped',
      mail_reach: 'ok',
      mail_links: 'ok',
    });
    expect(of('port')?.message).toContain('with TLS');
  });

  it('names what is missing, with the record to publish', async () => {
    const { service, dns, record } = await scene();
    dns.publish(DOMAIN, 'MX', [{ exchange: 'elsewhere.example', priority: 10 }]);
    dns.publish(DOMAIN, 'TXT', ['something else']);
    dns.publish(record.name, 'TXT', ['v=DKIM1; k=rsa; p=AAAA']);
    dns.publish(`_dmarc.${DOMAIN}`, 'TXT', []);
    dns.publish(reverseName(ADDRESS), 'PTR', ['host-1.provider.example']);
    const { ok, of } = await look(service);
    expect(ok).toBe(false);
    expect(of('mx')).toMatchObject({
      severity: 'error',
      message: 'mail.example has elsewhere.example',
      remedy: 'publish: mail.example MX 10 mx.mail.example',
    });
    expect(of('spf')).toMatchObject({
      severity: 'error',
      remedy: expect.stringContaining('"v=spf1 mx ~all"'),
    });
    expect(of('dkim')).toMatchObject({
      severity: 'error',
      remedy: `publish: ${record.name} TXT "${record.value}"`,
    });
    expect(of('dmarc')).toMatchObject({ severity: 'warning' });
    expect(of('ptr')).toMatchObject({
      severity: 'error',
      message: '127.0.0.1 resolves to host-1.provider.example',
    });
    dns.publish(DOMAIN, 'TXT', ['v=spf1 mx -all', 'v=spf1 a -all']);
    dns.publish(record.name, 'TXT', 'unavailable');
    const later = await look(service);
    dns.publish('mx.mail.example', 'A', 'unavailable');
    expect((await look(service)).of('hostname')).toMatchObject({ severity: 'warning' });
    expect(later.of('spf')?.message).toContain('several');
    expect(later.of('dkim')).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('ETIMEOUT'),
    });
  });

  it('asks whether the record admits the address that mail comes from', async () => {
    const { service, dns } = await scene();
    const { context } = service.daemon;
    const look = (address: string) =>
      checkSpf({
        context,
        listensAt: '',
        hostname: 'mx.mail.example',
        domain: DOMAIN,
        addresses: [address],
        reach: null,
        hasOthers: false,
      });
    dns.publish(DOMAIN, 'TXT', ['v=spf1 ip4:192.0.2.1 -all']);
    expect(await look('192.0.2.1')).toMatchObject({ severity: 'ok' });
    expect(await look('192.0.2.2')).toMatchObject({
      severity: 'error',
      message: "v=spf1 ip4:192.0.2.1 -all doesn't include 192.0.2.2",
    });
  });

  it('sees a port that is closed, a certificate that is not for this server, and settings that wait', async () => {
    const { service, dns } = await scene({ hostname: 'other.mail.example', port: await freePort() });
    dns.publish('other.mail.example', 'A', [ADDRESS]);
    await service.operator(api.updateSettings, { 'links.public_base': 'https://new.example' });
    const { of } = await look(service);
    expect(of('port')).toMatchObject({ severity: 'error', message: expect.stringContaining('econnrefused') });
    expect(of('listener')).toMatchObject({ severity: 'warning' });
    expect(of('certificate')).toMatchObject({
      severity: 'warning',
      message: "it isn't valid for other.mail.example",
    });
    expect(of('settings')).toMatchObject({ severity: 'warning', message: expect.stringContaining('links.') });
  });

  it('asks the DNS of nobody about a machine that keeps its mail to itself', async () => {
    const dns = new ScriptedDns();
    const service = await startService({ overrides: { dns } });
    const { ok, of } = await look(service);
    expect(ok).toBe(true);
    expect(of('transport')).toMatchObject({ severity: 'warning' });
    expect(of('mx')).toMatchObject({ severity: 'skipped' });
    expect(dns.asked).toEqual([]);
  });
});

describe('the name of an address in the DNS', () => {
  it.each([
    ['192.0.2.1', '1.2.0.192.in-addr.arpa'],
    ['2001:db8::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  ])('of %s is %s', (address, name) => expect(reverseName(address)).toBe(name));
});
