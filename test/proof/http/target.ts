import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Program } from '../world/program.ts';

const MB = 1_000_000;

/** The daemon under attack, and its memory and open files as the system sees them. */
export class Target {
  readonly program: Program;
  readonly #url: URL;

  constructor(program: Program) {
    this.program = program;
    this.#url = new URL(program.http);
  }

  /** Opens a connection that reads nothing until it is told to; `source` is an address of this machine. */
  async connect(source = '127.0.0.1'): Promise<Socket> {
    const { hostname: host, port } = this.#url;
    const socket = connect({ host, port: Number(port), localAddress: source, noDelay: true });
    socket.pause();
    socket.on('error', () => undefined);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    return socket;
  }

  /** Makes one ordinary request; the status, or null when the connection broke. */
  ask(path: string, body?: string): Promise<number | null> {
    const { hostname, port } = this.#url;
    return new Promise((resolve) => {
      const call = request(
        { hostname, port, path, agent: false, method: body === undefined ? 'GET' : 'POST' },
        (response) => response.resume().once('close', () => resolve(response.statusCode ?? null)),
      );
      call.once('error', () => resolve(null));
      if (body !== undefined) call.setHeader('content-type', 'application/json');
      call.end(body);
    });
  }

  /** Resident memory, bytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.program.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  }

  handles(): number {
    return readdirSync(`/proc/${this.program.pid}/fd`).length;
  }

  /** Whether the daemon closes what it opened since; tries for so many seconds. */
  async atMostHandles(count: number, seconds: number): Promise<boolean> {
    for (let waited = 0; this.handles() > count; waited += 0.05) {
      if (waited > seconds) return false;
      await setTimeout(50);
    }
    return true;
  }
}

/**
 * An ordinary client: it asks for the daemon's health now and then, on a new connection, while others attack.
 */
export class OrdinaryClient {
  served = 0;
  /** The longest wait for one answer, milliseconds. */
  longest = 0;
  /** The most memory seen, bytes. */
  peak: number;
  readonly refusals: string[] = [];
  readonly #target: Target;
  readonly #running: Promise<void>;
  #going = true;

  constructor(target: Target) {
    this.#target = target;
    this.peak = target.memory();
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#going = false;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#going || this.served === 0) {
      const began = performance.now();
      const status = await this.#target.ask('/v1/health');
      this.longest = Math.max(this.longest, performance.now() - began);
      if (status === 200) this.served += 1;
      else this.refusals.push(`an ordinary request got ${status}`);
      if (!this.#target.program.isAlive) return;
      this.peak = Math.max(this.peak, this.#target.memory());
      await setTimeout(25);
    }
  }
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / MB);
}
