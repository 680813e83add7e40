import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { openSession } from '../../support/people.ts';
import { createAgent, createTenant, splitHostPort, startService } from '../../support/service.ts';
import { SmtpClient } from '../../support/smtp-client.ts';

const DAY = 86_400_000;

describe('usage', () => {
  it('tells sends by day, mailboxes, storage, rates and trust', async () => {
    const service = await startService();
    const { admin, accountId, mailbox } = await createTenant(service);
    const send = () =>
      service.call(admin, api.send, {
        from_mailbox: 'helper',
        to: 'owner@example.com',
        subject: 's',
        body: 'A short note.',
      });
    await send();
    await service.drain();
    service.clock.moveTo(service.clock.now() + DAY);
    await send();
    await service.drain();
    const { body } = await service.call(admin, api.getUsage);
    expect(body).toMatchObject({
      today: { count: 1, limit: 1000 },
      mailbox_count: 1,
      mailbox_limit: 25,
      pending_review_count: 0,
      tier: 'pro',
      rates: { delivered: 1, bounced: 0, complained: 0 },
      trust: { clean_history: false, billing_exempt: false },
      storage: { limit_bytes: 15_000_000_000, state: 'normal', breakdown: { derivative_bytes: 0 } },
    });
    expect(body.history).toHaveLength(30);
    expect(body.history.slice(0, 2).map((day) => day.count)).toEqual([1, 0]);
    const agent = await createAgent(service, admin, mailbox.id);
    for (const path of ['usage', 'export']) {
      const refused = await service.request(agent, `GET /v1/accounts/${path}`);
      expect(refused.body.code).toBe('INSUFFICIENT_SCOPE');
    }
    const { used_bytes: used } = await service.daemon.context.store.read
      .selectFrom('accounts')
      .select('used_bytes')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    for (const [share, state] of [
      [0.7, 'normal'],
      [0.8, 'warning'],
      [0.95, 'near_full'],
      [1, 'over_limit'],
    ] as const) {
      await service.operator(api.operatorUpdateAccount, {
        id: accountId,
        storage_limit_bytes: Math.floor(used / share),
      });
      const now = await service.call(admin, api.getUsage);
      expect([share, now.body.storage.state]).toEqual([share, state]);
    }
    // Mail that would not fit is put off, at RCPT when its size is said, else at its end.
    await service.operator(api.operatorUpdateAccount, { id: accountId, storage_limit_bytes: used + 1000 });
    const client = await SmtpClient.greeted(splitHostPort(service.daemon.runtime.smtp)[1]);
    await client.command('MAIL FROM:<ann@example.net> SIZE=2000');
    expect(await client.command(`RCPT TO:<${mailbox.address}>`)).toMatch(/^452 4\.2\.2 /);
    await client.command('RSET');
    expect(await client.deliver('x'.repeat(2000), mailbox.address)).toMatch(/^452 4\.2\.2 /);
    client.end();
  });
});

describe('an export', () => {
  it('holds every part of the account in its read shape, page after page', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'x' });
    const emails = Array.from({ length: 700 }, (_, index) => `person${index}@example.org`);
    await service.call(admin, api.addSuppressions, { emails });
    await service.call(admin, api.addAllowlistEntry, { mailboxId: 'helper', email: '@example.net' });
    for (let index = 0; index < 3; index++) {
      await service.deliver({
        from: 'a@example.org',
        to: mailbox.address,
        subject: `mail ${index}`,
        text: 'hello',
      });
    }
    await service.deliver({
      from: 'a@example.org',
      to: other.mailbox.address,
      subject: 'foreign',
      text: 'hello',
    });
    await service.drain();
    const reply = await service.call(admin, api.exportAccount);
    expect(Object.keys(reply.body)).toEqual([
      'exported_at',
      'account',
      'policy',
      'api_keys',
      'mailboxes',
      'allowlists',
      'suppressions',
      'inbound_blocklist',
      'inbound_allowlists',
      'named_addresses',
      'recipients',
      'trusted_sources',
      'webhooks',
      'domains',
      'legal_holds',
      'drafts',
      'messages',
    ]);
    expect(reply.body.suppressions).toHaveLength(700);
    expect(reply.body.allowlists).toMatchObject([{ email: '@example.net', mailbox_id: mailbox.id }]);
    const listed = await service.call(admin, api.getMailbox, { id: 'helper' });
    expect(reply.body.mailboxes).toEqual([listed.body]);
    const subjects = (reply.body.messages as { subject: string }[]).map(({ subject }) => subject);
    expect(subjects).toEqual(['mail 0', 'mail 1', 'mail 2']);
    expect(JSON.stringify(reply.body)).not.toContain('foreign');
  });

  it('shows a person mailboxes as a person sees them', async () => {
    const service = await startService();
    const { accountId } = await createTenant(service);
    const person = await openSession(service, accountId);
    const exported = await person.call(api.exportAccount);
    const listed = await person.call(api.getMailbox, { id: 'helper' });
    expect(exported.body.mailboxes).toEqual([listed.body]);
    expect(listed.body).toHaveProperty('attachment_access_enabled');
  });
});

describe('the link check', () => {
  it('is on from the start, under its current version', async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    const signedUp = await service.call(null, api.signUp, {
      email: 'ann@example.com',
      phone_number: '+4915112345678',
      accept_terms: true,
    });
    for (const key of [admin, signedUp.body.api_key]) {
      expect((await service.call(key, api.getCaller)).body).toMatchObject({
        url_reputation: { active: true, accepted_version: 'v2', current_version: 'v2', privacy_ok: true },
      });
    }
  });

  it('is accepted in its current version only', async () => {
    const service = await startService();
    const { admin, accountId } = await createTenant(service);
    await service.daemon.context.store.write('none', ({ db }) =>
      db
        .updateTable('accounts')
        .set({ url_reputation_active: false, url_reputation_version: null })
        .where('id', '=', accountId)
        .execute(),
    );
    const accept = (version: string) =>
      service.call(admin, api.acceptUrlReputation, { accept_web_risk_version: version });
    const old = await accept('v1');
    expect([old.status, old.body.details]).toMatchObject([400, { current_version: 'v2' }]);
    const current = await accept('v2');
    expect(current.body).toMatchObject({
      url_reputation: { active: true, accepted_version: 'v2', current_version: 'v2', privacy_ok: true },
      disclosure: { notice: expect.any(String), advisory_url: expect.any(String) },
    });
    expect((await service.call(admin, api.getCaller)).body).toMatchObject({
      url_reputation: { accepted_version: 'v2' },
    });
    const audited = async () => {
      const kind = 'account.url_reputation.accepted';
      return (await service.operator(api.listAudit, { account: accountId, kind })).body.entries;
    };
    expect((await accept('v2')).body).toEqual(current.body);
    expect(await audited()).toHaveLength(1);
  });
});
