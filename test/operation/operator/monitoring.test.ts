import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import * as api from '../../support/api.ts';
import { needsPrograms } from '../../support/needs.ts';
import { startService } from '../../support/service.ts';
import { temporaryHome } from '../../support/temporary.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/monitoring');
const promtool = (...argv: string[]) => execFileSync('promtool', argv, { encoding: 'utf8', stdio: 'pipe' });

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const dashboard = JSON.parse(readFileSync(join(FOLDER, 'dashboard.json'), 'utf8')) as Dashboard;
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

describe('the dashboard and the alerts', () => {
  it('name only metrics that the daemon has', async () => {
    const service = await startService();
    const { body } = await service.operator(api.getMetrics);
    const exposed = [...String(body).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
    const used = `${readFileSync(join(FOLDER, 'alerts.yml'), 'utf8')}\n${queries.join('\n')}`;
    const named = [...used.matchAll(/\b(?:agentmail|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
    expect(new Set(named).size).toBeGreaterThan(25);
    expect(named.filter((name) => !exposed.includes(name))).toEqual([]);
  });

  describe(
    'to Prometheus',
    needsPrograms({ prometheus: spawnSync('promtool', ['--version']).status === 0 }),
    () => {
      it('are rules that fire for the trouble that they are about', () => {
        expect(promtool('check', 'rules', join(FOLDER, 'alerts.yml'))).toContain('15 rules found');
        expect(promtool('test', 'rules', join(FOLDER, 'alerts.test.yml'))).toContain('SUCCESS');
      });

      it('are valid queries in every panel', () => {
        const rules = queries.map((query, index) => ({
          record: `panel:query${index}`,
          // Grafana fills these in.
          expr: query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.+'),
        }));
        const file = join(temporaryHome(), 'queries.yml');
        writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }));
        expect(promtool('check', 'rules', file)).toContain(`${queries.length} rules found`);
      });
    },
  );
});
