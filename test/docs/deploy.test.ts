import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readInvocation } from '../../daemon/entry/command-line/invocation.ts';
import { ENDPOINTS } from '../../shared/contract/index.ts';
import { SETTING_SCHEMAS, type SettingName } from '../../shared/contract/settings.ts';
import { needsPrograms } from '../support/needs.ts';
import { temporaryHome } from '../support/temporary.ts';

const FOLDER = join(import.meta.dirname, '../../docs/deploy');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const dockerfile = read('Dockerfile');

/** The exec form of an instruction of the Dockerfile. */
const instruction = (name: string): string[] =>
  JSON.parse(new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]');

describe('the image', () => {
  test('runs the daemon with flags that it knows, on the ports and the volume that it declares', () => {
    expect(instruction('ENTRYPOINT')).toEqual(['agentmaild']);
    const invocation = readInvocation(instruction('CMD'), {});
    expect(invocation).toMatchObject({
      kind: 'run',
      config: {
        home: /^VOLUME (.*)$/m.exec(dockerfile)?.[1],
        http: { host: '0.0.0.0', port: 4310 },
        smtp: { host: '0.0.0.0', port: 2525 },
      },
    });
    expect(dockerfile).toContain('EXPOSE 4310 2525');
    expect(dockerfile).toMatch(/^USER 10001:10001$/m);
  });

  test('has a health check that fails without a daemon', () => {
    const check = instruction(' +CMD');
    expect(check).toHaveLength(3);
    expect(check[2]).toContain('/readyz');
    const [, ...argv] = check;
    const nobody = argv.map((word) => word.replace('4310', '1'));
    expect(spawnSync(process.execPath, nobody).status).toBe(1);
  });
});

describe('the examples for Compose and Kubernetes', () => {
  const compose = parse(read('compose.yaml')).services.agentmail;
  const [stateful, service] = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS());
  const [container] = stateful.spec.template.spec.containers;

  test('keep the root read-only, the user of the image and one daemon for each home', () => {
    expect(compose).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] });
    expect(stateful.spec.replicas).toBe(1);
    expect(stateful.spec.template.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 10001,
    });
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
  });

  test('probe endpoints that anyone may call', () => {
    const open = ENDPOINTS.filter(({ who }) => who === 'public').map(({ path }) => path);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      expect(open).toContain(container[probe].httpGet.path);
    }
  });

  test('lead to ports that the image has', () => {
    expect(compose.ports).toEqual(['127.0.0.1:4310:4310', '25:2525']);
    const named = container.ports.map(({ name }: { name: string }) => name);
    expect(service.spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort)).toEqual(named);
    expect(container.ports.map((port: { containerPort: number }) => port.containerPort)).toEqual([
      4310, 2525,
    ]);
  });
});

describe('the example of a cluster', () => {
  // `<<` merges what the nodes have in common; Compose fills in variables.
  const filled = read('compose.cluster.yaml').replaceAll(/\$\{[A-Z_]+:\?\}/g, 'chosen');
  const cluster = parse(filled, { merge: true });
  const nodes = ['node1', 'node2', 'node3'];
  const balancer: string = cluster.configs.balancer.content;
  const page = readFileSync(join(FOLDER, '../scaling.md'), 'utf8');

  test('runs nodes with flags and variables that the daemon knows, each with a name and a home', () => {
    const configs = nodes.map((name) => {
      const { environment, volumes } = cluster.services[name];
      expect(volumes).toEqual([`${name.replace('node', 'home')}:/var/lib/agentmail`]);
      const invocation = readInvocation(instruction('CMD'), environment);
      if (invocation.kind !== 'run') throw new Error(`${name} runs no daemon`);
      return invocation.config;
    });
    expect(configs.map(({ node }) => node)).toEqual(nodes);
    for (const { store, http, smtp, blobs, secretFile } of configs) {
      expect(secretFile).toBe(`/run/secrets/${Object.keys(cluster.secrets)[0]}`);
      expect(store).toBe('postgres://agentmail:chosen@postgres/agentmail');
      expect(blobs).toMatchObject({ bucket: 'agentmail', base: 'http://bucket:8333/agentmail' });
      expect([http.port, smtp.port]).toEqual([4310, 2525]);
    }
    expect(Object.keys(cluster.volumes)).toEqual(['home1', 'home2', 'home3', 'database', 'objects']);
  });

  test('sends requests and mail to every node that is ready, with the address of the client', () => {
    const open = ENDPOINTS.filter(({ who }) => who === 'public').map(({ path }) => path);
    expect(open).toContain(/http-check send meth GET uri (\S+)/.exec(balancer)?.[1]);
    for (const name of nodes) {
      expect(balancer).toContain(`server ${name} ${name}:4310\n`);
      expect(balancer).toContain(`server ${name} ${name}:2525 send-proxy\n`);
    }
    expect(balancer).toContain('option forwardfor');
    expect(cluster.services.balancer.ports).toEqual(['127.0.0.1:4310:4310', '25:2525']);
  });

  test('is trusted by the settings on the page', () => {
    const { ipv4_address: address } = cluster.services.balancer.networks.default;
    const given = /operator settings set (.*)$/m.exec(page)?.[1] ?? '';
    const settings = [...given.matchAll(/'([a-z._]+)=(.*?)'/g)].map(([, name = '', value = '']) => [
      name,
      SETTING_SCHEMAS[name as SettingName].parse(JSON.parse(value)),
    ]);
    expect(settings).toEqual([
      ['http.trusted_proxies', [address]],
      ['smtp.trusted_proxies', [address]],
    ]);
  });
});

describe(
  'the unit for systemd',
  needsPrograms({ 'systemd-analyze': spawnSync('systemd-analyze', ['--version']).status === 0 }),
  () => {
    const analyze = (...argv: string[]) => {
      const file = join(temporaryHome(), 'agentmail.service');
      // The program needn't be installed here.
      writeFileSync(file, read('agentmail.service').replace('/usr/local/bin/agentmaild', process.execPath));
      const { status, stdout, stderr } = spawnSync('systemd-analyze', [...argv, file], { encoding: 'utf8' });
      return { status, output: stdout + stderr };
    };

    test('has only directives that systemd knows', () => {
      expect(analyze('verify')).toEqual({ status: 0, output: '' });
    });

    test('exposes little of the machine', () => {
      // Tenths, of 100 for a service without restrictions.
      const { status, output } = analyze('security', '--offline=true', '--threshold=25');
      expect([status, output]).toEqual([0, expect.stringContaining('Overall exposure level')]);
    });
  },
);
