import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openReview, type ReviewerOptions } from '../../../support/reviewer.ts';
import { createAgent, createTenant, launch, type Service, type Tenant } from '../../../support/service.ts';

/** The review screen against a real daemon: what one sees, what keys do, and what happens elsewhere meanwhile. */

let service: Service;
beforeAll(async () => {
  service = await launch();
});
afterAll(() => service.stop());

let tenants = 0;

interface Scene extends Tenant {
  readonly agent: string;
  /** The agent sends; the mailbox holds all of it. */
  hold(subject: string, changes?: { to?: string; body?: string }): Promise<string>;
  open(options?: ReviewerOptions & { key?: string }): ReturnType<typeof openReview>;
  stateOf(id: string): Promise<unknown>;
}

async function scene(): Promise<Scene> {
  tenants += 1;
  const tenant = await createTenant(service, {
    email: `owner${tenants}@example.com`,
    tier: 'pro',
    mailbox: `helper${tenants}`,
  });
  const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  const path = `/v1/mailboxes/${tenant.mailbox.id}`;
  await service.call(tenant.admin, 'PATCH', path, { hitl_mode: 'all_outbound' });
  return {
    ...tenant,
    agent,
    hold: async (subject, { to = 'ann@example.com', body = 'All is well.' } = {}) => {
      const content = { from_mailbox: tenant.mailbox.id, to, subject, body };
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const sent = await service.call(agent, 'POST', '/v1/messages/send', content, headers);
      if (typeof sent.body.message_id !== 'string') throw new Error(JSON.stringify(sent.body));
      return sent.body.message_id;
    },
    open: ({ key = tenant.admin, ...options } = {}) => {
      const interrupted = new AbortController();
      const reviewer = openReview({
        home: service.home,
        env: { AGENTMAIL_KEY: key, AGENTMAIL_URL: service.daemon.runtime.http },
        interrupted: interrupted.signal,
        ...options,
      });
      onTestFinished(async () => {
        interrupted.abort();
        await reviewer.ended;
      });
      return reviewer;
    },
    stateOf: async (id) => (await service.call(tenant.admin, 'GET', `/v1/messages/${id}`)).body.state,
  };
}

describe('the review screen', () => {
  it('shows the queue, the newest first, and the message under the cursor with why it is held', async () => {
    const { hold, open } = await scene();
    await hold('The first');
    await hold('The second', { body: 'A body to read.' });
    const lines = await open().sees('2 to approve', 'The first', 'A body to read.', 'live');
    expect(lines.findIndex((line) => line.includes('The second'))).toBeLessThan(
      lines.findIndex((line) => line.includes('The first')),
    );
    expect(lines.join('\n')).toContain('The mailbox holds every mail that an agent sends.');
  });

  it('approves with a, which sends the message, and says so in its row', async () => {
    const { hold, open, stateOf } = await scene();
    const id = await hold('To be sent');
    const reviewer = open();
    await reviewer.sees('All is well.');
    reviewer.press('a');
    await reviewer.sees('It is sent.', '0 to approve', 'sent: To be sent');
    expect(await stateOf(id)).toBe('delivered');
    reviewer.press('q');
    expect(await reviewer.ended).toBe(0);
  });
});
