import { beforeEach } from 'vitest';
import * as api from './api.ts';
import type { Call } from './calls.ts';
import { createTenant, type Service, sentToday, sharedService, type Tenant } from './service.ts';

/** Setup for tests of a trial's recipients: a service per file, and a fresh trial per test. */

/** Makes an address one that the trial account may write to, as if its owner had followed the link. */
export async function confirmRecipient(service: Service, accountId: string, email: string): Promise<void> {
  const { random, store } = service.daemon.context;
  await store.write('none', ({ db, now }) =>
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

/** Call it once, at the top of a file of tests. */
export function openTrialDesk() {
  const service = sharedService();
  let tenant: Tenant;
  let count = 0;

  beforeEach(async () => {
    count += 1;
    tenant = await trial('owner', 'trial');
    await service.operator(api.emptyOutbox);
  });

  const trial = (owner: string, mailbox: string) =>
    createTenant(service, {
      email: `${owner}${count}@example.com`,
      tier: 'sandbox',
      mailbox: `${mailbox}${count}`,
    });
  const call: Call = (endpoint, ...input) => service.call(tenant.admin, endpoint, ...input);
  return {
    service,
    get tenant() {
      return tenant;
    },
    /** Of the test in its file, from 1. */
    get count() {
      return count;
    },
    /** A second trial account, which asks from then on. */
    moveToSecondTrial: async () => {
      tenant = await trial('second', 'second');
    },
    add: (email: string, attest?: boolean) =>
      call(api.addRecipient, { email, ...(attest !== undefined && { attest }) }),
    resend: (id: string) => call(api.resendConfirmation, { id }),
    remove: (id: string) => call(api.removeRecipient, { id }),
    list: async () => (await call(api.listRecipients)).body.recipients,
    send: (to: string) =>
      call(api.send, { from_mailbox: tenant.mailbox.id, to, subject: 'Hello', body: 'Shall we meet?' }),
    /** Sends charged today. */
    spent: () => sentToday(service, tenant.admin),
    /** Moves the clock on, by milliseconds. */
    later: (time: number) => service.clock.moveTo(service.clock.now() + time),
    /** The path of the newest confirmation link that went to an address. */
    linkTo: async (email: string) => {
      const outbox = await service.operator(api.listOutbox, { purpose: 'confirmation_link', to: email });
      const url = /http:\/\/\S+\/confirm\/\S+/.exec(outbox.body.items[0]?.text ?? '')?.[0];
      return new URL(url ?? 'http://no.link/').pathname;
    },
    /** Gets a page, or presses its one button. */
    page: async (path: string, method: 'GET' | 'POST' = 'GET') => {
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
