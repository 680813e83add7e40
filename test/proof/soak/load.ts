import { setTimeout } from 'node:timers/promises';
import type { Seeded } from '../../mail/review/seeded.ts';
import * as api from '../../support/api.ts';
import type { Account } from '../world/account.ts';
import { Client } from '../world/clients.ts';
import type { Delivery } from '../world/deliver.ts';
import type { Ledger } from '../world/ledger.ts';
import type { Program } from '../world/program.ts';

/** An ordinary day's work of people and agents, one thing at a time. */

export interface LoadAccounts {
  readonly reader: Account;
  /** Many, so that no daily send limit ends the run. */
  readonly senders: readonly Account[];
}

export type Deed =
  | 'mail in'
  | 'send'
  | 'send inside'
  | 'list'
  | 'read'
  | 'search'
  | 'suppress'
  | 'large mail in';

const DEEDS: readonly (readonly [number, Deed])[] = [
  [35, 'mail in'],
  [50, 'send'],
  [60, 'send inside'],
  [78, 'list'],
  [90, 'read'],
  [95, 'search'],
  [98, 'suppress'],
  [100, 'large mail in'],
];

/** The part of all things that charges a day's budget of sends. */
export const SHARE_OF_SENDS = 0.25;

const TRIES = 20;
const BETWEEN_TRIES_MS = 1000;

const TEXT = 'The figures of the week are in, and they look much like those of the week before.\r\n';

/** Milliseconds that each kind of thing took, and what failed. */
export class Load {
  readonly times = new Map<Deed, number[]>();
  /** How often each thing failed, by what was said. */
  readonly failures = new Map<string, number>();
  readonly #accounts: LoadAccounts;
  readonly #ledger: Ledger;
  readonly #random: Seeded;

  constructor(accounts: LoadAccounts, ledger: Ledger, random: Seeded) {
    this.#accounts = accounts;
    this.#ledger = ledger;
    this.#random = random;
  }

  choose(): Deed {
    const dice = this.#random.below(100);
    return DEEDS.find(([below]) => dice < below)?.[1] ?? 'list';
  }

  /** Does it; `since` is when it was to begin, so that a queue counts as waiting. */
  async run(program: Program, deed: Deed, since: number): Promise<void> {
    const problem = await this.#do(program, deed, this.#ledger.next());
    const times = this.times.get(deed) ?? [];
    times.push(performance.now() - since);
    this.times.set(deed, times);
    if (problem === null) return;
    const failure = `${deed}: ${problem}`;
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
  }

  async #do(program: Program, deed: Deed, number: number): Promise<string | null> {
    const { admin: reader, mailbox } = this.#accounts.reader;
    switch (deed) {
      case 'mail in':
      case 'large mail in': {
        const lines = deed === 'mail in' ? 20 : 1500;
        // One address has only so many sessions, and the people who write are many.
        const source = `127.0.1.${1 + (number % 200)}`;
        const client = new Client(program, this.#accounts.reader, this.#ledger);
        return deliverWithRetries(() => client.deliver(`Week ${number}`, TEXT.repeat(lines), source));
      }
      case 'send':
        return this.#send(program, `person${number}@example.org`, number);
      case 'send inside':
        return this.#send(program, mailbox.address, number);
      case 'list':
        return judge(await program.call(reader, api.listMessages, { id: mailbox.id, limit: 50 }));
      case 'read': {
        const last = this.#ledger.arrivals.at(-1);
        return last ? judge(await program.call(reader, api.getMessage, { id: last.id })) : null;
      }
      case 'search':
        return judge(
          await program.call(reader, api.listMessages, {
            id: mailbox.id,
            search: 'figures of the',
            limit: 20,
          }),
        );
      case 'suppress': {
        // The entries that an account may add in an hour are limited.
        const { admin } = this.#sender(number);
        const email = `no${number}@example.org`;
        return judge(await program.call(admin, api.addSuppression, { email }));
      }
    }
  }

  #sender(number: number): Account {
    const { senders } = this.#accounts;
    const sender = senders[number % senders.length];
    if (!sender) throw new Error('there are no senders');
    return sender;
  }

  async #send(program: Program, to: string, number: number): Promise<string | null> {
    const sender = this.#sender(number);
    const body = { from_mailbox: sender.mailbox.id, to, subject: 'Figures', body: TEXT };
    return judge(await new Client(program, sender, this.#ledger).send({ body, ids: new Set() }));
  }
}

/** Tries again after a temporary refusal, like a mail server. */
async function deliverWithRetries(deliver: () => Promise<Delivery>): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    const { id, reply } = await deliver();
    if (id !== null) return null;
    if (!reply?.startsWith('4') || tries === TRIES) return reply ?? 'no response';
    await setTimeout(BETWEEN_TRIES_MS);
  }
}

function judge(reply: { status: number; body: unknown } | null): string | null {
  if (reply === null) return 'no response';
  return reply.status < 300 ? null : `${reply.status} ${JSON.stringify(reply.body)}`;
}
