import { onTestFinished } from 'vitest';
import * as api from './api.ts';
import { openReview, type ReviewerOptions } from './reviewer.ts';
import { createAgent, createTenant, type Service, type Tenant } from './service.ts';

/** A mailbox whose agent sends and whose mail is held, and people who review it. */
export interface Scene extends Tenant {
  readonly agent: string;
  /** The agent sends; the mailbox holds all of it. */
  hold(subject: string, changes?: { to?: string; body?: string; html?: string }): Promise<string>;
  open(options?: ReviewerOptions & { key?: string }): ReturnType<typeof openReview>;
  stateOf(id: string): Promise<unknown>;
}

/** Makes such mailboxes, each of an account of its own. */
export function reviewScenes(service: Service): () => Promise<Scene> {
  let tenants = 0;
  return async () => {
    tenants += 1;
    const tenant = await createTenant(service, {
      email: `owner${tenants}@example.com`,
      tier: 'pro',
      mailbox: `helper${tenants}`,
    });
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    await service.call(tenant.admin, api.updateMailbox, { id: tenant.mailbox.id, hitl_mode: 'all_outbound' });
    return {
      ...tenant,
      agent,
      hold: async (subject, { to = 'ann@example.com', body = 'All is well.', ...more } = {}) => {
        const content = { from_mailbox: tenant.mailbox.id, to, subject, body, ...more };
        const headers = { 'idempotency-key': crypto.randomUUID() };
        const sent = await service.call({ key: agent, headers }, api.send, content);
        if (typeof sent.body.message_id !== 'string') throw new Error(JSON.stringify(sent.body));
        return sent.body.message_id;
      },
      // The newest first, so that a test makes last what is under the cursor.
      open: ({ key = tenant.admin, words = ['--sort', 'newest'], ...options } = {}) => {
        const interrupted = new AbortController();
        const reviewer = openReview({
          home: service.home,
          env: { AGENTMAIL_KEY: key, AGENTMAIL_URL: service.daemon.runtime.http },
          interrupted: interrupted.signal,
          words,
          ...options,
        });
        onTestFinished(async () => {
          interrupted.abort();
          await reviewer.ended;
        });
        return reviewer;
      },
      stateOf: async (id) => (await service.call(tenant.admin, api.getMessage, { id })).body.state,
    };
  };
}
