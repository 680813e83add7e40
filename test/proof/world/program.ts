import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { apiAt, type BodyOf, type Caller, type InputOf, type Reply } from '../../support/calls.ts';

/** The built daemon as a process of its own that an attack starts, watches and kills. */

const DAEMON = fileURLToPath(new URL('../../../bin/agentmaild.js', import.meta.url));

export interface ProgramOptions {
  readonly home: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the daemon, as `strace -o …`. */
  readonly under?: readonly string[];
  /** Descriptor that becomes its stderr; that of the tests otherwise. */
  readonly stderr?: number;
}

export class Program {
  readonly home: string;
  readonly child: ChildProcess;
  readonly http: string;
  readonly smtpPort: number;
  /** Of the daemon itself, also when another command runs it. */
  readonly pid: number;
  /** Answers that say that the daemon itself failed. */
  readonly faults: string[] = [];
  /** Called after every answer. */
  onReply: () => void = () => undefined;
  readonly #token: string;
  readonly #api = apiAt(
    () => this.http,
    ({ status, body }, line) => {
      if (status === 500) this.faults.push(`${line}: ${JSON.stringify(body)}`);
      this.onReply();
    },
  );

  private constructor(home: string, child: ChildProcess, ready: { http: string; smtp: string; pid: number }) {
    this.home = home;
    this.child = child;
    this.http = ready.http;
    this.smtpPort = Number(ready.smtp.slice(ready.smtp.lastIndexOf(':') + 1));
    this.pid = ready.pid;
    this.#token = readFileSync(join(home, 'operator.token'), 'utf8').trim();
  }

  static async start(options: ProgramOptions): Promise<Program> {
    const child = spawnDaemon(options);
    const ready = await new Promise<{ http: string; smtp: string; pid: number }>((resolve, reject) => {
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', (line) =>
        resolve(JSON.parse(line)),
      );
      child.once('exit', (code, signal) => reject(new Error(`the daemon ended with ${code ?? signal}`)));
    });
    return new Program(options.home, child, ready);
  }

  /** Starts it and kills it after so many milliseconds, ready or not. Returns its signal or exit code. */
  static async startInVain(options: ProgramOptions, milliseconds: number): Promise<string | number> {
    const child = spawnDaemon(options);
    const ended = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
    clearTimeout(timer);
    return signal ?? code ?? 0;
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resident memory, bytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  }

  /** Open file descriptors. */
  handles(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  /** Whether the daemon closes what it opened beyond `count`; checks for so many seconds. */
  async atMostHandles(count: number, seconds: number): Promise<boolean> {
    for (let waited = 0; this.handles() > count; waited += 0.05) {
      if (waited > seconds) return false;
      await sleep(50);
    }
    return true;
  }

  /** Kills it without warning; resolves when it is gone. */
  async kill(): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.child, 'exit');
    process.kill(this.pid, 'SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.child, 'exit');
    process.kill(this.pid, 'SIGTERM');
    await ended;
  }

  /** Null when the daemon died before it answered. */
  call<E extends Endpoint>(
    caller: Caller,
    endpoint: E,
    ...input: InputOf<E>
  ): Promise<Reply<BodyOf<E>> | null> {
    return this.#api.call(caller, endpoint, ...input).catch(() => null);
  }

  /** Calls as the operator. */
  operator<E extends Endpoint>(endpoint: E, ...input: InputOf<E>): Promise<Reply<BodyOf<E>> | null> {
    return this.call(this.#token, endpoint, ...input);
  }

  /** Returns the body of a success and throws otherwise; a null caller is the operator. */
  must<E extends Endpoint>(caller: Caller, endpoint: E, ...input: InputOf<E>): Promise<BodyOf<E>> {
    return this.#api.must(caller ?? this.#token, endpoint, ...input);
  }
}

function spawnDaemon({ home, flags = [], env = {}, under = [], stderr }: ProgramOptions): ChildProcess {
  const listeners = ['--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0'];
  const command = [
    ...[...under, process.execPath, DAEMON],
    ...['run', '--home', home, ...listeners, '--log-level', 'silent', ...flags],
  ];
  return spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', 'pipe', stderr ?? 'inherit'],
    env: { ...process.env, ...env },
  });
}
