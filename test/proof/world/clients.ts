import * as api from '../../support/api.ts';
import { unchecked } from '../../support/calls.ts';
import type { Account } from './account.ts';
import { type Delivery, deliver } from './deliver.ts';
import type { Ledger, Letter } from './ledger.ts';
import type { Program } from './program.ts';

/** One daemon or several, as clients use them. */
export type Daemons = Pick<Program, 'call' | 'must' | 'operator' | 'smtpPort' | 'isAlive'>;

/** A letter without a key is sent without an idempotency key. */
type Sending = Pick<Letter, 'body' | 'ids'> & { readonly key?: string };

/** Works with an account of the daemon, and records in the ledger what the daemon acknowledged. */
export class Client<A extends Account = Account> {
  readonly program: Daemons;
  readonly account: A;
  readonly ledger: Ledger;

  constructor(program: Daemons, account: A, ledger: Ledger) {
    this.program = program;
    this.account = account;
    this.ledger = ledger;
  }

  /** Null when the daemon died before it answered. */
  async send({ key, body, ids }: Sending, bearer = this.account.admin) {
    const headers = key === undefined ? undefined : { 'idempotency-key': key };
    const reply = await this.program.call({ key: bearer, headers }, api.send, unchecked(body));
    const id = reply?.body.message_id ?? reply?.body.details?.message_id;
    if (typeof id === 'string') ids.add(id);
    return reply;
  }

  /** Delivers mail to the account's mailbox from one of the loopback addresses. */
  async deliver(subject: string, text: string, source?: string): Promise<Delivery> {
    const { address: to } = this.account.mailbox;
    const header = [
      'From: Ann <ann@example.net>',
      `To: ${to}`,
      `Subject: ${subject}`,
      `Message-ID: <${subject.replace(' ', '.')}@example.net>`,
    ];
    this.ledger.handedIn.add(subject);
    const raw = `${header.join('\r\n')}\r\n\r\n${text}`;
    const delivery = await deliver(this.program.smtpPort, { to, raw, source });
    if (delivery.id !== null) this.ledger.arrivals.push({ id: delivery.id, subject, deleted: 'no' });
    return delivery;
  }

  /** Advances the daemon's clock and runs everything that falls due. */
  async advance(seconds: number): Promise<void> {
    const reply = await this.program.operator(api.advanceClock, { seconds });
    if (reply?.status === 200) this.ledger.clock = Math.max(this.ledger.clock, Date.parse(reply.body.now));
  }
}

/** Runs `count` clients at once: each takes its next action when its last one ended, until there is none. */
export async function atOnce(count: number, next: () => Promise<unknown> | undefined): Promise<void> {
  const client = async (): Promise<void> => {
    for (let action = next(); action; action = next()) await action;
  };
  await Promise.all(Array.from({ length: count }, client));
}
