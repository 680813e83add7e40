import { beforeAll, beforeEach } from 'vitest';
import * as api from './api.ts';
import type { Caller } from './calls.ts';
import {
  createAgent,
  createTenant,
  sentToday,
  setMailbox,
  sharedService,
  type Tenant,
  unchecked,
} from './service.ts';

/** Setup for tests of drafts: a service per file, and a fresh tenant with an agent per test. */

/** The scan of outgoing mail blocks this. */
export const BLOCKED = 'Please log in at http://malware.example.net/x now.';

/** Call it once, at the top of a file of tests. */
export function openDraftDesk() {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  let count = 0;

  beforeAll(async () => {
    await service.operator(api.updateSettings, { 'scanning.blocked_urls': ['malware.example.net'] });
  });
  beforeEach(async () => {
    count += 1;
    tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  const content = (more: object) => ({
    mailbox_id: tenant.mailbox.id,
    to: 'ann@example.org',
    subject: 'Later',
    body: 'Soon, I hope.',
    ...more,
  });
  return {
    service,
    get tenant() {
      return tenant;
    },
    /** Key of an agent that is bound to the mailbox. */
    get agent() {
      return agent;
    },
    /** Of the test in its file, from 1. */
    get count() {
      return count;
    },
    create: (more: object = {}, caller: Caller = agent) =>
      service.call(caller, api.createDraft, unchecked(content(more))),
    get: (id: string, key = agent) => service.call(key, api.getDraft, { id }),
    update: (id: string, changes: object, key = agent) =>
      service.call(key, api.updateDraft, unchecked({ id, ...changes })),
    send: (id: string, caller: Caller = agent) => service.call(caller, api.sendDraft, { id }),
    remove: (id: string, key = agent) => service.call(key, api.deleteDraft, { id }),
    /** Sends charged today. */
    quota: () => sentToday(service, tenant.admin),
    outboxTo: async (to: string) => (await service.operator(api.listOutbox, { to })).body.items,
    /** Sets columns of the mailbox, whoever may. */
    box: (columns: Parameters<typeof setMailbox>[2]) => setMailbox(service, tenant, columns),
    /** Data of the events about failed dispatches. */
    failures: async () => {
      const rows = await service.daemon.context.store.read
        .selectFrom('events')
        .select('data')
        .where('account_id', '=', tenant.accountId)
        .where('type', '=', 'message.dispatch_failed')
        .execute();
      return rows.map(({ data }) => data);
    },
  };
}
