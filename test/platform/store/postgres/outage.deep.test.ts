import { describe, expect, it, onTestFinished } from 'vitest';
import { SECOND } from '../../../../daemon/platform/system/clock.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { hasPostgresPrograms, PostgresServer } from '../../../support/postgres.ts';
import { createTenant, startService } from '../../../support/service.ts';

describe('a daemon without its database', {
  ...needsPrograms({ postgresql: hasPostgresPrograms() }),
}, () => {
  it('logs when that begins and when it ends, and not each attempt', async () => {
    const server = new PostgresServer({ isSynced: false });
    await server.start();
    onTestFinished(() => server.stop());
    const lines: { level: number; msg: string; err?: unknown; seconds?: number }[] = [];
    const service = await startService({
      config: { store: await server.createDatabase('outage'), logLevel: 'warn' },
      overrides: { logStream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
    });
    await createTenant(service);
    await service.drain();
    const { clock, daemon } = service;
    const pass = async (seconds: number) => {
      clock.moveTo(clock.now() + seconds * SECOND);
      await daemon.context.store.databaseBytes().catch(() => undefined);
    };
    const since = lines.length;
    const messages = () => lines.slice(since).map(({ msg }) => msg);

    await server.kill();
    await expect.poll(() => pass(5).then(messages)).toContain("database can't be reached, will retry");
    for (let round = 0; round < 60; round++) await pass(5);
    await server.start();
    await expect.poll(() => pass(5).then(messages)).toContain('database reached again');
    // Lost only when the machine is slow.
    const noted = lines
      .slice(since)
      .filter(({ msg }) => !msg.startsWith('database not reached for too long'));
    expect(noted.map(({ msg }) => msg)).toEqual([
      "database can't be reached, will retry",
      'database reached again',
    ]);
    expect(noted[1]?.seconds).toBeGreaterThanOrEqual(300);
  });
});
