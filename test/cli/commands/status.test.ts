import { expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { startService } from '../../support/service.ts';

test('status --watch shows the status again until Ctrl-C, over a stop of the daemon', async () => {
  const service = await startService();
  const stop = new AbortController();
  const steps = [async () => undefined, () => service.stop(), async () => stop.abort()];
  const ran = await agentmail(['status', '--watch', '5'], {
    home: service.home,
    interrupted: stop.signal,
    clock: {
      now: () => Date.now(),
      sleep: async (milliseconds) => {
        if (milliseconds === 5000) await steps.shift()?.();
      },
    },
  });
  expect(ran.exit).toBe(0);
  const seen = ran.stdout.trimEnd().split('\n');
  expect(seen.map((each) => JSON.parse(each).running)).toEqual([true, true, false]);
});

test('status names the engine of the database', async () => {
  const service = await startService();
  const { stdout } = await agentmail(['status'], {
    home: service.home,
    terminal: 80,
    env: { NO_COLOR: '1' },
  });
  expect(stdout).toMatch(/^database +(?:SQLite|PostgreSQL) \d+\.\d+/m);
});

test('status --watch replaces what a terminal shows and leaves the last status behind', async () => {
  const service = await startService();
  const stop = new AbortController();
  const ran = await agentmail(['status', '--watch'], {
    home: service.home,
    terminal: 80,
    env: { NO_COLOR: '1' },
    interrupted: stop.signal,
    clock: { now: () => Date.now(), sleep: async () => stop.abort() },
  });
  expect(ran.exit).toBe(0);
  expect(ran.stdout).toContain('Every 2 s. Press Ctrl+C to stop.');
  const [, left] = ran.stdout.split('\u001b[?1049l\u001b[?25h');
  expect(left).toMatch(/^Running\.\napi/);
});
