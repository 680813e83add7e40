import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { onTestFinished } from 'vitest';
import * as api from './api.ts';
import { type Api, apiAt, type BodyOf, type Reply } from './calls.ts';
import { splitHostPort, temporaryHome } from './service.ts';

/** The built daemon in a process of its own that tests kill at a moment of their choice. */

const LAUNCHER = fileURLToPath(new URL('../../bin/agentmaild.js', import.meta.url));

type SendReply = Reply<BodyOf<typeof api.send>>;

export interface CrashingDaemon extends Api {
  readonly home: string;
  readonly process: ChildProcess;
  /** Admin key and mailbox of the account that the first start made. */
  readonly admin: string;
  readonly mailbox: string;
  readonly operatorToken: string;
  drain(): Promise<void>;
  /** One keyed send; null when the daemon died before it answered. */
  send(token: string, key: string, to: string): Promise<SendReply | null>;
  /** Kills the daemon after some milliseconds of the given sends. */
  killAfter(delay: number, sends: readonly Promise<unknown>[]): Promise<void>;
  /**
   * Delivers mail over several sessions, kills the daemon after so many answers, and returns the ids of all
   * 250s.
   */
  acceptUntilKilled(answers: number): Promise<string[]>;
}

interface Remembered {
  readonly admin: string;
  readonly mailbox: string;
  readonly address: string;
}

const remembered = new Map<string, Remembered>();

export async function startDaemon(
  options: { home?: string; flags?: readonly string[]; env?: Record<string, string> } = {},
): Promise<CrashingDaemon> {
  const home = options.home ?? temporaryHome();
  const child = spawn(
    process.execPath,
    [
      LAUNCHER,
      'run',
      '--home',
      home,
      '--http',
      '127.0.0.1:0',
      '--smtp',
      '127.0.0.1:0',
      '--log-level',
      'error',
      ...(options.flags ?? []),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...options.env } },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });
  const ready = await new Promise<{ http: string; smtp: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', (code) => reject(new Error(`the daemon ended with ${code} before it was ready`)));
  });
  const token = readFileSync(join(home, 'operator.token'), 'utf8').trim();
  const calls = apiAt(() => ready.http);
  if (!remembered.has(home)) {
    const { api_key } = await calls.must(token, api.operatorCreateAccount, { email: 'owner@example.com' });
    const { id, address } = await calls.must(api_key, api.createMailbox, { name: 'helper' });
    remembered.set(home, { admin: api_key, mailbox: id, address });
  }
  const { admin, mailbox, address } = remembered.get(home) as Remembered;
  return {
    home,
    process: child,
    admin,
    mailbox,
    operatorToken: token,
    ...calls,
    async drain() {
      await calls.must(token, api.drain, { timeout_seconds: 280 });
    },
    send: (key, idempotencyKey, to) =>
      calls
        .call({ key, headers: { 'idempotency-key': idempotencyKey } }, api.send, {
          from_mailbox: 'helper',
          to,
          subject: 'Once',
          body: 'Only once, please.',
        })
        .catch(() => null),
    async killAfter(delay, sends) {
      const over = new Promise<void>((resolve) => {
        setTimeout(() => {
          child.kill('SIGKILL');
          resolve();
        }, delay);
      });
      await Promise.all([over, ...sends]);
    },
    acceptUntilKilled: (answers) => acceptUntilKilled(child, ready.smtp, address, answers),
  };
}

async function acceptUntilKilled(
  child: ChildProcess,
  smtp: string,
  to: string,
  answers: number,
): Promise<string[]> {
  const [host, port] = splitHostPort(smtp);
  const ids: string[] = [];
  const session = async (): Promise<void> => {
    const transport = createTransport({ host, port, pool: true, maxConnections: 1, ignoreTLS: true });
    try {
      for (;;) {
        const info = await transport.sendMail({
          from: 'a@example.org',
          to,
          subject: 'Kept',
          text: 'Do not lose this.',
        });
        ids.push(...(info.response.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []));
        if (ids.length >= answers) child.kill('SIGKILL');
      }
    } catch {
      // The daemon is gone: what it answered is in `ids`.
    } finally {
      transport.close();
    }
  };
  await Promise.all(Array.from({ length: 8 }, session));
  return ids;
}

export async function killDaemon(daemon: CrashingDaemon): Promise<void> {
  const ended = new Promise((resolve) => daemon.process.once('exit', resolve));
  daemon.process.kill('SIGKILL');
  await ended;
}
