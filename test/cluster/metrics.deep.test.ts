import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import * as api from '../support/api.ts';
import { startCluster, type TestNode } from '../support/cluster.ts';
import { freePort } from '../support/mail-sink.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';
import { createTenant, type Tenant } from '../support/service.ts';
import { temporaryHome } from '../support/temporary.ts';

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

const FOLDER = join(import.meta.dirname, '../../docs/monitoring');
const dashboard = JSON.parse(readFileSync(join(FOLDER, 'dashboard.json'), 'utf8')) as Dashboard;
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const TOKEN = 'a-token-that-opens-the-metrics-only';
const isInstalled = spawnSync('prometheus', ['--version']).status === 0;

describe('two nodes that Prometheus scrapes', {
  ...needsPrograms({ postgresql: hasPostgres(), prometheus: isInstalled }),
}, () => {
  it('are told apart by instance and by name, in every query of the dashboard', async () => {
    const { nodes } = await startCluster(2);
    const [one, two] = nodes as [TestNode, TestNode];
    await one.operator(api.updateSettings, { 'metrics.token': TOKEN });
    const tenant = await createTenant(one);
    const instances = nodes.map(({ daemon }) => new URL(daemon.runtime.http).host);
    const prometheus = await startPrometheus(instances);
    const names = async () =>
      Object.fromEntries(
        (await prometheus('agentmail_node_info')).map(({ metric }) => [metric.instance, metric.node]),
      );
    await expect.poll(names).toEqual({ [instances[0] ?? '']: 'one', [instances[1] ?? '']: 'two' });
    expect((await prometheus('agentmail_nodes')).map(({ value: [, count] }) => count)).toEqual(['2', '2']);

    /** Instances for which each query that keeps them has values. */
    const found = async (instance: string) => {
      const kept = new Map<string, string[]>();
      for (const query of queries) {
        const samples = await prometheus(filledIn(query, instance));
        const of = samples.flatMap(({ metric }) => metric.instance ?? []);
        if (of.length > 0) kept.set(query, [...new Set(of)].sort());
      }
      return kept;
    };
    const of = await found('.+');
    expect(of.size).toBeGreaterThan(10);
    for (const [query, those] of of) expect(those, query).toEqual(instances.toSorted());
    for (const [query, those] of await found(instances[1] ?? ''))
      expect(those, query).toEqual([instances[1]]);

    // Counted where it happened, and added up over both.
    const count = 'sum(increase(agentmail_smtp_messages_total{instance=~"$instance"}[$__rate_interval]))';
    expect(queries).toContain(count.replace('increase', 'rate'));
    const counted = async (instance: string) =>
      Number((await prometheus(filledIn(count, instance)))[0]?.value[1] ?? 0);
    await receive(two, tenant);
    await expect.poll(() => counted(instances[1] ?? '')).toBeGreaterThan(0);
    expect(await counted(instances[0] ?? '')).toBe(0);
    expect(await counted('.+')).toBeGreaterThan(0);
  });
});

function filledIn(query: string, instance: string): string {
  return query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', instance);
}

async function receive(node: TestNode, { mailbox }: Tenant): Promise<void> {
  await node.deliver({ from: 'ann@example.org', to: mailbox.address, subject: 'Counted', text: 'Hello.' });
}

/** Starts Prometheus, and returns a function that answers queries. It ends with the test. */
async function startPrometheus(targets: readonly string[]) {
  const folder = temporaryHome();
  const address = `127.0.0.1:${await freePort()}`;
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s' },
    rule_files: [join(FOLDER, 'alerts.yml')],
    scrape_configs: [
      {
        job_name: 'agentmail',
        authorization: { credentials: TOKEN },
        static_configs: [{ targets }],
      },
    ],
  };
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, stringify(config));
  const child = spawn(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  onTestFinished(() => ended(child));
  return async (query: string): Promise<readonly Sample[]> => {
    const url = `http://${address}/api/v1/query?query=${encodeURIComponent(query)}`;
    const response = await fetch(url).catch(() => null);
    // It may not listen yet.
    if (!response || response.status === 503) return [];
    const { status, error, data } = (await response.json()) as {
      status: string;
      error?: string;
      data?: { result: Sample[] };
    };
    if (status !== 'success') throw new Error(`${query}: ${error}`);
    return data?.result ?? [];
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exit;
}
