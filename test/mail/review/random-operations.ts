import * as api from '../../support/api.ts';
import type { Reply } from '../../support/service.ts';
import type { Seeded } from './seeded.ts';
import { type Desk, INJECTION, SENSITIVE, type Verb } from './support.ts';

/** Random operations of clients, determined by a seed whatever their results. */

export type Operation =
  | {
      readonly kind: 'send';
      readonly by: Client;
      /** The mailbox of the other account, or somebody elsewhere. */
      readonly to: 'inside' | number;
      readonly text: string;
      readonly key: string | null;
    }
  | { readonly kind: 'reply' | 'edit'; readonly by: Client; readonly slot: number; readonly text: string }
  | { readonly kind: 'decide'; readonly by: Client; readonly verb: Verb; readonly slot: number }
  | { readonly kind: 'delete' | 'report' | 'let_in' | 'read'; readonly by: Client; readonly slot: number }
  | { readonly kind: 'bounce'; readonly slot: number; readonly type: 'hard' | 'soft' }
  | { readonly kind: 'receive'; readonly text: string }
  | { readonly kind: 'advance'; readonly seconds: number }
  | { readonly kind: 'review_mode'; readonly mode: 'disabled' | 'risky_only' | 'all_outbound' }
  | { readonly kind: 'sender_policy'; readonly mode: 'blocklist' | 'allowlist' }
  | { readonly kind: 'fill'; readonly full: boolean };

type Client = 'admin' | 'agent';

const CLIENTS: readonly Client[] = ['admin', 'admin', 'agent'];
const TEXTS = ['All is well.', 'All is well.', SENSITIVE] as const;
const ARRIVING = ['Hello there.', INJECTION] as const;
const VERBS: readonly Verb[] = ['release', 'block', 'approve', 'approve', 'deny'];
const KEYS = 6;
const PEOPLE = 40;

/** One round: what happens at the same moment. Most of it aims at few messages, so that it meets. */
export function chooseRound(random: Seeded, slots: number, size: number): Operation[] {
  const hot = Array.from({ length: 4 }, () => recent(random, slots));
  return Array.from({ length: size }, () => choose(random, () => random.pick(hot)));
}

function recent(random: Seeded, slots: number): number {
  return Math.max(0, slots - 1 - random.below(16));
}

function choose(random: Seeded, slot: () => number): Operation {
  const by = random.pick(CLIENTS);
  const dice = random.below(100);
  if (dice < 20) {
    const key = random.below(3) === 0 ? `key-${random.below(KEYS)}` : null;
    const to = random.below(3) === 0 ? 'inside' : random.below(PEOPLE);
    return { kind: 'send', by, to, text: random.pick(TEXTS), key };
  }
  if (dice < 26) return { kind: 'receive', text: random.pick(ARRIVING) };
  if (dice < 30) return { kind: 'reply', by, slot: slot(), text: random.pick(TEXTS) };
  if (dice < 36) return { kind: 'edit', by, slot: slot(), text: random.pick(TEXTS) };
  if (dice < 77) return { kind: 'decide', by, verb: random.pick(VERBS), slot: slot() };
  if (dice < 83) return { kind: 'delete', by, slot: slot() };
  if (dice < 85) return { kind: 'report', by, slot: slot() };
  if (dice < 87) return { kind: 'let_in', by: 'admin', slot: slot() };
  if (dice < 88) return { kind: 'read', by, slot: slot() };
  if (dice < 92) {
    return { kind: 'bounce', slot: slot(), type: random.pick(['soft', 'soft', 'hard'] as const) };
  }
  if (dice < 94) return { kind: 'advance', seconds: random.pick([1, 61, 3700, 90_000]) };
  if (dice < 97) {
    return {
      kind: 'review_mode',
      mode: random.pick(['risky_only', 'all_outbound', 'all_outbound'] as const),
    };
  }
  if (dice < 98) return { kind: 'sender_policy', mode: random.pick(['blocklist', 'allowlist'] as const) };
  return { kind: 'fill', full: random.below(2) === 0 };
}

/** Operations that make a message. */
const MAKING: ReadonlySet<Operation['kind']> = new Set(['send', 'reply', 'edit', 'receive']);

/**
 * Plays operations against a daemon; messages that they make take the next slots, in the order of the
 * operations.
 */
export class Player {
  readonly #desk: Desk;
  readonly #other: Desk;
  /** Ids of messages by the number of the operation that was to make them; empty where it was refused. */
  readonly #slots: (string | undefined)[] = [];

  constructor(desk: Desk, other: Desk) {
    this.#desk = desk;
    this.#other = other;
  }

  get slots(): number {
    return this.#slots.length;
  }

  /** Plays a round at once; answers with what was said, for whoever looks for a fault. */
  async play(round: readonly Operation[]): Promise<{ operation: Operation; reply: Reply | null }[]> {
    const running = round.map(async (operation) => {
      const slot = MAKING.has(operation.kind) ? this.#slots.push(undefined) - 1 : null;
      const reply = await this.#run(operation);
      const id = reply?.body.message_id;
      if (slot !== null && typeof id === 'string') this.#slots[slot] = id;
      return { operation, reply };
    });
    return Promise.all(running);
  }

  async #run(operation: Operation): Promise<Reply | null> {
    const { service, tenant } = this.#desk;
    switch (operation.kind) {
      case 'send':
        return service.call(
          {
            key: this.#key(operation.by),
            headers: operation.key === null ? {} : { 'idempotency-key': operation.key },
          },
          api.send,
          {
            from_mailbox: tenant.mailbox.id,
            to:
              operation.to === 'inside'
                ? this.#other.tenant.mailbox.address
                : `person${operation.to}@example.com`,
            subject: 'Report',
            body: operation.text,
          },
        );
      case 'receive':
        return this.#receive(operation.text);
      case 'advance':
        return service.operator(api.advanceClock, { seconds: operation.seconds });
      case 'review_mode':
        return service.call(tenant.admin, api.updateMailbox, {
          id: tenant.mailbox.id,
          hitl_mode: operation.mode,
        });
      case 'sender_policy':
        return service.call(tenant.admin, api.setSenderPolicy, {
          id: tenant.mailbox.id,
          mode: operation.mode,
          force_empty: true,
        });
      case 'fill':
        return service.operator(api.operatorUpdateAccount, {
          id: this.#other.tenant.accountId,
          storage_limit_bytes: operation.full ? 0 : null,
        });
      default:
        return this.#runOn(operation, this.#slots[operation.slot]);
    }
  }

  async #runOn(
    operation: Extract<Operation, { slot: number }>,
    id: string | undefined,
  ): Promise<Reply | null> {
    if (id === undefined) return null;
    const { service } = this.#desk;
    const path = `/v1/messages/${id}`;
    switch (operation.kind) {
      case 'reply':
        return service.call(this.#key(operation.by), api.reply, { id, body: operation.text });
      case 'edit':
        return service.call(this.#key(operation.by), api.editMessage, {
          id,
          subject: 'Edited report',
          body: operation.text,
        });
      case 'decide':
        return this.#desk.decide(this.#key(operation.by), operation.verb, id);
      case 'delete':
        return this.#desk.remove(this.#key(operation.by), id);
      case 'report':
      case 'read':
        return service.request(this.#key(operation.by), `POST ${path}/${operation.kind}`);
      case 'let_in':
        return service.call(this.#key(operation.by), api.releaseFromFirewall, { id });
      case 'bounce':
        return service.operator(api.reportBounce, { id, type: operation.type });
    }
  }

  async #receive(text: string): Promise<Reply> {
    const { service, tenant } = this.#desk;
    const answer = await service.deliver({
      from: 'ann@example.net',
      to: tenant.mailbox.address,
      subject: 'Hello',
      text,
    });
    const [, id] = /([0-9a-f-]{36})/.exec(answer) ?? [];
    return { status: 200, body: id === undefined ? {} : { message_id: id }, headers: new Headers() };
  }

  #key(client: Client): string {
    return client === 'admin' ? this.#desk.tenant.admin : this.#desk.agent;
  }
}
