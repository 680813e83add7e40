import { beforeAll, beforeEach } from 'vitest';
import {
  createAgent,
  createTenant,
  type Reply,
  type Service,
  sentToday,
  setMailbox,
  sharedService,
  type Tenant,
} from './service.ts';

/** Setup for tests of drafts: a service per file, and a fresh tenant with an agent per test. */

export interface DraftBody {
  readonly id: string;
  readonly state: string;
  readonly body: { content: string | null };
  readonly worst_decision: string;
  readonly thread_id: string | null;
  readonly send_at: string | null;
  readonly original_send_at: string | null;
  readonly send_attempts: number;
  readonly last_dispatch_error_code: string | null;
  readonly last_dispatch_attempt_at: string | null;
  readonly attachments: { upload_id: string }[];
  readonly updated_at: string;
}

/** The scan of outgoing mail blocks this. */
export const BLOCKED = 'Please log in at http://malware.example.net/x now.';

export interface DraftDesk {
  readonly service: Service;
  readonly tenant: Tenant;
  /** Key of an agent that is bound to the mailbox. */
  readonly agent: string;
  /** Of the test in its file, from 1. */
  readonly count: number;
  create(more?: object, key?: string, headers?: Record<string, string>): Promise<Reply<DraftBody>>;
  get(id: string, key?: string): Promise<Reply<DraftBody>>;
  update(id: string, body: object, key?: string): Promise<Reply<DraftBody>>;
  send(
    id: string,
    headers?: Record<string, string>,
    key?: string,
  ): Promise<Reply<{ message_id: string; status: string }>>;
  remove(id: string, key?: string): Promise<Reply<object>>;
  /** Sends charged today. */
  quota(): Promise<number>;
  outboxTo(to: string): Promise<{ message_id: string; at: string }[]>;
  /** Sets columns of the mailbox, whoever may. */
  box(columns: object): Promise<unknown>;
  /** Data of the dispatch failures that were told. */
  failures(): Promise<Record<string, unknown>[]>;
}

/** Call it once, at the top of a file of tests. */
export function openDraftDesk(): DraftDesk {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  let count = 0;

  beforeAll(async () => {
    await service.operator('PATCH', '/settings', { 'scanning.blocked_urls': ['malware.example.net'] });
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
    get agent() {
      return agent;
    },
    get count() {
      return count;
    },
    create: (more = {}, key = agent, headers = {}) =>
      service.call(key, 'POST', '/v1/drafts', content(more), headers),
    get: (id, key = agent) => service.call(key, 'GET', `/v1/drafts/${id}`),
    update: (id, body, key = agent) => service.call(key, 'PATCH', `/v1/drafts/${id}`, body),
    send: (id, headers = {}, key = agent) => service.call(key, 'POST', `/v1/drafts/${id}/send`, {}, headers),
    remove: (id, key = agent) => service.call(key, 'DELETE', `/v1/drafts/${id}`),
    quota: () => sentToday(service, tenant.admin),
    outboxTo: async (to) =>
      (await service.operator<{ items: { message_id: string; at: string }[] }>('GET', `/outbox?to=${to}`))
        .body.items,
    box: (columns) => setMailbox(service, tenant, columns),
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
