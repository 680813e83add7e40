import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Seeded } from '../../mail/review/seeded.ts';
import * as api from '../../support/api.ts';
import { Client } from '../world/clients.ts';
import { Program } from '../world/program.ts';
import { Surroundings } from '../world/surroundings.ts';
import { type Engine, type EngineName, engineFor } from './engine.ts';
import { chooseMoment, chooseVictim, type Moment, Trigger, type Victim } from './moment.ts';
import { replay } from './replay.ts';
import { type Outside, problemsOf } from './violations.ts';
import { type ReviewedAccount, Workload } from './workload.ts';

/** One home, whose daemon is killed repeatedly, and the provider and webhook receiver, which keep running. */

const DAY = 24 * 3600;
/** Longer than every retry of mail and webhooks. */
const EVERYTHING = 3 * DAY;
const ACTS = 30;
const AT_ONCE = 8;
const LOG = 'errors.log';
/** Seconds after which work that failed during an outage was tried again. */
const RETRIES = 31;
/** Longest time that a killed server stays away, milliseconds: shorter than a daemon trusts itself. */
const LONGEST_OUTAGE = 3000;
interface Parts {
  readonly home: string;
  readonly engine: Engine;
  readonly surroundings: Surroundings;
  readonly random: Seeded;
}

/** A kill and all problems after it. */
export interface Crash {
  readonly moment: Moment;
  readonly victim: Victim;
  readonly problems: readonly string[];
}

export class Environment {
  readonly #home: string;
  readonly #engine: Engine;
  readonly #surroundings: Surroundings;
  readonly #random: Seeded;
  readonly #faults: string[] = [];
  /** Errors that the daemon logged. */
  readonly #log: number;
  #account: ReviewedAccount | null = null;
  #program: Program | null = null;
  #trigger: Trigger | null = null;
  /** Ends when the server runs again. */
  #outage: Promise<void> = Promise.resolve();

  private constructor({ home, engine, surroundings, random }: Parts) {
    this.#home = home;
    this.#engine = engine;
    this.#surroundings = surroundings;
    this.#random = random;
    this.#log = openSync(join(home, LOG), 'a');
    surroundings.provider.onStage = (stage) => this.#trigger?.reached(stage);
    surroundings.onWebhook = (step) => this.#trigger?.happened(step);
  }

  static async open(random: Seeded, name: EngineName = 'sqlite'): Promise<Environment> {
    const home = mkdtempSync(join(tmpdir(), 'agentmail-crash-'));
    const surroundings = await Surroundings.open(home, random);
    const engine = await engineFor(name, home);
    const environment = new Environment({ home, engine, surroundings, random });
    environment.#account = await surroundings.createAccount(await environment.#running());
    return environment;
  }

  async close(): Promise<void> {
    await this.#program?.kill();
    await this.#surroundings.close();
    closeSync(this.#log);
    rmSync(this.#home, { recursive: true, force: true });
  }

  /**
   * Lets the clients work, kills the daemon or the server of its database, starts it again and checks the
   * daemon.
   */
  async crash(): Promise<Crash> {
    const moment = chooseMoment(this.#random);
    const victim = this.#engine.server ? chooseVictim(this.#random) : 'daemon';
    await this.#workUntil(await this.#running(), moment, victim);
    if (victim !== 'server' && this.#random.below(4) === 0) {
      await Program.startInVain(this.#options(), 300 + this.#random.below(900));
    }
    const program = await this.#running();
    if (victim === 'server') await this.#client(program).advance(RETRIES);
    await program.must(null, api.drain, { timeout_seconds: 120 });
    return { moment, victim, problems: await this.#inspect(program, false) };
  }

  /** Advances the clock until nothing is left to do, and checks for the last time. */
  async finish(): Promise<string[]> {
    const client = this.#client(await this.#running());
    const records = await this.#engine.open();
    await records.ageLeftovers();
    await records.close();
    await client.advance(EVERYTHING);
    // The start removes bytes of mail that wasn't stored.
    await this.#program?.stop();
    this.#program = null;
    return this.#inspect(await this.#running(), true);
  }

  /** Copies what the daemons logged, which `close` removes. */
  keepLog(file: string): void {
    copyFileSync(join(this.#home, LOG), file);
  }

  #options() {
    return {
      home: this.#home,
      flags: [...this.#surroundings.flags, '--test-clock'],
      stderr: this.#log,
      env: { ...this.#surroundings.env, ...this.#engine.env },
    };
  }

  /** The daemon, started if it isn't running, with nothing left to do. */
  async #running(): Promise<Program> {
    this.#program ??= await Program.start(this.#options());
    await this.#catchUp(this.#program);
    return this.#program;
  }

  #client(program: Program): Client<ReviewedAccount> {
    if (!this.#account) throw new Error('the account was not created');
    return new Client(program, this.#account, this.#surroundings.ledger);
  }

  async #workUntil(program: Program, moment: Moment, victim: Victim): Promise<void> {
    const downtime = victim === 'daemon' ? 0 : this.#random.below(LONGEST_OUTAGE);
    const trigger = new Trigger(moment, this.#engine, () => {
      if (victim !== 'server') void program.kill();
      if (victim !== 'daemon') this.#outage = this.#stopServer(downtime);
    });
    this.#trigger = trigger;
    program.onReply = () => trigger.happened('reply');
    const workload = new Workload(this.#client(program), this.#random);
    workload.onAccepted = () => trigger.happened('accepted');
    workload.outage = () => this.#outage;
    await workload.work(ACTS, AT_ONCE);
    this.#trigger = null;
    trigger.end();
    await this.#outage;
    if (victim !== 'server') {
      await program.kill();
      this.#program = null;
    }
    this.#faults.push(...program.faults.splice(0));
  }

  /** Stops the server without a shutdown, and starts it again after some milliseconds. */
  async #stopServer(downtime: number): Promise<void> {
    await this.#engine.server?.kill();
    await delay(downtime);
    await this.#engine.server?.start();
  }

  /** A restarted daemon has the time of the machine; its clients' clock may be ahead. */
  async #catchUp(program: Program): Promise<void> {
    if (!this.#account) return;
    const behind = Math.ceil((this.#surroundings.ledger.clock - Date.now()) / 1000);
    if (behind > 0) await this.#client(program).advance(behind);
    await program.must(null, api.drain, { timeout_seconds: 120 });
  }

  async #inspect(program: Program, isFinal: boolean): Promise<string[]> {
    const outside = this.#surroundings.outside(isFinal);
    const problems = await this.#problems(outside);
    const letters = this.#surroundings.ledger.letters
      .filter(({ kind }) => kind === 'send' || kind === 'held')
      .slice(-8);
    for (const letter of letters) problems.push(...(await replay(this.#client(program), letter)));
    // A letter whose first send was never stored may have gone out now, once.
    await program.must(null, api.drain, { timeout_seconds: 120 });
    problems.push(...(await this.#problems({ ...outside, isFinal: false })));
    const integrity = await program.must(null, api.checkIntegrity);
    problems.push(...integrity.problems, ...this.#faults.splice(0), ...program.faults.splice(0));
    return [...new Set(problems)];
  }

  async #problems(outside: Outside): Promise<string[]> {
    const records = await this.#engine.open();
    try {
      return await problemsOf(records, outside);
    } finally {
      await records.close();
    }
  }
}
