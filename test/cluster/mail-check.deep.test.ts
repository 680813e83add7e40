import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PATIENCE } from '../../daemon/operation/mail-check/nodes.ts';
import { reverseName } from '../../daemon/operation/mail-check/reverse-name.ts';
import { type Config, DEFAULTS } from '../../daemon/platform/settings/config.ts';
import type { DaemonCheck } from '../../shared/contract/checks.ts';
import * as api from '../support/api.ts';
import { testAuthority } from '../support/certificates.ts';
import { agentmail } from '../support/cli.ts';
import { beat, startCluster, type TestCluster, type TestNode } from '../support/cluster.ts';
import { ScriptedDns } from '../support/dns.ts';
import { freePort } from '../support/mail-sink.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';
import { temporaryHome } from '../support/service.ts';

const DOMAIN = 'mail.example';
const NAMES = ['one', 'two', 'three'] as const;

/**
 * A service whose nodes have a name and a certificate each. Node two has the certificate of node one, and
 * node three listens at a port that other servers don't use.
 */
interface Scene extends TestCluster {
  readonly one: TestNode;
  readonly two: TestNode;
  readonly three: TestNode;
  readonly dns: ScriptedDns;
}

const hostnameOf = (name: string) => `${name}.${DOMAIN}`;

async function scene(): Promise<Scene> {
  const dns = new ScriptedDns();
  const port = await freePort();
  const config = (name: string): Partial<Config> => ({
    platformDomain: DOMAIN,
    publicBase: `https://${DOMAIN}`,
    mail: {
      ...DEFAULTS.mail,
      transport: 'direct',
      hostname: hostnameOf(name),
      allowPrivateHosts: true,
      port,
    },
    // A machine each: they have addresses of their own.
    smtp: { host: addressOf(name), port: name === 'three' ? 0 : port },
  });
  const cluster = await startCluster(0, { overrides: { dns } });
  const nodes: TestNode[] = [];
  const authority = await testAuthority();
  for (const name of NAMES) {
    const folder = temporaryHome();
    const { key, cert } = await authority.issue(hostnameOf(name === 'two' ? 'one' : name));
    const tls = { certificate_file: join(folder, 'cert.pem'), key_file: join(folder, 'key.pem') };
    writeFileSync(tls.key_file, key);
    writeFileSync(tls.certificate_file, cert);
    const first = await cluster.start(name, { config: config(name) });
    await first.operator(api.updateSettings, { 'smtp.tls': tls });
    await first.stop();
    nodes.push(await cluster.start(name, { config: config(name) }));
    dns
      .publish(hostnameOf(name), 'A', [addressOf(name)])
      .publish(reverseName(addressOf(name)), 'PTR', [hostnameOf(name)]);
  }
  dns
    .publish(
      DOMAIN,
      'MX',
      NAMES.map((name) => ({ exchange: hostnameOf(name), priority: 10 })),
    )
    .publish(DOMAIN, 'TXT', ['v=spf1 ip4:127.0.0.11 ip4:127.0.0.12 -all']);
  const [one, two, three] = nodes as [TestNode, TestNode, TestNode];
  // Each knows the others from its next heartbeat.
  for (const { daemon } of nodes) await beat(daemon.context.store.cluster);
  return { ...cluster, nodes, one, two, three, dns };
}

function addressOf(name: string): string {
  return `127.0.0.1${NAMES.indexOf(name as (typeof NAMES)[number]) + 1}`;
}

const look = async (node: TestNode) => (await node.operator(api.checkMail, {})).body.checks;
/** Checks of a node that found something besides a loopback address. */
const troubles = (checks: readonly DaemonCheck[], node: string) =>
  checks
    .filter(
      (check) =>
        check.node === node &&
        check.id !== 'mail_listener' &&
        check.severity !== 'ok' &&
        check.severity !== 'skipped',
    )
    .map(({ id, severity, message }) => [id, severity, message]);

const CERTIFICATE = ['mail_certificate', 'warning', "it isn't valid for two.mail.example"];
const PORT = ['mail_port', 'error', expect.stringContaining('127.0.0.13 (econnrefused)')];
const SPF = ['mail_spf', 'error', "v=spf1 ip4:127.0.0.11 ip4:127.0.0.12 -all doesn't include 127.0.0.13"];

describe('the check of mail at several nodes', needsPrograms({ postgresql: hasPostgres() }), () => {
  it('has the findings of each, whichever is asked, and those of the service once', async () => {
    const { one, three } = await scene();
    for (const asked of [one, three]) {
      const checks = await look(asked);
      expect(NAMES.map((name) => [name, troubles(checks, name)])).toEqual([
        ['one', []],
        ['two', [CERTIFICATE]],
        ['three', [PORT, SPF]],
      ]);
      expect(checks.flatMap(({ id, node }) => (node === undefined ? [id] : []))).toEqual([
        'mail_transport',
        'mail_domain',
        'mail_dkim',
        'mail_dmarc',
        'mail_links',
      ]);
      const at = (id: string) => checks.filter((check) => check.id === id).map(({ node }) => node);
      expect(at('mail_listener').toSorted()).toEqual(['one', 'three', 'two']);
    }
    const rows = await one.daemon.context.store.cluster.requests?.open();
    expect(rows).toEqual([]);
  });

  it('groups them by node in the report of the command line', async () => {
    const { one } = await scene();
    const { stdout } = await agentmail(['doctor', '--mail'], {
      home: one.home,
      terminal: 200,
      env: { NO_COLOR: '1' },
    });
    const report = stdout.slice(stdout.indexOf('\nNode one\n'));
    expect(report).toMatch(
      /\nNode two\n(?:(?!Node ).*\n)*\d+\. warning TLS certificate: it isn't valid for two/,
    );
    expect(report).toMatch(/\nNode three\n(?:(?!Node ).*\n)*\d+\. error +SPF record: /);
    expect(report.match(/^Node /gm)).toHaveLength(3);
  });

  it('names a node that ends meanwhile, after the others took over its work', async () => {
    const cluster = await scene();
    const { one, three } = cluster;
    three.link.cut();
    const looking = look(one);
    await expect.poll(() => requestsOf(one)).toEqual([false, true]);
    await cluster.outlive(three);
    const checks = await looking;
    expect(troubles(checks, 'two')).toEqual([CERTIFICATE]);
    expect(troubles(checks, 'three')).toEqual([
      ['mail_node', 'error', expect.stringMatching(/^it ended during the check; it ran at /)],
    ]);
  });

  it('names a node that is silent, and one that is draining', async () => {
    const { one, two, three, clock } = await scene();
    three.link.cut();
    await two.operator(api.drain, { stop_accepting: true });
    const looking = look(one);
    await expect.poll(() => requestsOf(one)).toEqual([false]);
    clock.moveTo(clock.now() + PATIENCE);
    const checks = await looking;
    expect(troubles(checks, 'three')).toEqual([['mail_node', 'error', 'no answer within 120 s']]);
    expect(checks.filter(({ node }) => node === 'two')).toMatchObject([
      { id: 'mail_node', severity: 'skipped', message: 'it is draining, and accepts no mail' },
    ]);
  });

  it('tells a node that no MX record names what that means', async () => {
    const { one, dns } = await scene();
    dns.publish(DOMAIN, 'MX', [{ exchange: 'balancer.example', priority: 10 }]);
    const checks = (await look(one)).filter(({ node }) => node === 'one');
    expect(checks.find(({ id }) => id === 'mail_mx')).toMatchObject({
      severity: 'warning',
      message: 'mail.example has balancer.example, not one.mail.example',
    });
    expect(checks.find(({ id }) => id === 'mail_port')).toMatchObject({ severity: 'skipped' });
  });
});

/** Whether each request between nodes has an answer. */
async function requestsOf({ daemon }: TestNode): Promise<boolean[]> {
  const rows = await daemon.context.store.read
    .selectFrom('node_requests' as never)
    .select('answer' as never)
    .execute();
  return rows.map(({ answer }) => answer !== null).sort();
}
