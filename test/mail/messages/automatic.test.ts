import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { type SampleMail, sampleMail } from '../../support/automatic-mail.ts';
import { createTenant, sharedService, type Tenant } from '../../support/service.ts';

const service = sharedService();
let tenant: Tenant;
let start: string;

/** In the order in which they arrive. */
const MAILS: Readonly<Record<string, SampleMail>> = {
  note: {
    name: 'note',
    from: 'ann@example.org',
    header: ['Subject: Away', 'Auto-Submitted: auto-replied'],
  },
  confirmation: {
    name: 'confirmation',
    from: 'no-reply@shop.example',
    header: ['Subject: Confirm your address', 'Auto-Submitted: auto-generated', 'Precedence: bulk'],
  },
  letter: { name: 'letter', from: 'bob@example.org', header: ['Subject: A question'] },
  issue: {
    name: 'issue',
    from: 'tracker@example.org',
    header: ['Subject: New issue', 'List-Id: <issues.example.org>'],
  },
};

beforeAll(async () => {
  start = new Date(service.clock.now() - 60_000).toISOString();
  tenant = await createTenant(service);
  for (const [id, mail] of Object.entries(MAILS)) {
    const to = tenant.mailbox.address;
    await service.deliver({ from: mail.from, to, raw: sampleMail(mail, { to, id }) });
    await service.drain();
  }
});

const subjects = (messages: readonly { subject: string }[]) => messages.map(({ subject }) => subject);

describe('the mark of automatic mail', () => {
  it.each([
    ['true', ['New issue', 'Confirm your address', 'Away']],
    ['false', ['A question']],
    ['bulk', ['Confirm your address']],
    ['bounce', []],
  ] as const)('lists with automatic=%s', async (automatic, expected) => {
    const { body } = await service.call(tenant.admin, api.listMessages, { id: tenant.mailbox.id, automatic });
    expect(subjects(body.messages)).toEqual(expected);
  });

  it('is in list items and in events, and null for sent mail', async () => {
    const { id } = tenant.mailbox;
    const listed = await service.call(tenant.admin, api.listMessages, { id, sort: 'oldest' });
    const marks = ['reply', 'bulk', null, 'list'];
    expect(listed.body.messages.map(({ automatic }) => automatic)).toEqual(marks);
    const { read } = service.daemon.context.store;
    const events = await read
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'message.received')
      .orderBy('seq')
      .execute();
    expect(events.map(({ data }) => (data as { automatic?: unknown }).automatic)).toEqual(marks);
    const sent = await service.call(tenant.admin, api.send, {
      ...{ from_mailbox: id, to: 'eva@example.org', subject: 'Hi', body: 'Hello.' },
    });
    const message = await service.call(tenant.admin, api.getMessage, { id: sent.body.message_id });
    expect(message.body.automatic).toBeNull();
  });

  it('ends a wait, as the contract says, unless the wait skips its kind', async () => {
    const wait = async (skip_automatic?: string, since = start) => {
      const query = { id: tenant.mailbox.id, since, timeout: 1, ...(skip_automatic && { skip_automatic }) };
      return (await service.call(tenant.admin, api.waitForMessage, query)).body.message;
    };
    expect((await wait())?.subject).toBe('Away');
    // A sign-up waits for this one.
    expect((await wait('reply,list,bounce'))?.subject).toBe('Confirm your address');
    const letter = await wait('reply,bulk,list,bounce');
    expect(letter?.subject).toBe('A question');
    expect((await wait(undefined, letter?.created_at))?.subject).toBe('New issue');
    const newest = { id: tenant.mailbox.id, timeout: 1, skip_automatic: 'list' };
    const { body } = await service.call(tenant.admin, api.waitForMessage, newest);
    expect(body.message?.subject).toBe('A question');
  });

  it('refuses an unknown kind to skip', async () => {
    const query = { id: tenant.mailbox.id, timeout: 1, skip_automatic: 'reply,people' };
    const { status, body } = await service.call(tenant.admin, api.waitForMessage, query);
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
