import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { codeOf, createTenant, type Reply, startService } from '../support/service.ts';

/** A cap is exact, however many requests arrive at once. */

const AT_ONCE = 12;

function together(call: (index: number) => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(index)));
}

/** Returns the number of successes, and the code of each refusal once. */
function outcomes(replies: readonly Reply[]): [successes: number, ...codes: unknown[]] {
  const refused = replies.filter(({ status }) => status >= 400);
  return [replies.length - refused.length, ...new Set(refused.map((reply) => codeOf(reply)[1]))];
}

describe('requests at once', { tags: 'race' }, () => {
  it('create no more mailboxes than the plan has', async () => {
    const service = await startService();
    const { admin } = await createTenant(service, { tier: 'starter' });
    const replies = await together((index) =>
      service.call(admin, api.createMailbox, { name: `box${index}` }),
    );
    expect(outcomes(replies)).toEqual([4, 'TIER_LIMIT']);
    expect((await service.must(admin, api.listMailboxes)).mailboxes).toHaveLength(5);
  });

  it('create no more webhooks than the plan has', async () => {
    const service = await startService({ config: { allowPrivateWebhooks: true } });
    const { admin } = await createTenant(service, { tier: 'starter' });
    const replies = await together((index) =>
      service.call(admin, api.createWebhook, {
        url: `https://127.0.0.1:9/${index}`,
        enabled_events: ['message.received'],
      }),
    );
    expect(outcomes(replies)).toEqual([3, 'TIER_LIMIT']);
    expect((await service.must(admin, api.listWebhooks)).webhooks).toHaveLength(3);
  });

  it('create one mailbox of a name', async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    const replies = await together(() => service.call(admin, api.createMailbox, { name: 'same' }));
    expect(outcomes(replies)).toEqual([1, 'CONFLICT']);
  });

  it('create one account for an email address', async () => {
    const service = await startService();
    const replies = await together(() =>
      service.operator(api.operatorCreateAccount, { email: 'one@example.com' }),
    );
    expect(outcomes(replies)).toEqual([1, 'CONFLICT']);
    expect((await service.operator(api.operatorListAccounts)).body.accounts).toHaveLength(1);
  });
});
