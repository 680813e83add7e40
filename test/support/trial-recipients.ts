import { beforeEach } from 'vitest';
import { createTenant, type Reply, type Service, sentToday, sharedService, type Tenant } from './service.ts';

/** Setup for tests of a trial's recipients: a service per file, and a fresh trial per test. */

export interface Recipient extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly status: string;
}

/** Makes an address one that the trial account may write to, as if its owner had followed the link. */
export async function confirmRecipient(service: Service, accountId: string, email: string): Promise<void> {
  const { random, store } = service.daemon.context;
  await store.write(({ db, now }) =>
    db
      .insertInto('verified_recipients')
      .values({
        id: random.id(now),
        account_id: accountId,
        email,
        status: 'confirmed',
        origin: 'link',
        token_hash: null,
        created_at: now,
        expires_at: now,
        confirmed_at: now,
      })
      .execute(),
  );
}

export interface TrialDesk {
  readonly service: Service;
  readonly tenant: Tenant;
  /** Of the test in its file, from 1. */
  readonly count: number;
  /** A second trial account, which asks from then on. */
  moveToSecondTrial(): Promise<void>;
  add(email: string, attest?: boolean): Promise<Reply<Recipient>>;
  resend(id: string): Promise<Reply>;
  remove(id: string): Promise<Reply>;
  list(): Promise<Recipient[]>;
  send(to: string): Promise<Reply>;
  /** Sends charged today. */
  spent(): Promise<number>;
  /** Moves the clock on, by milliseconds. */
  later(time: number): void;
  /** The path of the newest confirmation link that went to an address. */
  linkTo(email: string): Promise<string>;
  /** Gets a page, or presses its one button. */
  page(path: string, method?: 'GET' | 'POST'): Promise<{ status: number; text: string; headers: Headers }>;
}

/** Call it once, at the top of a file of tests. */
export function openTrialDesk(): TrialDesk {
  const service = sharedService();
  let tenant: Tenant;
  let count = 0;

  beforeEach(async () => {
    count += 1;
    tenant = await trial('owner', 'trial');
    await service.operator('DELETE', '/outbox');
  });

  const trial = (owner: string, mailbox: string) =>
    createTenant(service, {
      email: `${owner}${count}@example.com`,
      tier: 'sandbox',
      mailbox: `${mailbox}${count}`,
    });
  const call = <T = Record<string, unknown>>(method: string, path: string, body?: object) =>
    service.call<T>(tenant.admin, method, path, body);
  return {
    service,
    get tenant() {
      return tenant;
    },
    get count() {
      return count;
    },
    moveToSecondTrial: async () => {
      tenant = await trial('second', 'second');
    },
    add: (email, attest) =>
      call('POST', '/v1/recipients', { email, ...(attest !== undefined && { attest }) }),
    resend: (id) => call('POST', `/v1/recipients/${id}/resend`),
    remove: (id) => call('DELETE', `/v1/recipients/${id}`),
    list: async () => (await call<{ recipients: Recipient[] }>('GET', '/v1/recipients')).body.recipients,
    send: (to) =>
      call('POST', '/v1/messages/send', {
        from_mailbox: tenant.mailbox.id,
        to,
        subject: 'Hello',
        body: 'Shall we meet?',
      }),
    spent: () => sentToday(service, tenant.admin),
    later: (time) => service.clock.moveTo(service.clock.now() + time),
    linkTo: async (email) => {
      const path = `/outbox?purpose=confirmation_link&to=${encodeURIComponent(email)}`;
      const outbox = await service.operator<{ items: { text: string }[] }>('GET', path);
      const url = /http:\/\/\S+\/confirm\/\S+/.exec(outbox.body.items[0]?.text ?? '')?.[0];
      return new URL(url ?? 'http://no.link/').pathname;
    },
    page: async (path, method = 'GET') => {
      const response = await fetch(`${service.daemon.runtime.http}${path}`, {
        method,
        ...(method === 'POST' && {
          body: '',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
  };
}
