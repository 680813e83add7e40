import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  sentToday,
  setMailbox,
  type Tenant,
} from '../../../support/service.ts';
import { idOf, submissionService, submitMail, type Written } from '../../../support/submission.ts';
import { allowFiles, usedBytes } from '../../../support/uploads.ts';

const service = submissionService();
let tenant: Tenant;
let agent: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const BLOCKED = 'Please log in at http://malware.example.net/x now.';
const LETTER = { to: 'ann@example.com', subject: 'Numbers', text: 'Here they are.' };

/** Sends as the tenant's agent, from its mailbox unless the message says otherwise. */
const submit = (mail: Omit<Written, 'key'> & { key?: string } = {}) =>
  submitMail(service, {
    user: tenant.mailbox.name,
    key: agent,
    from: tenant.mailbox.address,
    ...(mail.raw === undefined && LETTER),
    ...mail,
  });
const messageOf = (reply: string) => service.must(tenant.admin, api.getMessage, { id: idOf(reply) });
const sourceOf = async (reply: string) => {
  const { body } = await service.operator(api.getRawMessage, { id: idOf(reply) });
  return String(body);
};
const eventsOf = async (reply: string) => (await messageOf(reply)).email_effect;

/** Brings a message to the mailbox; returns what its answer names. */
async function arrived(from = 'ann@example.com', fields: string[] = []) {
  count += 1;
  const messageId = `<letter-${count}@there.example>`;
  const lines = [
    `From: ${from}`,
    `To: ${tenant.mailbox.address}`,
    `Message-ID: ${messageId}`,
    'Subject: Lunch',
  ];
  const raw = `${[...lines, ...fields].join('\r\n')}\r\n\r\nDo you have time?\r\n`;
  await service.deliver({ from: 'ann@example.com', to: tenant.mailbox.address, raw });
  await service.drain();
  const { messages } = await service.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
  return { messageId, row: messages[0] };
}

describe('a message of a mail program', () => {
  it('is sent with text, HTML, names and hidden recipients', async () => {
    const reply = await submit({
      to: '"Ann" <ann@example.com>',
      cc: 'carl@example.com',
      bcc: 'bea@example.com',
      subject: 'Grüße',
      text: 'Hello Ann.',
      html: '<p>Hello <b>Ann</b>.</p><img src="https://pixel.example/p.gif">',
    });
    expect(reply).toMatch(/^250 2\.0\.0 [0-9a-f-]{36}$/);
    expect(await messageOf(reply)).toMatchObject({
      subject: 'Grüße',
      state: 'delivered',
      to: [{ name: 'Ann', address: 'ann@example.com' }],
      cc: [{ name: null, address: 'carl@example.com' }],
      bcc: [{ name: null, address: 'bea@example.com' }],
      body: { content: 'Hello Ann.' },
      has_html: true,
    });
    const source = await sourceOf(reply);
    expect(source).not.toContain('pixel.example');
    expect(source).not.toContain('bea@example.com');
    expect(await sentToday(service, tenant.admin)).toBe(3);
  });

  it('has a header of the service, whatever it had', async () => {
    const lines = [
      `From: Someone <${tenant.mailbox.address}>`,
      'To: ann@example.com',
      'Subject: Numbers',
      'X-Mailer: evil',
      'Received: from here',
      'Return-Path: <root@here.example>',
      'Auto-Submitted: no',
    ];
    const reply = await submit({
      envelope: { from: 'elsewhere@there.example', to: ['ann@example.com'] },
      raw: `${lines.join('\r\n')}\r\n\r\nHere they are.\r\n`,
    });
    const source = await sourceOf(reply);
    expect(source).toContain(`From: ${tenant.mailbox.name} <${tenant.mailbox.address}>`);
    expect(source).toContain('Auto-Submitted: auto-generated');
    expect(source).not.toMatch(/evil|from here|root@here|Someone/);
  });

  it('goes to the recipients of the envelope only, also when no header names them', async () => {
    const envelope = { from: tenant.mailbox.address, to: ['bea@example.com'] };
    const alone = await messageOf(await submit({ envelope, to: undefined }));
    expect(alone).toMatchObject({ recipient: 'bea@example.com', to: [{ address: 'bea@example.com' }] });
    const named = await messageOf(await submit({ envelope, to: 'ann@example.com' }));
    expect(named).toMatchObject({ recipient: 'bea@example.com', bcc: [] });
    const both = ['bea@example.com', 'carl@example.com'];
    const hidden = await submit({ envelope: { ...envelope, to: both }, to: undefined });
    expect((await messageOf(hidden)).bcc).toMatchObject(both.map((address) => ({ address })));
    expect(await sourceOf(hidden)).not.toMatch(/bea@|carl@/);
  });

  it('is held for review where mail over HTTP is, and isn’t sent', async () => {
    await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
    const reply = await submit();
    expect(reply).toMatch(/^250 2\.0\.0 held for review [0-9a-f-]{36}$/);
    expect(await messageOf(reply)).toMatchObject({ state: 'pending_review' });
    expect(await eventsOf(reply)).toMatchObject({ effect_status: 'held_for_review' });
  });

  it('comes from a subaddress, and gets answers at another mailbox of the account', async () => {
    const other = await createMailbox(service, tenant.admin, `desk${count}`);
    const from = tenant.mailbox.address.replace('@', '+night-2@');
    const reply = await submit({ key: tenant.admin, from, replyTo: other.address });
    expect(await sourceOf(reply)).toContain(`<${from}>`);
    expect(await messageOf(reply)).toMatchObject({
      reply_to: [{ address: other.address }],
      subaddress_instance_id: 'night-2',
    });
    expect(await submit({ replyTo: 'elsewhere@example.com' })).toMatch(/^554 5\.6\.0 NOT_FOUND Mailbox/);
  });
});

describe('a refusal', () => {
  const allowlist = () => setMailbox(service, tenant, { recipient_policy_mode: 'allowlist' });

  it('has the code of the contract, and the recipients with theirs', async () => {
    await allowlist();
    expect(await submit()).toBe(
      "550 5.7.1 RECIPIENT_NOT_ON_ALLOWLIST The recipient isn't on the mailbox's allowlist.",
    );
    expect(await submit({ to: ['ann@example.com', 'bea@example.com'] })).toMatch(
      /^550 5\.7\.1 RECIPIENT_NOT_ON_ALLOWLIST .*\(ann@example.com RECIPIENT_NOT_ON_ALLOWLIST, bea@example.com RECIPIENT_NOT_ON_ALLOWLIST\)$/,
    );
    expect(await sentToday(service, tenant.admin)).toBe(0);
  });

  it('is the same as over HTTP, and tells an agent no more', async () => {
    await allowlist();
    const { mailbox } = tenant;
    const asked = { from_mailbox: mailbox.id, to: LETTER.to, subject: LETTER.subject, body: LETTER.text };
    const { body } = await service.call(agent, api.send, asked);
    expect(await submit()).toBe(`550 5.7.1 ${body.code} ${body.error}`);
  });

  it.each([
    [
      'a From of somebody else',
      { from: 'ceo@example.com' },
      /^554 5\.6\.0 VALIDATION_ERROR .*From must be box/,
    ],
    ['no subject', { subject: '' }, /^554 5\.6\.0 VALIDATION_ERROR .*subject/],
    ['no text', { text: ' ' }, /^554 5\.6\.0 VALIDATION_ERROR .*body/],
    ['a recipient that is no address', { to: 'ann@localhost' }, /^550 5\.7\.1 RECIPIENT_ADDRESS_INVALID /],
    ['active HTML', { html: '<script>x()</script>' }, /^554 5\.6\.0 OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED /],
    [
      'a file where none may be sent',
      { attachments: [{ filename: 'a.csv', content: 'week\n1\n' }] },
      /^550 5\.7\.1 OUTBOUND_ATTACHMENTS_DISABLED /,
    ],
  ])('answers %s', async (_what, mail, expected) => {
    expect(await submit(mail)).toMatch(expected);
    expect(await sentToday(service, tenant.admin)).toBe(0);
  });

  it('is permanent for a mailbox that may not send, and temporary for a spent budget', async () => {
    await setMailbox(service, tenant, { agent_authoring_mode: 'draft_only' });
    expect(await submit()).toMatch(/^550 5\.7\.1 AGENT_SENDING_DISABLED /);
    await setMailbox(service, tenant, { agent_authoring_mode: 'send_and_draft' });
    await service.daemon.context.store.write('none', ({ db }) =>
      db
        .updateTable('accounts')
        .set({ custom_daily_send_limit: 1 })
        .where('id', '=', tenant.accountId)
        .execute(),
    );
    expect(await submit()).toMatch(/^250 /);
    expect(await submit()).toMatch(/^451 4\.7\.1 RATE_LIMITED /);
  });

  it('doesn’t end the session: mail before and after it is sent', async () => {
    const replies = [];
    for (const to of ['ann@example.com', 'nobody@localhost', 'bea@example.com'])
      replies.push(await submit({ to }));
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['250', '550', '250']);
  });

  it('of a message that the scan blocks says so, as a strict send over HTTP does', async () => {
    await service.operator(api.updateSettings, { 'scanning.blocked_urls': ['malware.example.net'] });
    expect(await submit({ text: BLOCKED })).toBe(
      '550 5.7.1 EMAIL_EFFECT_REJECTED The message was blocked and not sent.',
    );
  });
});

describe('the Message-ID', () => {
  it('is an idempotency key: the same message again is the same answer', async () => {
    const mail = { messageId: '<once@mua.example>', date: new Date(0) };
    const first = await submit(mail);
    expect(await submit(mail)).toBe(first);
    expect(await sentToday(service, tenant.admin)).toBe(1);
    expect(await submit({ ...mail, text: 'Other words.' })).toMatch(/^550 5\.7\.1 IDEMPOTENCY_KEY_REUSED /);
    const headers = { 'idempotency-key': '<once@mua.example>' };
    const probed = await service.call({ key: agent, headers }, api.probeIdempotency);
    expect(probed.body.message_id).toBe(idOf(first));
  });

  it('may be longer than a key', async () => {
    const mail = { messageId: `<${'x'.repeat(400)}@mua.example>` };
    const first = await submit(mail);
    expect(first).toMatch(/^250 /);
    expect(await submit(mail)).toBe(first);
  });
});

describe('an answer', () => {
  it('continues the conversation, and passes the gates of a reply', async () => {
    const { messageId, row } = await arrived();
    await setMailbox(service, tenant, { agent_send_containment: true });
    const reply = await submit({ subject: 'Re: Lunch', inReplyTo: messageId, references: [messageId] });
    expect(await messageOf(reply)).toMatchObject({ thread_id: row?.thread_id, in_reply_to: messageId });
    const replied = await submit({ to: 'stranger@example.com', inReplyTo: messageId });
    expect(replied).toMatch(/^550 5\.7\.1 RECIPIENT_AGENT_CONTAINED /);
  });

  it('to somebody without part in the conversation begins one of its own', async () => {
    const { messageId, row } = await arrived();
    const reply = await submit({ to: 'stranger@example.com', inReplyTo: messageId });
    const message = await messageOf(reply);
    expect(message.in_reply_to).toBeNull();
    expect(message.thread_id).not.toBe(row?.thread_id);
  });

  it('goes to automatic mail only where agents may answer it', async () => {
    const { messageId } = await arrived('robot@example.com', ['Auto-Submitted: auto-replied']);
    const reply = await submit({ to: 'robot@example.com', inReplyTo: messageId });
    expect(reply).toMatch(/^550 5\.7\.1 AUTOMATIC_MAIL /);
  });

  it('follows an own message by the Message-ID that the program gave it', async () => {
    const first = await submit({ messageId: '<cover@mua.example>', subject: '[PATCH 0/1] numbers' });
    const next = await submit({ inReplyTo: '<cover@mua.example>', subject: '[PATCH 1/1] numbers' });
    const { thread_id, in_reply_to } = await messageOf(next);
    expect(thread_id).toBe((await messageOf(first)).thread_id);
    expect(in_reply_to).toBe(`<${idOf(first)}@agentmail.localhost>`);
  });

  it('doesn’t find mail of another mailbox', async () => {
    const { messageId } = await arrived();
    const other = await createMailbox(service, tenant.admin, `other${count}`);
    const key = await createAgent(service, tenant.admin, other.id);
    const reply = await submit({ user: other.name, key, from: other.address, inReplyTo: messageId });
    expect((await messageOf(reply)).in_reply_to).toBeNull();
  });
});

describe('files', () => {
  const attachments = [{ filename: 'numbers.csv', content: 'week,count\n1,12\n' }];

  it('go along where the mailbox sends files, and pictures stay in the HTML', async () => {
    await allowFiles(service, tenant, { images: true });
    const picture = { filename: 'dot.gif', content: Buffer.from(DOT, 'base64'), cid: 'dot@mua' };
    const reply = await submit({
      html: '<p>See <img src="cid:dot@mua"></p>',
      attachments: [...attachments, picture],
    });
    expect(reply).toMatch(/^250 2\.0\.0 [0-9a-f-]{36}$/);
    const { attachments: files } = await messageOf(reply);
    expect(files.map(({ filename }) => filename).toSorted()).toEqual(['dot.gif', 'numbers.csv']);
    const source = await sourceOf(reply);
    const cid = /src="cid:([^"]+)"/.exec(source.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1];
    expect(source).toContain(`Content-ID: <${cid}>`);
  });

  it('of a message that comes again, or is refused, aren’t kept', async () => {
    await allowFiles(service, tenant);
    const mail = { attachments, messageId: '<files@mua.example>' };
    const first = await submit(mail);
    // Texts of files are read later, and take space.
    await service.drain();
    const used = await usedBytes(service, tenant);
    expect(await submit(mail)).toBe(first);
    expect(await submit({ attachments, to: 'nobody@localhost' })).toMatch(/^550 /);
    expect(await usedBytes(service, tenant)).toBe(used);
    const left = service.daemon.context.store.read.selectFrom('staged_attachments').select('id');
    expect(await left.where('consumed_at', 'is', null).execute()).toEqual([]);
  });

  it('are at most as many as over HTTP', async () => {
    await allowFiles(service, tenant);
    const many = Array.from({ length: 21 }, (_, index) => ({
      filename: `${index}.txt`,
      content: `${index}`,
    }));
    expect(await submit({ attachments: many })).toMatch(/^554 5\.6\.0 VALIDATION_ERROR .*at most 20 files/);
  });
});

const DOT = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
