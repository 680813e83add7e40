import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import type { Random } from '../../../daemon/platform/system/random.ts';
import type { EventType } from '../../../shared/contract/values.ts';
import { Seeded } from '../../mail/review/seeded.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { answer, closeEarly, HttpsReceiver } from '../../support/https-receiver.ts';
import { createAgent, createTenant, launch, type Service } from '../../support/service.ts';
import { drainFully } from '../drain.ts';
import { Provider } from '../world/provider.ts';

/**
 * A daemon whose time, chance, names, provider and receiver belong to the simulation, and which may be
 * restarted.
 */

export const START = Date.UTC(2026, 2, 2, 9);

export interface Place {
  readonly admin: string;
  readonly agent: string;
  readonly boxes: Readonly<Record<'open' | 'listed', { readonly id: string; readonly address: string }>>;
}

export class World {
  readonly provider: Provider;
  /** Ids of the envelopes that told an event, by type and subject. */
  readonly told = new Map<string, Set<string>>();
  readonly #receiver: HttpsReceiver;
  readonly #home = mkdtempSync(join(tmpdir(), 'agentmail-simulation-'));
  readonly #clock = new SystemClock({ settable: true, frozenAt: START });
  readonly #chance: Random;
  readonly #authority: string;
  #service: Service | null = null;

  private constructor(seed: number, provider: Provider, receiver: HttpsReceiver, authority: string) {
    const chance = new Seeded(seed);
    const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => chance.below(256)));
    this.#chance = { id: (time) => v7({ msecs: time, random: bytes(16) }), bytes };
    this.provider = provider;
    this.#receiver = receiver;
    this.#authority = authority;
    receiver.behave = (response, request) => {
      const { id, event, data } = request.event;
      const about = `${event} ${String(data.subject)}`;
      this.told.set(about, (this.told.get(about) ?? new Set()).add(id));
      // Two events of three fail at first, whatever the order in which they come.
      const tries = receiver.requests.filter((other) => other.event.id === id).length;
      const bad = tries <= Number.parseInt(id.slice(-1), 16) % 3;
      if (bad && tries === 1) closeEarly(response, request);
      else answer(bad ? 503 : 200)(response, request);
    };
  }

  static async open(seed: number): Promise<World> {
    const { certificate } = await testAuthority();
    const world = new World(seed, await Provider.start(), await HttpsReceiver.start(), certificate);
    await world.restart();
    return world;
  }

  get service(): Service {
    if (!this.#service) throw new Error('the daemon is down');
    return this.#service;
  }

  async restart(): Promise<void> {
    await this.#service?.stop();
    this.#service = await launch({
      home: this.#home,
      clock: this.#clock,
      config: {
        mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: this.provider.url } },
        deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
        allowPrivateWebhooks: true,
      },
      overrides: { random: this.#chance, dns: new ScriptedDns(), extraAuthorities: [this.#authority] },
    });
    await drainFully(this.#service);
  }

  async close(): Promise<void> {
    await this.#service?.stop();
    await Promise.all([this.provider.stop(), this.#receiver.stop()]);
    rmSync(this.#home, { recursive: true, force: true });
  }

  async settleIn(dailyLimit: number, events: readonly EventType[]): Promise<Place> {
    const { service } = this;
    const { admin, mailbox: open } = await createTenant(service, { mailbox: 'open' });
    const listed = await service.must(admin, api.createMailbox, { name: 'listed' });
    await service.must(admin, api.addAllowlistEntry, { mailboxId: listed.id, email: 'always@there.example' });
    await service.must(admin, api.updateMailbox, { id: listed.id, recipient_policy_mode: 'allowlist' });
    await service.must(admin, api.updateAccountPolicy, { custom_daily_send_limit: dailyLimit });
    await service.must(admin, api.createWebhook, { url: this.#receiver.url(), enabled_events: [...events] });
    const agent = await createAgent(service, admin, open.id);
    return { admin, agent, boxes: { open, listed } };
  }
}
