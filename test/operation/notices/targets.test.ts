import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { openSession, PASSWORD, type Person } from '../../support/people.ts';
import {
  codeOf,
  createAgent,
  createMailbox,
  createTenant,
  type Reply,
  sharedService,
  type Tenant,
  unchecked,
} from '../../support/service.ts';
import { tell } from './support.ts';

const service = sharedService();
let tenant: Tenant;
let person: Person;
beforeAll(async () => {
  tenant = await createTenant(service, { tier: 'pro' });
  person = await openSession(service, tenant.accountId);
});

const list = async () => (await service.must(tenant.admin, api.listNoticeTargets)).notices;

describe('who is told of held mail', () => {
  it('is nobody at first, and the address of the account by default', async () => {
    expect(await list()).toEqual([]);
    const made = await service.must(tenant.admin, api.createNoticeTarget, { format: 'email' });
    expect(made).toMatchObject({
      format: 'email',
      address: 'owner@example.com',
      mailbox_ids: null,
      states: ['pending_review', 'quarantined'],
      digest_minutes: 0,
      max_per_hour: 12,
      enabled: true,
      next_notice_at: null,
    });
    expect(await list()).toEqual([made]);
  });

  it('never includes the path of a URL, which is a secret, in answers, rows and audit rows', async () => {
    const address = 'https://hooks.slack.com/services/T0000/B0000/quietsecret';
    const made = await tell(service, tenant, { format: 'slack', address });
    expect(made.address).toBe('https://hooks.slack.com/…');
    const { read } = service.daemon.context.store;
    const rows = await read.selectFrom('notice_targets').selectAll().where('id', '=', made.id).execute();
    const audits = await read.selectFrom('audit_log').selectAll().where('target', '=', made.id).execute();
    expect(audits.map(({ kind }) => kind)).toEqual(['notice_target.created']);
    const kept = JSON.stringify([rows, audits, await list()]) + rows[0]?.url?.toString('latin1');
    expect(kept).not.toContain('quietsecret');
  });

  it.each([
    ['a mailbox of this service', { address: 'helper@agentmail.localhost' }, 'address'],
    ['an address of this service that nobody has', { address: 'x@agentmail.localhost' }, 'address'],
    ['something else than an address', { address: 'owner' }, 'address'],
    ['no URL', { format: 'slack', address: undefined }, 'address'],
    ['a URL without TLS', { format: 'slack', address: 'http://example.com/x' }, 'address'],
    ['a URL into the machine', { format: 'discord', address: 'https://127.0.0.1/x' }, 'address'],
    ['a URL into the network', { format: 'ntfy', address: 'https://10.0.0.1/topic' }, 'address'],
    ['a server without a topic', { format: 'ntfy', address: 'https://ntfy.sh/' }, 'address'],
    ['no mailbox', { mailbox_ids: [] }, 'mailbox_ids'],
    ['no state', { states: [] }, 'states'],
    ['a state twice', { states: ['quarantined', 'quarantined'] }, 'states'],
    ['more than a day', { digest_minutes: 1441 }, 'digest_minutes'],
    ['no notices', { max_per_hour: 0 }, 'max_per_hour'],
  ])('is refused for %s', async (_name, fields, path) => {
    const body = { format: 'email', address: 'owner@example.net', ...fields };
    const refused = await service.call(tenant.admin, api.createNoticeTarget, unchecked(body));
    expect(codeOf(refused)).toEqual([400, 'VALIDATION_ERROR']);
    expect(refused.body).toMatchObject({ details: { issues: [{ path }] } });
  });

  it('names only mailboxes of the account', async () => {
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'theirs' });
    const mailbox_ids = [other.mailbox.id];
    const body = { format: 'email' as const, mailbox_ids };
    expect(codeOf(await service.call(tenant.admin, api.createNoticeTarget, body))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('is a confirmed person on a trial, besides the account itself', async () => {
    const trial = await createTenant(service, {
      email: 'trial@example.com',
      tier: 'sandbox',
      mailbox: 'trial',
    });
    const own = await service.call(trial.admin, api.createNoticeTarget, { format: 'email' });
    const other = await service.call(trial.admin, api.createNoticeTarget, {
      format: 'email',
      address: 'stranger@example.net',
    });
    expect([own.status, ...codeOf(other)]).toEqual([201, 403, 'SANDBOX_RECIPIENT_NOT_VERIFIED']);
  });

  it('can be at most 20', async () => {
    const many = await createTenant(service, { email: 'many@example.com', tier: 'pro', mailbox: 'many' });
    for (let made = 0; made < 20; made++) await tell(service, many);
    const refused = await service.call(many.admin, api.createNoticeTarget, { format: 'email' });
    expect(codeOf(refused)).toEqual([409, 'CONFLICT']);
  });
});

describe('telling less', () => {
  const weaker: [string, object][] = [
    ['turns it off', { enabled: false }],
    ['names fewer mailboxes', { mailbox_ids: ['one'] }],
    ['names fewer states', { states: ['quarantined'] }],
    ['tells later', { digest_minutes: 60 }],
    ['tells less often', { max_per_hour: 1 }],
    ['tells somebody else', { address: 'stranger@example.net' }],
  ];

  const bodyOf = (fields: object) =>
    'mailbox_ids' in fields ? { mailbox_ids: [tenant.mailbox.id] } : fields;

  it.each(weaker)('needs a person with fresh proof when it %s', async (_name, fields) => {
    const { id } = await tell(service, tenant);
    const change = { id, ...bodyOf(fields) };
    const byKey = await service.call(tenant.admin, api.updateNoticeTarget, unchecked(change));
    expect(codeOf(byKey)).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
    const unproven = await person.call(api.updateNoticeTarget, unchecked(change));
    expect(codeOf(unproven)).toEqual([403, 'REAUTH_REQUIRED']);
    const proof = { reauth_token: PASSWORD };
    const proven = await person.call(api.updateNoticeTarget, unchecked({ ...change, ...proof }));
    expect(proven.status).toBe(200);
    expect(proven.body).toMatchObject(bodyOf(fields));
    const gone = await person.call(api.deleteNoticeTarget, { id });
    expect(codeOf(gone)).toEqual([403, 'REAUTH_REQUIRED']);
    expect((await person.call(api.deleteNoticeTarget, { id, ...proof })).status).toBe(200);
    expect((await list()).some((each) => each.id === id)).toBe(false);
  });

  it('is not telling more, or sooner', async () => {
    const other = await createMailbox(service, tenant.admin, 'second');
    const made = await tell(service, tenant, {
      mailbox_ids: [tenant.mailbox.id],
      states: ['quarantined'],
      digest_minutes: 60,
      max_per_hour: 1,
      enabled: false,
    });
    for (const change of [
      { digest_minutes: 5 },
      { max_per_hour: 20 },
      { enabled: true },
      { states: ['quarantined', 'pending_review'] },
      { mailbox_ids: [tenant.mailbox.id, other.id] },
      { mailbox_ids: null },
      { address: 'owner@example.net' },
    ] as const) {
      const changed = await service.call(
        tenant.admin,
        api.updateNoticeTarget,
        unchecked({ id: made.id, ...change }),
      );
      expect([changed.status, changed.body]).toMatchObject([200, change]);
    }
  });
});

describe('an agent key', () => {
  it('can neither read nor change who is told', async () => {
    const { id } = await tell(service, tenant);
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const before = await list();
    const removal = await service.call(agent, api.deleteNoticeTarget, { id });
    expect(codeOf(removal)).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
    const replies: Reply<object>[] = [
      await service.call(agent, api.listNoticeTargets),
      await service.call(agent, api.createNoticeTarget, { format: 'email' }),
      await service.call(agent, api.updateNoticeTarget, { id, enabled: true }),
      await service.call(agent, api.testNoticeTarget, { id }),
    ];
    expect(replies.map(codeOf)).toEqual(replies.map(() => [403, 'INSUFFICIENT_SCOPE']));
    expect(await list()).toEqual(before);
  });
});

describe('a test', () => {
  it('sends a sample that holds nothing of mail, and counts toward the hour', async () => {
    const { id } = await tell(service, tenant, { max_per_hour: 1, address: 'sample@example.net' });
    expect(await service.must(tenant.admin, api.testNoticeTarget, { id })).toEqual({
      outcome: 'outbox',
      error: null,
    });
    const { items } = (await service.operator(api.listOutbox, { to: 'sample@example.net' })).body;
    expect(items[0]?.text).toContain('This is a test: no message is held');
    const again = await service.call(tenant.admin, api.testNoticeTarget, { id });
    expect(codeOf(again)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(3500);
  });
});
