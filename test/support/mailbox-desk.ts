import { beforeAll, beforeEach } from 'vitest';
import { type Person, signIn } from './person.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  type Reply,
  type Service,
  sharedService,
  type Tenant,
} from './service.ts';

/** Setup for tests of mailbox settings: a service with a tenant per file, and a fresh mailbox per test. */

export interface Mailbox extends Record<string, unknown> {
  readonly id: string;
}

export interface MailboxDesk {
  readonly service: Service;
  readonly tenant: Tenant;
  /** Key of an agent that is bound to the tenant's first mailbox, not to that of the test. */
  readonly agent: string;
  /** The owner of the tenant, signed in. */
  readonly person: Person;
  readonly mailbox: Mailbox;
  /** Changes the mailbox of the test, with the admin key, unless others are named. */
  patch(body: unknown, key?: string, id?: string): Promise<Reply<Mailbox>>;
  /** The mailbox of the test, as it is now. */
  read(): Promise<Mailbox>;
  /** Audit rows and events of its changes. */
  traces(): Promise<{
    audits: string[];
    events: { type: string; data: Readonly<Record<string, unknown>> }[];
    updatedAt: number | null;
  }>;
}

/** Call it once, at the top of a file of tests. */
export function openMailboxDesk(): MailboxDesk {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  let person: Person;
  let mailbox: Mailbox;
  let count = 0;

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    person = await signIn(service, tenant.accountId);
  });
  beforeEach(async () => {
    count += 1;
    if (count > 1) await service.call(tenant.admin, 'DELETE', `/v1/mailboxes/${mailbox.id}`);
    mailbox = await createMailbox(service, tenant.admin, `box${count}`);
  });

  return {
    service,
    get tenant() {
      return tenant;
    },
    get agent() {
      return agent;
    },
    get person() {
      return person;
    },
    get mailbox() {
      return mailbox;
    },
    patch: (body, key = tenant.admin, id = mailbox.id) =>
      service.call<Mailbox>(key, 'PATCH', `/v1/mailboxes/${id}`, body),
    read: async () => (await service.call<Mailbox>(tenant.admin, 'GET', `/v1/mailboxes/${mailbox.id}`)).body,
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
