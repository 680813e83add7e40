import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { isAlive } from '../../cli/machine/process/is-alive.ts';
import { writeStoreUrl } from '../../daemon/platform/store/location.ts';
import { type Ran, ran } from './cli.ts';
import { freshDatabase } from './postgres.ts';

/** The real programs as their users start them: launchers, bundles, processes. */

const BIN = fileURLToPath(new URL('../../bin/', import.meta.url));
const FREE_PORTS = ['--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0'];

/** A home folder that is gone after the test, and no daemon of it left running. */
export function throwAwayHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'agentmail-e2e-'));
  onTestFinished(async () => {
    await startCli(home, ['down', '--force']).ended;
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}

/** The same for a daemon, on the engine that the tests run on. */
export async function throwAwayStore(): Promise<string> {
  const home = throwAwayHome();
  if (process.env.AGENTMAIL_TEST_STORE === 'postgres') writeStoreUrl(home, await freshDatabase());
  return home;
}

export interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<Ran>;
}

export interface CliOptions {
  /** Text on stdin; `null` starts the command with stdin closed. */
  readonly stdin?: string | null;
  readonly env?: Record<string, string>;
}

/** Starts `agentmail` through its launcher, without a terminal. */
export function startCli(home: string, argv: readonly string[], options: CliOptions = {}): Started {
  const { AGENTMAIL_URL: _url, AGENTMAIL_KEY: _key, ...inherited } = process.env;
  const env = { ...inherited, AGENTMAIL_HOME: home, AGENTMAIL_KEYCHAIN: 'off', ...options.env };
  const command = [process.execPath, join(BIN, 'agentmail.js'), ...argv];
  const child =
    options.stdin === null
      ? spawn('/bin/sh', ['-c', 'exec "$@" <&-', 'sh', ...command], {
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        })
      : spawn(command[0] ?? '', command.slice(1), { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.stdin ?? '');
  const ended = new Promise<Ran>((resolve) => {
    child.on('close', (code) => resolve(ran(code ?? -1, stdout, stderr)));
  });
  return { process: child, ended };
}

export function cli(home: string, argv: readonly string[], options?: CliOptions): Promise<Ran> {
  return startCli(home, argv, options).ended;
}

export interface RunningDaemon {
  readonly home: string;
  readonly http: string;
  readonly smtp: string;
  readonly pid: number;
}

/** `agentmail up` on free ports, with one mailbox when it is named. */
export async function bringUp(mailbox?: string): Promise<RunningDaemon> {
  const home = await throwAwayStore();
  const up = await cli(home, ['up', ...FREE_PORTS]);
  if (up.exit !== 0) throw new Error(up.stderr);
  if (mailbox !== undefined) {
    const made = await cli(home, ['mailboxes', 'create', mailbox]);
    if (made.exit !== 0) throw new Error(made.stderr);
  }
  return { home, ...up.json<Omit<RunningDaemon, 'home'>>() };
}

/** Resolves when the process is gone. */
export async function whenGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Resolves when a command waits for mail. */
export async function whenWaiting(home: string): Promise<void> {
  const figures = async () => (await cli(home, ['operator', 'metrics'])).stdout;
  await expect.poll(figures).toContain('agentmail_waiting_calls 1');
}
