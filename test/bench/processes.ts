import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as api from '../support/api.ts';
import { type Api, apiAt } from '../support/calls.ts';

/** Programs under measurement, each in a process of its own, found by the line that they print when ready. */

export interface Running {
  readonly child: ChildProcess;
  readonly ready: { readonly http?: string; readonly smtp?: string };
  stop(): Promise<void>;
}

export interface RunningDaemon extends Running {
  readonly home: string;
  readonly operatorToken: string;
  readonly must: Api['must'];
}

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

export async function startProgram(
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const lines = createInterface({ input: child.stdout });
  const ready = await new Promise<Running['ready']>((resolve, reject) => {
    lines.once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)));
  });
  return {
    child,
    ready,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

export function startReference(name: string): Promise<Running> {
  return startProgram(fileURLToPath(new URL(`./references/${name}.ts`, import.meta.url)));
}

export interface DaemonOptions {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A home that stays; without it there is a new one that goes with the daemon. */
  readonly home?: string;
  /** The checkout whose build runs; this one by default. */
  readonly checkout?: string;
}

/** The built daemon on free ports. */
export async function startDaemon(options: DaemonOptions = {}): Promise<RunningDaemon> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
  const program = await startProgram(
    join(options.checkout ?? CHECKOUT, 'bin/agentmaild.js'),
    [
      ...['run', '--home', home, '--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0', '--log-level', 'warn'],
      ...(options.flags ?? []),
    ],
    options.env,
  );
  return {
    ...program,
    home,
    operatorToken: readFileSync(join(home, 'operator.token'), 'utf8').trim(),
    must: apiAt(() => program.ready.http ?? '').must,
    async stop() {
      await program.stop();
      if (options.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Begins another day by the test clock: the budget of sends is a day's. */
export async function newDay(daemon: RunningDaemon): Promise<void> {
  await daemon.must(daemon.operatorToken, api.advanceClock, { seconds: 86_400 });
}

export interface Subject {
  readonly admin: string;
  readonly mailboxes: readonly { readonly id: string; readonly address: string }[];
}

/** An account with some mailboxes. */
export async function createSubject(daemon: RunningDaemon, mailboxes = 1): Promise<Subject> {
  const account = await daemon.must(daemon.operatorToken, api.operatorCreateAccount, {
    email: 'bench@example.com',
  });
  const made: { id: string; address: string }[] = [];
  for (let index = 0; index < mailboxes; index++) {
    made.push(await daemon.must(account.api_key, api.createMailbox, { name: `box${index}` }));
  }
  return { admin: account.api_key, mailboxes: made };
}

/** Resident memory of a process, MB. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000;
}
