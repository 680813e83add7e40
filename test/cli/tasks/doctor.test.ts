import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkRoom, judgeRoom } from '../../../cli/tasks/doctor/room.ts';
import { MB } from '../../../shared/contract/limits.ts';
import { agentmail } from '../../support/cli.ts';
import { createTenant, startService } from '../../support/service.ts';
import { nameDaemon, startStub } from '../../support/stub-daemon.ts';

/** Above the largest pid of any system. */
const DEAD_PID = 2 ** 30;

describe('the room that doctor finds on the disk', () => {
  test.each([
    [4_000 * MB, 100_000 * MB, 'ok', '4,000 MB free'],
    [1_999 * MB, 100_000 * MB, 'warning', '1,999 MB free'],
    [999 * MB, 100_000 * MB, 'error', '999 MB free'],
    [100 * MB, 1_000 * MB, 'ok', '100 MB free'],
    [0, 100_000 * MB, 'error', '0 MB free'],
  ])('of %d bytes of %d is called %s', (free, total, severity, message) => {
    expect(judgeRoom({ free, total })).toMatchObject({ severity, message });
  });

  test('is that of the folder, where there is one', async () => {
    expect((await checkRoom(tmpdir())).message).toMatch(/^[\d,]+ MB free$/);
    expect((await checkRoom('/does/not/exist')).severity).toBe('skipped');
  });
});

describe('doctor says what helps', () => {
  interface Checks {
    readonly checks: readonly { readonly id: string; readonly severity: string; readonly remedy?: string }[];
  }
  const remedies = async (home: string, env: Record<string, string> = {}) => {
    const { checks } = (await agentmail(['doctor'], { home, env })).json<Checks>();
    return new Map(checks.map(({ id, remedy }) => [id, remedy]));
  };

  test('against a daemon that is silent, which is not to ask doctor', async () => {
    const { home } = await startStub(() => {});
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    const address = silent.address();
    nameDaemon(home, `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    const remedy = (await remedies(home, { AGENTMAIL_TIMEOUT: '0.3' })).get('reachable');
    expect(remedy).toMatch(/^check agentmail logs/);
  });

  test('once, when the process of the daemon has ended', async () => {
    const { home } = await startStub(() => {});
    nameDaemon(home, 'http://127.0.0.1:9', DEAD_PID);
    const { checks } = (await agentmail(['doctor'], { home })).json<Checks>();
    const errors = checks.filter(({ severity }) => severity === 'error').map(({ id }) => id);
    expect(errors).toEqual(['process']);
  });

  test('against a missing key where there is an account, as after a restore', async () => {
    const service = await startService();
    await createTenant(service);
    rmSync(join(service.home, 'credentials.json'), { force: true });
    expect((await remedies(service.home)).get('credential')).toMatch(
      /^create one: agentmail operator accounts key EMAIL --save-as default;/,
    );
  });
});
