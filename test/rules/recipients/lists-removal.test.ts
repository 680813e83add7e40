import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import type { Call } from '../../support/calls.ts';
import { createTenant, setMailbox, sharedService, type Tenant, unchecked } from '../../support/service.ts';

describe('removing from lists', () => {
  const service = sharedService();
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await createTenant(service);
  });

  const request = (line: string, body?: object) => service.request(tenant.admin, line, { body });
  const call: Call = (endpoint, ...input) => service.call(tenant.admin, endpoint, ...input);
  const mode = (column: 'recipient_policy_mode' | 'sender_policy_mode', value: 'blocklist' | 'allowlist') =>
    setMailbox(service, tenant, { [column]: value });

  it.each([
    ['/v1/mailboxes/helper/allowlist', 'recipient_policy_mode'],
    ['/v1/mailboxes/helper/inbound-allowlist', 'sender_policy_mode'],
  ] as const)(
    'keeps the last entry of %s in allowlist mode, unless told to empty it',
    async (path, column) => {
      await request(`POST ${path}/bulk`, { emails: ['a@example.org', 'b@example.org'] });
      await mode(column, 'allowlist');
      expect((await request(`DELETE ${path}/a%40example.org`)).status).toBe(200);
      const missing = await request(`DELETE ${path}/a%40example.org`);
      expect(missing.body.code).toBe('NOT_FOUND');
      for (const query of ['', '?force_empty=false']) {
        const last = await request(`DELETE ${path}/b%40example.org${query}`);
        expect([last.status, last.body.code]).toEqual([409, 'ALLOWLIST_LAST_ENTRY']);
      }
      expect((await request(`DELETE ${path}/b%40example.org?force_empty=true`)).status).toBe(200);
      await mode(column, 'blocklist');
      await request(`POST ${path}`, { email: 'a@example.org' });
      expect((await request(`DELETE ${path}/a%40example.org`)).status).toBe(200);
    },
  );

  it('never gives up a suppression of somebody who complained, and says first when there is none', async () => {
    const sent = await call(api.send, {
      from_mailbox: 'helper',
      to: 'angry@example.org',
      subject: 'Offer',
      body: 'Would you like to see our offer?',
    });
    expect(sent.status).toBe(200);
    const missing = await call(api.removeSuppression, { email: 'angry@example.org' });
    expect(missing.body.code).toBe('NOT_FOUND');
    const complaint = await service.operator(api.reportComplaint, { id: sent.body.message_id });
    expect([complaint.status, complaint.body]).toEqual([
      200,
      { message_id: sent.body.message_id, state: 'delivered' },
    ]);
    const locked = await call(api.removeSuppression, { email: 'angry@example.org' });
    expect([locked.status, locked.body.code]).toEqual([409, 'RECIPIENT_BLOCKLIST_COMPLAINT_LOCKED']);
    const again = await call(api.send, {
      from_mailbox: 'helper',
      to: 'Angry@example.org',
      subject: 'Offer',
      body: 'Once more.',
    });
    expect([again.status, again.body]).toMatchObject([
      403,
      { code: 'RECIPIENT_SUPPRESSED', details: { reason: 'suppressed' } },
    ]);
  });

  it('locks a manual entry too once its address complained, without another event', async () => {
    const send = () =>
      call(api.send, {
        from_mailbox: 'helper',
        to: 'manual@example.org',
        subject: 'Hello',
        body: 'Hello there.',
      });
    const { message_id: id } = (await send()).body;
    await call(api.addSuppression, { email: 'manual@example.org' });
    await service.operator(api.reportComplaint, { id });
    await service.operator(api.reportComplaint, { id });
    const list = await call(api.listSuppressions, { reason: 'manual' });
    expect(list.body.suppressions).toMatchObject([
      {
        email: 'manual@example.org',
        reason: 'manual',
        source: 'customer',
        added_by_actor_type: 'admin',
        latest_complaint_at: expect.stringMatching(/Z$/),
        complaint_count: 2,
      },
    ]);
    const locked = await call(api.removeSuppression, { email: 'manual@example.org' });
    expect(locked.body.code).toBe('RECIPIENT_BLOCKLIST_COMPLAINT_LOCKED');
    const events = await service.daemon.context.store.read
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'recipient_blocklist.added')
      .where(sql<boolean>`cast(data as text) like ${'%manual@example.org%'}`)
      .execute();
    expect(events).toHaveLength(1);
  });

  it('filters suppressions by reason, in cursors of their own', async () => {
    const complaints = await call(api.listSuppressions, { reason: 'complaint' });
    expect(complaints.body.suppressions.map(({ email }) => email)).toEqual(['angry@example.org']);
    await call(api.addSuppression, { email: 'more@example.org' });
    const page = await call(api.listSuppressions, { reason: 'manual', limit: 1 });
    const other = await call(api.listSuppressions, unchecked({ cursor: page.body.next_cursor }));
    expect(other.body.code).toBe('INVALID_CURSOR');
  });
});
