import { beforeAll, beforeEach } from 'vitest';
import * as api from './api.ts';
import type { BodyOf } from './calls.ts';
import { openSession, type Person } from './people.ts';
import { createAgent, createTenant, sharedService, type Tenant, unchecked } from './service.ts';

/** Setup for tests of mailbox settings: a service with a tenant per file, and a fresh mailbox per test. */

export type Mailbox = BodyOf<typeof api.createMailbox>;

/** Call it once, at the top of a file of tests. */
export function openMailboxDesk() {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  let person: Person;
  let mailbox: Mailbox;
  let count = 0;

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    person = await openSession(service, tenant.accountId);
  });
  beforeEach(async () => {
    count += 1;
    if (count > 1) await service.call(tenant.admin, api.deleteMailbox, { id: mailbox.id });
    mailbox = await service.must(tenant.admin, api.createMailbox, { name: `box${count}` });
  });

  return {
    service,
    get tenant() {
      return tenant;
    },
    /** Key of an agent that is bound to the tenant's first mailbox, not to that of the test. */
    get agent() {
      return agent;
    },
    /** The owner of the tenant, signed in. */
    get person() {
      return person;
    },
    get mailbox() {
      return mailbox;
    },
    /** Changes the mailbox of the test, with the admin key, unless others are named. */
    patch: (changes: object, key = tenant.admin, id = mailbox.id) =>
      service.call(key, api.updateMailbox, unchecked({ id, ...changes })),
    /** The mailbox of the test, as it is now. */
    read: () => service.must(tenant.admin, api.getMailbox, { id: mailbox.id }),
    /** Audit rows and events of its changes. */
    traces: async () => {
      const { read } = service.daemon.context.store;
      const { id } = mailbox;
      const audits = await read.selectFrom('audit_log').select('kind').where('mailbox_id', '=', id).execute();
      const events = await read.selectFrom('events').selectAll().where('mailbox_id', '=', id).execute();
      const row = await read
        .selectFrom('mailboxes')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { audits: audits.map(({ kind }) => kind), events, updatedAt: row.updated_at };
    },
  };
}

/** Working hours, outside of which what an agent sends waits for a person. */
export function workingHours() {
  return {
    timezone: 'Europe/Vienna',
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    start: '09:00',
    end: '17:00',
    outside_action: 'require_approval',
  };
}
