import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The built daemon as a process of its own that an attack starts, watches and kills. */

const DAEMON = fileURLToPath(new URL('../../bin/agentmaild.js', import.meta.url));

export interface ProgramOptions {
  readonly home: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the daemon, as `strace -o …`. */
  readonly under?: readonly string[];
  /** Descriptor that becomes its stderr; that of the tests otherwise. */
  readonly stderr?: number;
}

export interface HttpReply<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T & { readonly code?: string };
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

  /** Starts it and kills it after so many milliseconds, ready or not. */
  static async startInVain(options: ProgramOptions, milliseconds: number): Promise<void> {
    const child = spawnDaemon(options);
    const ended = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    await ended;
    clearTimeout(timer);
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
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
  async call<T = Record<string, unknown>>(
    key: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HttpReply<T> | null> {
    try {
      const response = await fetch(`${this.http}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const reply = { status: response.status, body: (await response.json()) as HttpReply<T>['body'] };
      if (reply.status === 500) this.faults.push(`${method} ${path}: ${JSON.stringify(reply.body)}`);
      this.onReply();
      return reply;
    } catch {
      return null;
    }
  }

  operator<T = Record<string, unknown>>(method: string, path: string, body?: unknown) {
    return this.call<T>(this.#token, method, `/operator/v1${path}`, body);
  }

  /** As `call`, and fails on anything but success. */
  async must<T = Record<string, unknown>>(
    key: string | null,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T> {
    const reply =
      key === null ? await this.operator<T>(method, path, body) : await this.call<T>(key, method, path, body);
    if (!reply || reply.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(reply)}`);
    return reply.body;
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
