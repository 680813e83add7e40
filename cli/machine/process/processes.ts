import type { ChildProcess } from 'node:child_process';
import { UsageError } from '../../errors.ts';
import type { EndedProcess, Processes, ShellEnd, ShellOptions, StartedProcess } from '../world.ts';
import { isAlive } from './is-alive.ts';

const PRIVATE_FILE = 0o600;
/** Service tools answer sooner, or hang. */
const TOOL_TIMEOUT_MS = 60_000;

export const processes: Processes = {
  isAlive,
  signal: (pid, name) => {
    process.kill(pid, name);
  },
  startDaemon,
  runDaemonProgram,
  daemonCommand: () => [process.execPath, daemonLauncher()],
  runTool,
  runShell,
};

/** This file is three folders deep in the sources, and one in the bundle. */
function daemonLauncher(): string {
  const root = import.meta.url.endsWith('.ts') ? '../../../' : '../';
  return process
    .getBuiltinModule('node:url')
    .fileURLToPath(new URL(`${root}bin/agentmaild.js`, import.meta.url));
}

function startDaemon(args: readonly string[], logFile: string): StartedProcess {
  // Loaded on use: loading it takes longer than most commands.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const { closeSync, openSync } = process.getBuiltinModule('node:fs');
  const log = openSync(logFile, 'a', PRIVATE_FILE);
  const child = spawn(process.execPath, [daemonLauncher(), ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  return {
    pid: child.pid ?? 0,
    firstLine: new Promise((resolve) => {
      let received = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        received += text;
        const end = received.indexOf('\n');
        if (end >= 0) resolve(received.slice(0, end));
      });
      child.on('error', () => resolve(undefined));
      child.on('exit', () => resolve(undefined));
    }),
    release() {
      child.stdout?.destroy();
      child.unref();
    },
  };
}

function runDaemonProgram(
  args: readonly string[],
  interrupted: AbortSignal,
  stdin?: string,
): Promise<EndedProcess> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [daemonLauncher(), ...args], {
    stdio: [stdin === undefined ? 'inherit' : 'pipe', 'pipe', 'pipe'],
  });
  // A program that fails early doesn't read it.
  child.stdin?.on('error', () => undefined).end(stdin);
  const stop = () => child.kill('SIGTERM');
  interrupted.addEventListener('abort', stop, { once: true });
  return ended(child).finally(() => interrupted.removeEventListener('abort', stop));
}

async function runTool(
  program: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<EndedProcess | undefined> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(program, args, {
    stdio: [...stdio],
    timeout: TOOL_TIMEOUT_MS,
    env: { ...process.env, ...env },
  });
  return ended(child).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

function runShell(command: string, { stdin, env, stdout }: ShellOptions): Promise<ShellEnd> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const shell = process.env.SHELL || true;
  const child = spawn(command, {
    shell,
    stdio: ['pipe', stdout === 'stderr' ? 2 : 1, 2],
    env: { ...process.env, ...env },
  });
  // A command need not read its stdin.
  child.stdin?.on('error', () => undefined).end(stdin);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new UsageError(`The shell can't be started: ${error.message}.`)));
    child.on('close', (exit, signal) => resolve({ exit, signal }));
  });
}

function ended(child: ChildProcess): Promise<EndedProcess> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => resolve({ exit, stdout, stderr }));
  });
}
