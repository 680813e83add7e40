import { copyFileSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_FILE } from '../../../daemon/platform/system/secrets.ts';
import * as api from '../../support/api.ts';
import { FaultyLink } from '../../support/faulty-link.ts';
import { Program, type ProgramOptions } from '../world/program.ts';

/** Options of all nodes of a cluster. */
export interface ClusterSetup {
  /** Has the homes of the nodes, and what they logged. */
  readonly folder: string;
  readonly database: string;
  /** Seconds without a heartbeat after which others take over. */
  readonly term: number;
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A daemon of a cluster with a home, a name, and its own link to the database. It's started and ended often.
 */
export class ProofNode {
  readonly name: string;
  readonly link: FaultyLink;
  readonly #setup: ClusterSetup;
  readonly #home: string;
  readonly #log: number;
  #program: Program | null = null;
  /** Whether the test ended the program, or other nodes may have replaced it. */
  #mayEnd = false;
  #isStopped = false;
  readonly #faults: string[] = [];

  private constructor(name: string, setup: ClusterSetup, link: FaultyLink) {
    this.name = name;
    this.link = link;
    this.#setup = setup;
    this.#home = join(setup.folder, name);
    mkdirSync(this.#home, { mode: 0o700 });
    this.#log = openSync(join(setup.folder, `${name}.log`), 'a');
  }

  /** A node that doesn't run yet; `secretOf` is the node whose secret it shares. */
  static async create(name: string, setup: ClusterSetup, secretOf?: ProofNode): Promise<ProofNode> {
    const node = new ProofNode(name, setup, await FaultyLink.open(setup.database));
    if (secretOf) copyFileSync(join(secretOf.#home, SECRET_FILE), join(node.#home, SECRET_FILE));
    return node;
  }

  /** Null while it doesn't run. */
  get program(): Program | null {
    return this.#program?.isAlive ? this.#program : null;
  }

  /** Starts it if it doesn't run. */
  async start(flags: readonly string[] = []): Promise<Program> {
    if (this.program) return this.program;
    this.#collect();
    const program = await Program.start(this.#options(flags));
    this.#mayEnd = false;
    program.child.once('exit', (code, signal) => {
      if (!this.#mayEnd) this.#faults.push(`${this.name} ended by itself with ${code ?? signal}`);
    });
    this.#program = program;
    return program;
  }

  /** Starts it, which doesn't run, and kills it after so many milliseconds, ready or not. */
  async startInVain(milliseconds: number): Promise<void> {
    const end = await Program.startInVain(this.#options(), milliseconds);
    if (end !== 'SIGKILL') this.#faults.push(`${this.name} ended at its start with ${end}`);
  }

  async kill(): Promise<void> {
    this.#mayEnd = true;
    await this.#program?.kill();
    this.#isStopped = false;
  }

  /** Lets it hand its work over, and go on without any. */
  async drain(): Promise<void> {
    await this.#program?.operator(api.drain, { timeout_seconds: 120, stop_accepting: true });
  }

  /** Lets it hand its work over and end. */
  async stop(): Promise<void> {
    this.#mayEnd = true;
    await this.#program?.stop();
  }

  /** Other nodes may replace it from now on, after which it ends. */
  mayBeReplaced(): void {
    this.#mayEnd = true;
  }

  /** Stops the process in the middle of whatever it does. */
  stall(): void {
    this.#mayEnd = true;
    this.#isStopped = true;
    if (this.program) process.kill(this.program.pid, 'SIGSTOP');
  }

  resume(): void {
    if (this.#isStopped && this.program) process.kill(this.program.pid, 'SIGCONT');
    this.#isStopped = false;
  }

  /** Failures since the last call. */
  takeFaults(): string[] {
    this.#collect();
    return this.#faults.splice(0);
  }

  async close(): Promise<void> {
    this.resume();
    await this.kill();
    this.link.close();
  }

  #options(flags: readonly string[] = []): ProgramOptions {
    const { term, flags: common, env } = this.#setup;
    return {
      home: this.#home,
      flags: [...common, '--node', this.name, ...flags],
      env: { ...env, AGENTMAIL_STORE: this.link.url, AGENTMAIL_NODE_TERM: String(term) },
      stderr: this.#log,
    };
  }

  #collect(): void {
    this.#faults.push(...(this.#program?.faults.splice(0) ?? []).map((fault) => `${this.name}: ${fault}`));
  }
}
