import { createHash } from 'node:crypto';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { EventType } from '../../../shared/contract/values.ts';
import { Seeded } from '../../mail/review/seeded.ts';
import * as api from '../../support/api.ts';
import type { BodyOf, Caller, InputOf } from '../../support/calls.ts';
import type { Reply } from '../../support/service.ts';
import { INJECTION } from '../crash/workload.ts';
import { drainFully } from '../drain.ts';
import { PLANS } from '../world/provider.ts';
import { differences } from './compare.ts';
import { type Answer, type Arrival, DAILY_LIMIT, type Letter, Model } from './model.ts';
import { type Place, START, World } from './world.ts';

export interface SimulationReport {
  readonly steps: number;
  /** Of everything that was done and answered: equal for equal seeds. */
  readonly digest: string;
  readonly days: number;
  readonly letters: number;
  readonly restarts: number;
  readonly violations: readonly string[];
}

const EVENTS: readonly EventType[] = [
  'message.received',
  'message.quarantined',
  'message.delivered',
  'message.pending_review',
  'message.review_resolved',
  'message.dispatch_failed',
];
const PEOPLE = 60;
const SENDERS = 8;
const KEYS = 40;
const SECOND = 1000;
const PLANNED = PLANS.filter((plan) => plan !== 'break_body');

/** Plays random clients against the daemon and the model, and compares both after every step. */
export async function simulate(seed: number, steps: number, say: (text: string) => void = () => undefined) {
  const world = await World.open(seed);
  try {
    const place = await world.settleIn(DAILY_LIMIT, EVENTS);
    const simulation = new Simulation(world, place, new Seeded(seed));
    for (let step = 1; step <= steps && simulation.violations.length === 0; step++) {
      await simulation.step(step);
      if (step % 500 === 0) say(`seed ${seed}, step ${step}, violations ${simulation.violations.length}`);
    }
    await simulation.settle();
    return simulation.report(steps);
  } finally {
    await world.close();
  }
}

class Simulation {
  readonly violations: string[] = [];
  readonly #world: World;
  readonly #place: Place;
  readonly #random: Seeded;
  readonly #model = new Model(START);
  readonly #digest = createHash('sha256');
  #numbers = 0;
  #restarts = 0;

  constructor(world: World, place: Place, random: Seeded) {
    this.#world = world;
    this.#place = place;
    this.#random = random;
  }

  async step(step: number): Promise<void> {
    const deed = await this.#act();
    await drainFully(this.#world.service);
    const found = await differences(this.#world, this.#place, this.#model, false);
    this.#digest.update(`${step} ${deed}\n`);
    this.violations.push(...found.map((problem) => `step ${step}, ${deed}: ${problem}`));
  }

  /** Everything becomes due, and every event is told. */
  async settle(): Promise<void> {
    if (this.violations.length > 0) return;
    await this.#advance(4 * 24 * 3600);
    const found = await differences(this.#world, this.#place, this.#model, true);
    this.violations.push(...found.map((problem) => `in the end: ${problem}`));
  }

  report(steps: number): SimulationReport {
    return {
      steps,
      digest: this.#digest.copy().digest('hex').slice(0, 16),
      days: Math.round((this.#model.now - START) / (24 * 3600 * SECOND)),
      letters: this.#model.letters.length,
      restarts: this.#restarts,
      violations: this.violations,
    };
  }

  #act(): Promise<string> {
    const dice = this.#random.below(100);
    if (dice < 40) return this.#send();
    if (dice < 50) return this.#receive();
    if (dice < 58) return this.#decide();
    if (dice < 64) return this.#schedule();
    if (dice < 70) return this.#list('suppressions', this.#model.suppressed);
    if (dice < 75) return this.#list('allowlist', this.#model.allowed);
    if (dice < 77) return this.#blockSender();
    if (dice < 80) return this.#review();
    if (dice < 82) return this.#restart();
    return this.#advance(this.#random.pick([1, 20, 61, 400, 3700, 5 * 3600, 26 * 3600]));
  }

  #call<E extends Endpoint>(caller: Caller, endpoint: E, ...input: InputOf<E>): Promise<Reply<BodyOf<E>>> {
    return this.#world.service.call(caller, endpoint, ...input);
  }

  /** Notes an answer that the model did not expect; both as words. */
  #expect(deed: string, heard: string, expected: string): string {
    if (heard !== expected) this.violations.push(`${deed}: heard ${heard}, expected ${expected}`);
    return `${deed}: ${heard}`;
  }

  #person(): string {
    const number = this.#random.below(PEOPLE);
    return `${PLANNED[number % PLANNED.length]}-${number}@there.example`;
  }

  #letter(): Letter {
    this.#numbers += 1;
    const byAgent = this.#random.below(3) === 0;
    return {
      number: this.#numbers,
      recipient: this.#person(),
      mailbox: byAgent || this.#random.below(4) > 0 ? 'open' : 'listed',
      byAgent,
      key: this.#random.below(2) === 0 ? `key-${this.#random.below(KEYS)}` : null,
      id: null,
      state: 'scanning',
      deferred: false,
      tries: 0,
      chargedOn: null,
      deliveredAt: null,
      refundedAt: null,
      sendAt: null,
      sendAttempts: 0,
    };
  }

  async #send(): Promise<string> {
    const letter = this.#letter();
    const expected: Answer = this.#model.send(letter);
    const reply = await this.#call(
      {
        key: letter.byAgent ? this.#place.agent : this.#place.admin,
        headers: letter.key === null ? {} : { 'idempotency-key': letter.key },
      },
      api.send,
      {
        from_mailbox: this.#place.boxes[letter.mailbox].id,
        to: letter.recipient,
        subject: `Letter ${letter.number}`,
        body: 'All is well.',
      },
    );
    letter.id = idOf(reply);
    return this.#expect(`send ${letter.number} to ${letter.recipient}`, heardFrom(reply), expected);
  }

  async #schedule(): Promise<string> {
    const letter = { ...this.#letter(), byAgent: false, key: null };
    const sendAt = this.#model.now + (1 + this.#random.below(30_000)) * SECOND;
    this.#model.schedule(letter, sendAt);
    const reply = await this.#call(this.#place.admin, api.createDraft, {
      mailbox_id: this.#place.boxes[letter.mailbox].id,
      to: letter.recipient,
      subject: `Letter ${letter.number}`,
      body: 'All is well.',
      send_at: new Date(sendAt).toISOString(),
    });
    letter.id = String(reply.body.id);
    return this.#expect(`schedule ${letter.number} to ${letter.recipient}`, okay(reply), 'done');
  }

  async #decide(): Promise<string> {
    const held = this.#model.letters.filter(({ byAgent, id }) => byAgent && id !== null).slice(-12);
    if (held.length === 0) return 'nothing to decide';
    const letter = this.#random.pick(held);
    const verb = this.#random.pick(['approve', 'approve', 'deny'] as const);
    const expected = this.#model[verb](letter);
    const reply = await this.#call(
      this.#place.admin,
      verb === 'approve' ? api.approveMessage : api.denyMessage,
      { id: letter.id ?? '' },
    );
    return this.#expect(`${verb} ${letter.number}`, heardFrom(reply), expected);
  }

  async #receive(): Promise<string> {
    this.#numbers += 1;
    const hostile = this.#random.below(5) === 0;
    const sender = `sender${this.#random.below(SENDERS)}@elsewhere.example`;
    const arrival: Arrival = { subject: `Mail ${this.#numbers}`, id: null, state: 'received' };
    this.#model.receive(arrival, sender, hostile);
    const heard = await this.#world.service.deliver({
      from: sender,
      to: this.#place.boxes.open.address,
      subject: arrival.subject,
      text: hostile ? INJECTION : 'Hi Anna, the meeting is on Monday at ten.',
    });
    arrival.id = /([0-9a-f]{8}-[0-9a-f-]{27})/.exec(heard)?.[1] ?? null;
    return this.#expect(`receive ${arrival.subject}`, heard.slice(0, 3), '250');
  }

  /** Adds a person to a list, or removes one who is on it. */
  async #list(name: 'suppressions' | 'allowlist', entries: Set<string>): Promise<string> {
    const email = this.#person();
    const { admin, boxes } = this.#place;
    const isNew = !entries.has(email);
    if (isNew) entries.add(email);
    else entries.delete(email);
    const entry = { email, mailboxId: boxes.listed.id };
    const reply =
      name === 'suppressions'
        ? await this.#call(admin, isNew ? api.addSuppression : api.removeSuppression, { email })
        : await this.#call(admin, isNew ? api.addAllowlistEntry : api.removeAllowlistEntry, entry);
    return this.#expect(`${isNew ? 'add' : 'remove'} ${email}, ${name}`, okay(reply), 'done');
  }

  async #blockSender(): Promise<string> {
    const email = `sender${this.#random.below(SENDERS)}@elsewhere.example`;
    const blocked = this.#model.blockedSenders;
    if (!blocked.has(email)) {
      blocked.add(email);
      const reply = await this.#call(this.#place.admin, api.blockSender, { email });
      return this.#expect(`block ${email}`, okay(reply), 'done');
    }
    blocked.delete(email);
    const reply = await this.#call(this.#place.admin, api.unblockSender, { email });
    return this.#expect(`unblock ${email}`, okay(reply), 'done');
  }

  async #review(): Promise<string> {
    this.#model.reviews = this.#random.below(2) === 0;
    const mode = this.#model.reviews ? 'all_outbound' : 'disabled';
    const reply = await this.#call(this.#place.admin, api.updateMailbox, {
      id: this.#place.boxes.open.id,
      hitl_mode: mode,
    });
    return this.#expect(`reviews ${mode}`, okay(reply), 'done');
  }

  async #restart(): Promise<string> {
    this.#restarts += 1;
    await this.#world.restart();
    return 'restart';
  }

  async #advance(seconds: number): Promise<string> {
    this.#model.advance(seconds * SECOND);
    const reply = await this.#world.service.operator(api.advanceClock, { seconds });
    return this.#expect(
      `advance ${seconds}`,
      String(reply.body.now),
      new Date(this.#model.now).toISOString(),
    );
  }
}

function okay({ status, body }: Reply<object>): string {
  return status < 300 ? 'done' : JSON.stringify(body);
}

/** The code of a refusal, or what became of the message. */
function heardFrom({ body }: Reply<object>): string {
  return body.code ?? ('status' in body ? String(body.status) : '');
}

function idOf({ body }: Reply<{ message_id?: string | null }>): string | null {
  const id = body.message_id ?? body.details?.message_id;
  return typeof id === 'string' ? id : null;
}
