import { expect, test } from 'vitest';
import { bringUp, startCli, whenWaiting } from '../support/daemon-process.ts';

/** The command waits ten seconds for the daemon to come back. */
test('a daemon that is killed while a command waits, is unreachable and never "nothing arrived"', async () => {
  const { home, pid } = await bringUp('support');
  const waiting = startCli(home, ['wait', '--timeout', '60', '--since', '2020-01-01T00:00:00Z']);
  await whenWaiting(home);
  process.kill(pid, 'SIGKILL');
  const ran = await waiting.ended;
  expect(ran.exit).toBe(7);
  expect(ran.error().code).toBe('UNREACHABLE');
  expect(ran.stdout).toBe('');
});
