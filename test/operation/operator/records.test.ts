import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  sharedService,
  type Tenant,
  unchecked,
} from '../../support/service.ts';

const service = sharedService();
let ann: Tenant;
let bob: Tenant;

beforeAll(async () => {
  ann = await createTenant(service, { email: 'ann@example.com', mailbox: 'ann' });
  bob = await createTenant(service, { email: 'bob@example.com', mailbox: 'bob' });
});

interface Page {
  mailboxes: { id: string; account_id: string; status: string; name: string }[];
  entries: Record<string, unknown>[];
  jobs: { id: string; kind: string; due_at: string; attempts: number; last_error: string | null }[];
  next_cursor: string | null;
}

const get = async (path: string) =>
  (await service.request<Page>(service.daemon.operatorToken, `GET /operator/v1${path}`)).body;
const setStatus = (id: string, status: string) =>
  service.operator(api.operatorUpdateMailbox, unchecked({ id, status }));

/** All rows of a list, page by page. */
async function pages<Row>(path: string, rows: (page: Page) => Row[]): Promise<Row[]> {
  const found: Row[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: Page = await get(`${path}${next && `&cursor=${next}`}`);
    found.push(...rows(page));
    next = page.next_cursor;
  }
  return found;
}

describe('mailboxes in the hands of the owner', () => {
  it('are listed over all accounts, newest first, page by page, or of one account', async () => {
    const all = await pages('/mailboxes?limit=1', ({ mailboxes }) => mailboxes);
    expect(all.map(({ id }) => id)).toEqual([bob.mailbox.id, ann.mailbox.id]);
    expect(all[1]).toMatchObject({ account_id: ann.accountId, name: 'ann', status: 'active' });
    for (const account of ['ann@example.com', ann.accountId]) {
      expect((await get(`/mailboxes?account=${account}`)).mailboxes).toHaveLength(1);
    }
    const { next_cursor: other } = await get('/mailboxes?limit=1');
    expect(
      (
        await service.operator(
          api.operatorListMailboxes,
          unchecked({ account: 'ann@example.com', cursor: other }),
        )
      ).body.code,
    ).toBe('INVALID_CURSOR');
    expect((await service.operator(api.operatorListMailboxes, { account: 'eve@example.com' })).status).toBe(
      404,
    );
  });

  it('are paused and resumed: a paused one neither sends nor receives, and is read all the same', async () => {
    const { id, address } = ann.mailbox;
    const agent = await createAgent(service, ann.admin, id);
    const send = () =>
      service.call(agent, api.send, {
        from_mailbox: id,
        to: 'eve@example.org',
        subject: 'Hello',
        body: 'Are you there?',
      });
    const deliver = () =>
      service.deliver({ from: 'eve@example.org', to: address, subject: 'Hi', text: 'Hi.' });
    const paused = await setStatus(id, 'paused');
    expect([paused.status, paused.body]).toMatchObject([
      200,
      { id, status: 'paused', account_id: ann.accountId },
    ]);
    expect((await send()).body.code).toBe('MAILBOX_SUSPENDED');
    await expect(deliver()).rejects.toThrow(/450/);
    expect((await service.call(agent, api.getMailbox, { id })).body).toMatchObject({
      status: 'paused',
    });
    expect((await setStatus(id, 'active')).body.status).toBe('active');
    expect((await send()).body).toMatchObject({ status: 'sent' });
    expect(await deliver()).toContain('250');
  });

  it('write an audit row for each change, and none for what is so already', async () => {
    const changes = () => get(`/audit?kind=mailbox.status.updated&account=bob@example.com`);
    await setStatus(bob.mailbox.id, 'active');
    expect((await changes()).entries).toEqual([]);
    await setStatus(bob.mailbox.id, 'paused');
    await setStatus(bob.mailbox.id, 'paused');
    expect((await changes()).entries).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        kind: 'mailbox.status.updated',
        account_id: bob.accountId,
        mailbox_id: bob.mailbox.id,
        actor_type: 'system',
        actor_id: 'operator',
        target: bob.mailbox.id,
        before: { status: 'active' },
        after: { status: 'paused' },
        reason: null,
      },
    ]);
    await setStatus(bob.mailbox.id, 'active');
  });

  it('refuse other states, unknown ids and deleted ones', async () => {
    expect((await setStatus(ann.mailbox.id, 'deleted')).status).toBe(400);
    expect((await setStatus('ann', 'paused')).status).toBe(400);
    expect((await setStatus('0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11', 'paused')).status).toBe(404);
    const made = await createMailbox(service, ann.admin, 'gone');
    await service.call(ann.admin, api.deleteMailbox, { id: made.id });
    expect((await setStatus(made.id, 'active')).status).toBe(404);
    expect((await get('/mailboxes')).mailboxes.map(({ name }) => name)).not.toContain('gone');
  });
});

describe('what was done', () => {
  it('is listed newest first, page by page, by account, kind and time, reads included', async () => {
    const all = await pages('/audit?limit=3', ({ entries }) => entries);
    expect(all).toEqual((await get('/audit?limit=500')).entries);
    const times = all.map(({ at }) => Date.parse(String(at)));
    expect(times).toEqual([...times].sort((one, other) => other - one));
    service.clock.moveTo(service.clock.now() + 60_000);
    const since = new Date(service.clock.now()).toISOString();
    const { id } = (await service.call(ann.admin, api.listMessages, { id: ann.mailbox.id })).body
      .messages[0] as { id: string };
    await service.call(ann.admin, api.getMessage, { id });
    const { entries } = await get(`/audit?since=${since}&account=${ann.accountId}`);
    expect(entries).toMatchObject([{ target: id, actor_type: 'admin', mailbox_id: ann.mailbox.id }]);
  });
});

describe('what happens later', () => {
  it('is listed by its due time, page by page and by kind, with what it failed with', async () => {
    for (const hours of [3, 1, 2]) {
      const send_at = new Date(service.clock.now() + hours * 3_600_000).toISOString();
      const letter = {
        mailbox_id: ann.mailbox.id,
        to: 'eve@example.org',
        subject: 'Later',
        body: 'Soon.',
        send_at,
      };
      expect((await service.call(ann.admin, api.createDraft, letter)).status).toBe(201);
    }
    const { jobs } = await get('/jobs');
    expect(jobs.length).toBeGreaterThan(3);
    expect(await pages('/jobs?limit=2', (page) => page.jobs)).toEqual(jobs);
    const dues = jobs.map(({ due_at }) => due_at);
    expect(dues).toEqual([...dues].sort());
    const [first] = jobs;
    expect((await get(`/jobs?kind=${first?.kind}`)).jobs).toContainEqual(first);
    await service.daemon.context.store.write('none', ({ db }) =>
      db
        .updateTable('jobs')
        .set({ attempts: 2, last_error: 'no luck' })
        .where('id', '=', first?.id ?? '')
        .execute(),
    );
    expect((await get('/jobs?limit=1')).jobs).toEqual([{ ...first, attempts: 2, last_error: 'no luck' }]);
  });
});
