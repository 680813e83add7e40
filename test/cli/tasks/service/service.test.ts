import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processes } from '../../../../cli/machine/process/processes.ts';
import type { World } from '../../../../cli/machine/world.ts';
import { agentmail } from '../../../support/cli.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { nameDaemon, startStub } from '../../../support/stub-daemon.ts';

const ENDED = { exit: 0, stdout: '', stderr: '' };

const ACCOUNT = {
  account_id: '01960000-0000-7000-8000-000000000001',
  email: 'owner@agentmail.localhost',
  status: 'active',
  tier: 'pro',
  email_verified: true,
  phone_verified: true,
  trial_started_at: null,
  trial_sends_used: 0,
  clean_history: false,
  billing_exempt: false,
  warmup: null,
  storage_limit_bytes: null,
  platform_domain: { status: 'active', health: 'healthy' },
  legal_hold: false,
  created_at: '2026-01-01T00:00:00.000Z',
};

const STATUS = {
  version: '0.0.0-test',
  pid: 1,
  started_at: ACCOUNT.created_at,
  now: ACCOUNT.created_at,
  test_clock: false,
  http: 'http://127.0.0.1:1',
  smtp: '127.0.0.1:1',
  transport: 'capture',
  queues: { scan: 0, dispatch: 0, webhook: 0, jobs: 0 },
  accounts: 1,
  database_bytes: 0,
  blob_bytes: 0,
  postmaster_bytes: 0,
  postmaster_limit_bytes: 1_000_000,
  last_backup_at: null,
};

test('a service whose manager cannot be asked is not told as one that does not run', async () => {
  const { home, run } = await machine('linux');
  await run('install');
  const options = { home, env: { XDG_CONFIG_HOME: join(home, 'config') }, platform: 'linux', terminal: 100 };
  const asked = { ...processes, runTool: async () => undefined };
  const { stdout } = await agentmail(['service', 'status'], { ...options, processes: asked });
  expect(stdout).toContain("can't be determined from here");
  expect(stdout).not.toContain('does not run');
});

/** A machine whose manager of services is scripted; starting a service makes the stub daemon found. */
async function machine(platform: 'linux' | 'darwin', complaint?: string) {
  const { home, origin } = await startStub((server) => {
    server.get('/operator/v1/accounts', async () => ({ accounts: [ACCOUNT], next_cursor: null }));
    server.get('/operator/v1/status', async () => STATUS);
  });
  rmSync(join(home, 'daemon.json'));
  const calls: string[] = [];
  const said = { complaint };
  let running = false;
  const runTool: World['processes']['runTool'] = async (program, args) => {
    const call = [program, ...args].join(' ');
    if (/is-active|print/.test(call)) {
      return { ...ENDED, exit: running ? 0 : 3, stdout: running ? 'state = running' : '' };
    }
    calls.push(call);
    if (said.complaint !== undefined) return { ...ENDED, exit: 1, stderr: said.complaint };
    if (/enable --now|bootstrap| start |kickstart/.test(call)) {
      running = true;
      nameDaemon(home, origin);
    }
    if (/disable --now|bootout/.test(call)) running = false;
    return ENDED;
  };
  const daemonCommand = () => ['/opt/node 24/bin/node', '/opt/agentmail/bin/agentmaild.js'] as const;
  const startDaemon: World['processes']['startDaemon'] = (args) => {
    calls.push(`agentmaild ${args.join(' ')}`);
    nameDaemon(home, origin);
    const ready = { ready: true, pid: process.pid, http: origin, smtp: '127.0.0.1:1', home };
    return { pid: process.pid, firstLine: Promise.resolve(JSON.stringify(ready)), release() {} };
  };
  const options = {
    home,
    platform,
    env: { XDG_CONFIG_HOME: join(home, 'config') },
    processes: {
      ...processes,
      runTool,
      startDaemon,
      daemonCommand: () => [...daemonCommand()] as [string, string],
    },
  };
  const run = (...argv: string[]) => agentmail(['service', ...argv], options);
  /** As `agentmail down` leaves it. */
  const stopped = () => {
    running = false;
    rmSync(join(home, 'daemon.json'));
    calls.length = 0;
  };
  const up = (...argv: string[]) => agentmail(['up', ...argv], options);
  return { home, origin, calls, run, up, said, stopped };
}

const has = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

describe.each(['linux', 'darwin'] as const)('on %s', (platform) => {
  test('installing writes the file, starts the daemon and waits for it; uninstalling undoes it', async () => {
    const { home, run, calls } = await machine(platform);
    const installed = (await run('install')).json<{ name: string; file: string }>();
    expect(installed).toMatchObject({ installed: true, current: true, running: true });
    // Less where the umask of the person takes more away.
    expect(statSync(installed.file).mode & 0o777 & ~0o644).toBe(0);
    expect(statSync(join(home, 'daemon.log')).mode & 0o777).toBe(0o600);
    expect(existsSync(`${installed.file}.new`)).toBe(false);
    expect((await run('status')).json()).toEqual(installed);

    expect((await run('uninstall')).json()).toMatchObject({ installed: false, running: false });
    expect(existsSync(installed.file)).toBe(false);
    expect(calls.map((call) => call.replace(installed.file, 'FILE').replace(installed.name, 'NAME'))).toEqual(
      platform === 'linux'
        ? [
            'systemctl --user daemon-reload',
            'systemctl --user enable --now NAME',
            'systemctl --user disable --now NAME',
            'systemctl --user daemon-reload',
          ]
        : ['launchctl bootstrap gui/501 FILE', 'launchctl bootout gui/501/NAME'],
    );
  });

  test('--print writes nothing and asks nobody', async () => {
    const { home, run, calls } = await machine(platform);
    const printed = await run('install', '--print');
    expect(printed.stdout).toContain('/opt/agentmail/bin/agentmaild.js');
    expect(calls).toEqual([]);
    expect(existsSync(join(home, 'config'))).toBe(false);
    expect(existsSync(join(home, 'Library'))).toBe(false);
  });

  test('a file that says something else than this version would write is told', async () => {
    const { run } = await machine(platform);
    const { file } = (await run('install', '--http', '127.0.0.1:9999')).json<{ file: string }>();
    expect(readFileSync(file, 'utf8')).toContain('127.0.0.1:9999');
    expect((await run('status')).json()).toMatchObject({ current: false });
    expect((await run('status', '--http', '127.0.0.1:9999')).json()).toMatchObject({ current: true });
  });

  test('a manager that refuses is told, with what to type by hand', async () => {
    const { run } = await machine(platform, 'Failed to connect to bus');
    const ran = await run('install');
    expect(ran.exit).toBe(1);
    const [notice, error] = ran.stderr.trim().split('\n');
    expect(notice).toMatch(/Start it yourself: (systemctl|launchctl) /);
    expect(JSON.parse(error ?? '')).toMatchObject({ code: 'SERVICE_MANAGER_FAILED' });
    expect(ran.stderr).toContain('Failed to connect to bus');
  });
});

test.each([
  ['linux', /^systemctl --user start agentmail-[0-9a-f]{8}\.service$/],
  ['darwin', /^launchctl kickstart gui\/501\/local\.agentmail-[0-9a-f]{8}$/],
] as const)('on %s, up has the system start a home that is a service', async (platform, start) => {
  const { run, up, calls, stopped } = await machine(platform);
  await run('install');
  stopped();
  expect((await up()).json()).toMatchObject({ started: true, account_created: false });
  expect(calls).toEqual([expect.stringMatching(start)]);
  expect((await run('status')).json()).toMatchObject({ running: true });
});

test('up starts the daemon outside of its service when flags are for this run, or the system refuses', async () => {
  const { home, run, up, calls, said, stopped } = await machine('linux');
  await run('install');
  stopped();
  await up('--test-clock');
  expect(calls).toEqual([`agentmaild run --home ${home} --log-file ${home}/daemon.log --test-clock`]);

  stopped();
  said.complaint = 'Failed to connect to bus';
  const ran = await up();
  expect(calls[1]).toBe(`agentmaild run --home ${home} --log-file ${home}/daemon.log`);
  expect(ran.json()).toMatchObject({ started: true });
  expect(ran.stderr).toMatch(/outside its service: .*Failed to connect to bus/);
});

test('a daemon that was started by hand has to be stopped first', async () => {
  const { home, origin, run } = await machine('linux');
  nameDaemon(home, origin);
  expect((await run('install')).error()).toMatchObject({ code: 'USAGE', hint: /agentmail down/ });
});

test('each home has a service of its own, the default home the plain one', async () => {
  const { run, home } = await machine('linux');
  const other = (await run('status')).json<{ name: string }>().name;
  expect(other).toMatch(/^agentmail-[0-9a-f]{8}\.service$/);
  const plain = await agentmail(['service', 'status'], {
    home,
    platform: 'linux',
    env: { AGENTMAIL_HOME: join(home, '.agentmail') },
    processes: { ...processes, runTool: async () => undefined },
  });
  expect(plain.json()).toMatchObject({ name: 'agentmail.service', running: null });
});

test('other systems have none, and uninstalling what is not there is a mistake', async () => {
  const { run } = await machine('linux');
  expect((await run('uninstall')).exit).toBe(2);
  expect((await agentmail(['service', 'status'], { platform: 'win32' })).exit).toBe(2);
});

const STRANGE = '/tmp/a "strange" home\\ %h $HOME <&>';
const printed = (platform: string) =>
  agentmail(['service', 'install', '--print', '--home', STRANGE], {
    platform,
    processes: { ...processes, daemonCommand: () => [process.execPath, STRANGE] },
  });

const systemd = needsPrograms({ systemd: has('systemd-analyze') });

test('systemd reads the unit, whatever the home is called', systemd, async () => {
  const { home } = await startStub(() => {});
  const file = join(home, 'agentmail.service');
  writeFileSync(file, (await printed('linux')).stdout);
  const checked = spawnSync('systemd-analyze', ['verify', '--user', file], {
    encoding: 'utf8',
    env: { ...process.env, XDG_RUNTIME_DIR: home },
  });
  expect(checked.stderr.split('\n').filter((line) => line.includes(file) || /agentmail/.test(line))).toEqual(
    [],
  );
});

test('the unit restricts the daemon to its home, as far as its user may', systemd, async () => {
  const { home } = await startStub(() => {});
  const file = join(home, 'agentmail.service');
  const unit = (await printed('linux')).stdout;
  writeFileSync(file, unit);
  const { status, stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--user', '--offline=true', '--threshold=50', file],
    { encoding: 'utf8', env: { ...process.env, XDG_RUNTIME_DIR: home } },
  );
  expect([status, stdout]).toEqual([0, expect.stringContaining('Overall exposure level')]);
  expect(unit).toContain('ProtectSystem=strict');
  expect(unit).toContain('ReadWritePaths="/tmp/a \\"strange\\" home\\\\ %%h $HOME <&>" -%C/agentmail\n');
  // A private /tmp would hide this home.
  expect(unit).toContain('PrivateTmp=no');
});

test('a property list holds the words as they are', needsPrograms({ python3: has('python3') }), async () => {
  const read =
    "import plistlib,sys,json; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())['ProgramArguments']))";
  const { stdout } = spawnSync('python3', ['-c', read], {
    input: (await printed('darwin')).stdout,
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual([
    ...[process.execPath, STRANGE],
    ...['run', '--home', STRANGE, '--log-file', `${STRANGE}/daemon.log`],
  ]);
});

test('a home with a line break in its name is refused', async () => {
  const ran = await agentmail(['service', 'install', '--print', '--home', '/tmp/a\nExecStartPre=x'], {
    platform: 'linux',
  });
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
});
