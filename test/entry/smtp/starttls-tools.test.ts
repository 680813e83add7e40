import { execFile, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { needsPrograms } from '../../support/needs.ts';
import { createTenant, launch, type Service, startService, temporaryHome } from '../../support/service.ts';

/** The listener with a certificate of the daemon's own, as programs of others see it. */

const run = promisify(execFile);

const works = (program: string, ...words: string[]) => spawnSync(program, words).status === 0;

/**
 * swaks is a script that speaks TLS only with a package of Perl's beside it, which Debian merely recommends.
 */
function swaksHasTls(): boolean {
  const { stdout } = spawnSync('swaks', ['--support'], { encoding: 'utf8' });
  return /^=== TLS supported/m.test(stdout ?? '');
}

interface Certificate {
  readonly certificate_file: string;
  readonly hostname: string;
  readonly valid_until: string;
}

async function withCertificate(): Promise<{ service: Service; made: Certificate }> {
  const home = temporaryHome();
  const first = await launch({ home });
  const { body: made } = await first.operator(api.makeCertificate);
  await first.stop();
  return { service: await startService({ home }), made };
}

describe('a certificate of the daemon’s own', () => {
  it('is for its name, kept from others, and never takes the place of one that somebody chose', async () => {
    const { service, made } = await withCertificate();
    const certificate = new X509Certificate(readFileSync(made.certificate_file));
    expect(certificate.checkHost('agentmail.localhost')).toBe('agentmail.localhost');
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.validToDate.toISOString().slice(0, 16)).toBe(made.valid_until.slice(0, 16));
    const key = made.certificate_file.replace('smtp.crt', 'smtp.key');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    await service.operator(api.updateSettings, { 'mail.hostname': 'mx.mail.example' });
    const again = await service.operator(api.makeCertificate);
    expect(again.body).toMatchObject({ hostname: 'mx.mail.example' });
    expect(readFileSync(made.certificate_file, 'utf8')).not.toBe(certificate.toString());
    rmSync(dirname(key), { recursive: true });
    await service.stop();
    // As after a backup was put back, which holds no keys of TLS.
    const restored = await startService({ home: service.home });
    expect(existsSync(key)).toBe(true);
    const { body: report } = await restored.operator(api.checkMail);
    expect(report.checks.find(({ id }) => id === 'mail_certificate')?.message).toContain('self-signed');
    const mine = {
      certificate_file: join(restored.home, 'mine.pem'),
      key_file: join(restored.home, 'mine.key'),
    };
    const other = await (await testAuthority()).issue('localhost');
    writeFileSync(mine.certificate_file, other.cert);
    writeFileSync(mine.key_file, other.key);
    await restored.operator(api.updateSettings, { 'smtp.tls': mine });
    expect(await restored.operator(api.makeCertificate)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { reason: 'certificate_set' } },
    });
  });

  it('satisfies openssl s_client', needsPrograms({ openssl: works('openssl', 'version') }), async () => {
    const { service, made } = await withCertificate();
    const script = [
      'printf "EHLO client.example\\r\\nQUIT\\r\\n" | timeout 20 openssl s_client -starttls smtp -quiet',
      `-connect ${service.daemon.runtime.smtp} -CAfile "$0" -verify_return_error`,
      '-verify_hostname agentmail.localhost -servername agentmail.localhost 2>&1',
    ].join(' ');
    const { stdout } = await run('sh', ['-c', script, made.certificate_file]);
    expect(stdout).toContain('verify return:1');
    expect(stdout).toMatch(/250[- ]SIZE 25000000/);
    expect(stdout).not.toContain('STARTTLS');
    expect(stdout).toContain('221 ');
  });

  it('takes mail from swaks over TLS', needsPrograms({ 'swaks with TLS': swaksHasTls() }), async () => {
    const { service } = await withCertificate();
    const { admin, mailbox } = await createTenant(service);
    const { stdout } = await run('swaks', [
      ...['--server', service.daemon.runtime.smtp, '--tls', '--timeout', '20s'],
      ...['--from', 'ann@there.example', '--to', mailbox.address, '--header', 'Subject: From swaks'],
      ...['--ehlo', 'client.example', '--body', 'Hello.'],
    ]);
    expect(stdout).toContain('=== TLS started');
    expect(stdout).toMatch(/<~ +250 2\.0\.0 /);
    await service.drain();
    const { body } = await service.call(admin, api.listMessages, { id: mailbox.id });
    expect(body).toMatchObject({ messages: [{ subject: 'From swaks', sender: 'ann@there.example' }] });
  });
});
