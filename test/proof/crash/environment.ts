import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Seeded } from '../../review/seeded.ts';
import * as api from '../../support/api.ts';
import type { Input } from '../../support/calls.ts';
import { testAuthority } from '../../support/certificates.ts';
import { answer, closeEarly, HttpsReceiver, type ReceivedRequest } from '../../support/https-receiver.ts';
import { createAccount } from '../world/account.ts';
import { Client } from '../world/clients.ts';
import { Ledger } from '../world/ledger.ts';
import { Program } from '../world/program.ts';
import { Provider } from '../world/provider.ts';
import { chooseMoment, type Moment, Trigger } from './moment.ts';
import { replay } from './replay.ts';
import { type Outside, problemsOf } from './violations.ts';
import { type ReviewedAccount, Workload } from './workload.ts';

/** One home, whose daemon is killed repeatedly, and the provider and webhook receiver, which keep running. */

const DAY = 24 * 3600;
/** Longer than every retry of mail and webhooks. */
const EVERYTHING = 3 * DAY;
const ACTS = 30;
const AT_ONCE = 8;
const EVENTS: Input<typeof api.createWebhook>['enabled_events'] = [
  'message.received',
  'message.delivered',
  'message.dispatch_failed',
];

export class Environment {
  readonly #home: string;
  readonly #provider: Provider;
  readonly #receiver: HttpsReceiver;
  readonly #random: Seeded;
  readonly #ledger = new Ledger();
  readonly #faults: string[] = [];
  readonly #told = new Map<string, Set<string>>();
  readonly #authority: string;
  #account: ReviewedAccount | null = null;
  #program: Program | null = null;
  #trigger: Trigger | null = null;

  private constructor(provider: Provider, receiver: HttpsReceiver, random: Seeded) {
    this.#home = mkdtempSync(join(tmpdir(), 'agentmail-crash-'));
    this.#authority = join(this.#home, 'authority.pem');
    this.#provider = provider;
    this.#receiver = receiver;
    this.#random = random;
    provider.onStage = (stage) => this.#trigger?.reached(stage);
    receiver.behave = (response, request) => {
      this.#note(request);
      this.#trigger?.happened('webhook');
      const dice = random.below(12);
      if (dice === 0) closeEarly(response, request);
      else answer(dice === 1 ? 503 : 200)(response, request);
      this.#trigger?.happened('answered');
    };
  }

  static async open(random: Seeded): Promise<Environment> {
    const { certificate } = await testAuthority();
    const environment = new Environment(await Provider.start(), await HttpsReceiver.start(), random);
    writeFileSync(environment.#authority, certificate);
    environment.#account = await createReviewedAccount(
      await environment.#running(),
      environment.#receiver.url(),
    );
    return environment;
  }

  async close(): Promise<void> {
    await this.#program?.kill();
    await Promise.all([this.#provider.stop(), this.#receiver.stop()]);
    rmSync(this.#home, { recursive: true, force: true });
  }

  /**
   * Lets the clients work, kills the daemon, starts it again and checks it. Returns the moment of the kill
   * and all problems.
   */
  async crash(): Promise<{ moment: Moment; problems: string[] }> {
    const moment = chooseMoment(this.#random);
    await this.#workUntil(await this.#running(), moment);
    if (this.#random.below(4) === 0) {
      await Program.startInVain(this.#options(), 300 + this.#random.below(900));
    }
    return { moment, problems: await this.#inspect(await this.#running(), false) };
  }

  /** Advances the clock until nothing is left to do, and checks for the last time. */
  async finish(): Promise<string[]> {
    const program = await this.#running();
    await this.#client(program).advance(EVERYTHING);
    return this.#inspect(program, true);
  }

  #options() {
    return {
      home: this.#home,
      flags: ['--relay', this.#provider.url, '--test-clock', '--allow-private-webhooks'],
      env: { NODE_EXTRA_CA_CERTS: this.#authority },
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
    return new Client(program, this.#account, this.#ledger);
  }

  async #workUntil(program: Program, moment: Moment): Promise<void> {
    const trigger = new Trigger(moment, this.#home, () => void program.kill());
    this.#trigger = trigger;
    program.onReply = () => trigger.happened('reply');
    const workload = new Workload(this.#client(program), this.#random);
    workload.onAccepted = () => trigger.happened('accepted');
    await workload.work(ACTS, AT_ONCE);
    this.#trigger = null;
    trigger.end();
    await program.kill();
    this.#program = null;
    this.#faults.push(...program.faults);
  }

  /** A restarted daemon has the time of the machine; its clients' clock may be ahead. */
  async #catchUp(program: Program): Promise<void> {
    if (!this.#account) return;
    const behind = Math.ceil((this.#ledger.clock - Date.now()) / 1000);
    if (behind > 0) await this.#client(program).advance(behind);
    await program.must(null, api.drain, { timeout_seconds: 120 });
  }

  async #inspect(program: Program, isFinal: boolean): Promise<string[]> {
    const outside: Outside = {
      ledger: this.#ledger,
      taken: this.#provider.taken,
      told: this.#told,
      isFinal,
    };
    const problems = problemsOf(this.#home, outside);
    const letters = this.#ledger.letters.filter(({ kind }) => kind === 'send' || kind === 'held').slice(-8);
    for (const letter of letters) problems.push(...(await replay(this.#client(program), letter)));
    // A letter whose first send was never stored may have gone out now, once.
    await program.must(null, api.drain, { timeout_seconds: 120 });
    problems.push(...problemsOf(this.#home, { ...outside, isFinal: false }));
    const integrity = await program.must(null, api.checkIntegrity);
    problems.push(...integrity.problems, ...this.#faults.splice(0), ...program.faults.splice(0));
    return [...new Set(problems)];
  }

  #note({ event }: ReceivedRequest): void {
    const about = `${event.event} ${String(event.data.message_id)}`;
    this.#told.set(about, (this.#told.get(about) ?? new Set()).add(event.id));
  }
}

/** An account with two mailboxes, an agent of the reviewed one, and a webhook. */
async function createReviewedAccount(program: Program, hook: string): Promise<ReviewedAccount> {
  await program.must(null, api.updateSettings, { 'deliverability.dns': 'off' });
  const account = await createAccount(program);
  const { admin } = account;
  const reviewed = await program.must(admin, api.createMailbox, { name: 'reviewed' });
  await program.must(admin, api.updateMailbox, { id: reviewed.id, hitl_mode: 'all_outbound' });
  const key = await program.must(admin, api.createApiKey, { role: 'agent', mailbox_ids: [reviewed.id] });
  await program.must(admin, api.createWebhook, { url: hook, enabled_events: EVENTS });
  return { ...account, agent: key.api_key, reviewed };
}
