import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Seeded } from '../../mail/review/seeded.ts';
import * as api from '../../support/api.ts';
import type { Input } from '../../support/calls.ts';
import { testAuthority } from '../../support/certificates.ts';
import { answer, closeEarly, HttpsReceiver, type ReceivedRequest } from '../../support/https-receiver.ts';
import type { Outside } from '../crash/violations.ts';
import type { ReviewedAccount } from '../crash/workload.ts';
import { createAccount } from './account.ts';
import { Ledger } from './ledger.ts';
import type { Program } from './program.ts';
import { Provider } from './provider.ts';

const EVENTS: Input<typeof api.createWebhook>['enabled_events'] = [
  'message.received',
  'message.delivered',
  'message.dispatch_failed',
];

/** The provider and the webhook receiver of daemons that are attacked, and everything that they were told. */
export class Surroundings {
  readonly ledger = new Ledger();
  readonly provider: Provider;
  readonly receiver: HttpsReceiver;
  /** File with the certificate that the receiver's was signed with. */
  readonly authority: string;
  /** Called before and after the answer to a webhook request. */
  onWebhook: (step: 'webhook' | 'answered') => void = () => undefined;
  readonly #told = new Map<string, Set<string>>();

  private constructor(parts: Pick<Surroundings, 'provider' | 'receiver' | 'authority'>, random: Seeded) {
    this.provider = parts.provider;
    this.receiver = parts.receiver;
    this.authority = parts.authority;
    this.receiver.behave = (response, request) => {
      this.#note(request);
      this.onWebhook('webhook');
      const dice = random.below(12);
      if (dice === 0) closeEarly(response, request);
      else answer(dice === 1 ? 503 : 200)(response, request);
      this.onWebhook('answered');
    };
  }

  /** The folder gets the certificate. */
  static async open(folder: string, random: Seeded): Promise<Surroundings> {
    const { certificate } = await testAuthority();
    const authority = join(folder, 'authority.pem');
    writeFileSync(authority, certificate);
    const provider = await Provider.start();
    return new Surroundings({ provider, receiver: await HttpsReceiver.start(), authority }, random);
  }

  /** Flags of a daemon in these surroundings. */
  get flags(): readonly string[] {
    return ['--relay', this.provider.url, '--allow-private-webhooks', '--log-level', 'error'];
  }

  /** Variables of such a daemon. */
  get env(): Readonly<Record<string, string>> {
    return { NODE_EXTRA_CA_CERTS: this.authority };
  }

  outside(isFinal: boolean): Outside {
    return {
      ledger: this.ledger,
      taken: this.provider.taken,
      leaked: this.provider.leaked,
      told: this.#told,
      isFinal,
    };
  }

  /** An account with two mailboxes, an agent of the reviewed one, and a webhook. */
  async createAccount(program: Program): Promise<ReviewedAccount> {
    await program.must(null, api.updateSettings, { 'deliverability.dns': 'off' });
    const account = await createAccount(program);
    const { admin } = account;
    const reviewed = await program.must(admin, api.createMailbox, { name: 'reviewed' });
    await program.must(admin, api.updateMailbox, { id: reviewed.id, hitl_mode: 'all_outbound' });
    const key = await program.must(admin, api.createApiKey, { role: 'agent', mailbox_ids: [reviewed.id] });
    await program.must(admin, api.createWebhook, { url: this.receiver.url(), enabled_events: EVENTS });
    return { ...account, agent: key.api_key, reviewed };
  }

  async close(): Promise<void> {
    await Promise.all([this.provider.stop(), this.receiver.stop()]);
  }

  #note({ event }: ReceivedRequest): void {
    const about = `${event.event} ${String(event.data.message_id)}`;
    this.#told.set(about, (this.#told.get(about) ?? new Set()).add(event.id));
  }
}
