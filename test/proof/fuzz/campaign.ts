import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import { MB } from '../../../shared/contract/limits.ts';
import * as api from '../../support/api.ts';
import type { Service } from '../../support/service.ts';
import { type Change, noteChanges, takeChanges } from '../contract/changes.ts';
import { createFixture, type Fixture, rest } from '../contract/fixture.ts';
import { type Attack, Attacker } from './attack.ts';
import { brokenByAnswer, brokenByChanges } from './rules.ts';
import { exchange, type WireAnswer } from './wire.ts';

/** Attacks on one daemon, one after the other, so that each change has one cause. */

export interface Violation {
  readonly seed: number;
  readonly rule: string;
  readonly attack: string;
  readonly answer: string;
}

export interface Outcome {
  requests: number;
  refused: number;
  slowestMs: number;
  slowest: string;
  /** Endpoints that answered something else than that a request does not fit its schemas. */
  readonly reached: Set<string>;
  readonly violations: Violation[];
}

/** Requests before a new fixture is created. */
const PER_FIXTURE = 400;
/** Calls that end an account, its callers or its settings. */
const ENDS_FIXTURE =
  /^(?:accounts\.delete|keys\.(?:rotate|revoke)|auth\.(?:logout|password\.(?:change|reset)|sessions\.end)|operator\.accounts\.(?:erase|update|password)|mailboxes\.delete)$/;

export class Campaign {
  readonly outcome: Outcome = {
    requests: 0,
    refused: 0,
    slowestMs: 0,
    slowest: '',
    reached: new Set(),
    violations: [],
  };
  readonly #service: Service;
  readonly #seed: number;
  #fixture: Fixture | null = null;
  #left = 0;
  #fixtures = 0;

  constructor(service: Service, seed: number) {
    this.#service = service;
    this.#seed = seed;
  }

  /** Every endpoint once; `round` gives the seed. */
  async round(round: number, only?: (endpoint: Endpoint) => boolean): Promise<void> {
    for (const [index, endpoint] of ENDPOINTS.entries()) {
      if (only && !only(endpoint)) continue;
      if (this.#left <= 0) await this.#nextFixture();
      const seed = this.#seed * 1_000_003 + round * 1009 + index;
      await this.#strike(endpoint, seed);
    }
  }

  async #nextFixture(): Promise<void> {
    const service = this.#service;
    if (this.#fixtures === 0) await noteChanges(service);
    this.#fixtures += 1;
    const fixture = await createFixture(service, `fixture${this.#seed}-${this.#fixtures}`);
    this.#fixture = fixture;
    this.#left = PER_FIXTURE;
    await rest(service);
    await takeChanges(service);
  }

  async #strike(endpoint: Endpoint, seed: number): Promise<void> {
    const service = this.#service;
    const fixture = this.#fixture as Fixture;
    const { operatorToken } = service.daemon;
    const attacker = new Attacker({ seed, fixture, operatorToken, now: () => service.clock.now() });
    const attack = attacker.attack(endpoint);
    await this.#changes();
    const answer = await exchange(service.daemon.runtime.http, attack);
    this.#left -= 1;
    for (const rule of await this.#judge(endpoint, attack, answer)) {
      this.outcome.violations.push({
        seed,
        rule,
        attack: describe(attack),
        answer: `${answer.status} ${answer.text.slice(0, 300)}`,
      });
    }
    if (answer.status < 400) await this.#restore(endpoint);
    if (this.outcome.requests % 40 === 0) await this.#letTimePass();
  }

  /**
   * Changes since the last time. Audit rows of reads are written in batches: each belongs to the read before.
   */
  async #changes(): Promise<Change[]> {
    await this.#service.daemon.context.readAudit.flushed();
    return takeChanges(this.#service);
  }

  /** Rules that the answer breaks. */
  async #judge(endpoint: Endpoint, attack: Attack, answer: WireAnswer): Promise<string[]> {
    const { outcome } = this;
    outcome.requests += 1;
    if (answer.milliseconds > outcome.slowestMs) {
      outcome.slowestMs = answer.milliseconds;
      outcome.slowest = describe(attack);
    }
    const code = codeOf(answer);
    if (!(code === 'VALIDATION_ERROR' && answer.text.includes('"issues"'))) outcome.reached.add(endpoint.id);
    const { home, daemon } = this.#service;
    // A client that is still writing megabytes after the refusal can miss it.
    const canMissIt = answer.status === 0 && (attack.body?.length ?? 0) > MB;
    const secrets = [home, process.cwd(), daemon.operatorToken];
    const broken = canMissIt ? [] : brokenByAnswer(endpoint, answer, secrets);
    if (answer.status >= 400) {
      outcome.refused += 1;
      broken.push(...brokenByChanges(code, await this.#changes()));
    }
    if ('polluted' in {}) broken.push('Object.prototype was polluted');
    return broken;
  }

  /** After an accepted attack: waits until the daemon is idle, and ends a fixture that no longer works. */
  async #restore(endpoint: Endpoint): Promise<void> {
    const service = this.#service;
    if (endpoint.id === 'operator.settings.update') await resetSettings(service);
    if (endpoint.method !== 'GET') await rest(service);
    if (ENDS_FIXTURE.test(endpoint.id)) this.#left = 0;
    await takeChanges(service);
  }

  /** Windows of failed tries end, and what became due is done. */
  async #letTimePass(): Promise<void> {
    const service = this.#service;
    service.clock.moveTo(service.clock.now() + 61_000);
    await rest(service);
    await takeChanges(service);
  }
}

function describe({ method, path, how, headers, body }: Attack): string {
  const sent = body?.toString('latin1').slice(0, 300) ?? '';
  return `${method} ${path.slice(0, 200)} [${how.join(', ')}] ${JSON.stringify(headers).slice(0, 300)} ${sent}`;
}

async function resetSettings(service: Service): Promise<void> {
  const { body } = await service.operator(api.getSettings);
  const nothing = Object.fromEntries(Object.keys(body.settings).map((name) => [name, null]));
  const reply = await service.operator(api.updateSettings, nothing);
  if (reply.status !== 200) throw new Error(`settings: ${JSON.stringify(reply.body)}`);
}

function codeOf(answer: WireAnswer): string | null {
  try {
    return JSON.parse(answer.text).code ?? null;
  } catch {
    return null;
  }
}
