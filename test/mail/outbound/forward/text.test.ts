import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../../support/api.ts';
import { arrived, LETTER, openScene, type Scene, sentMails } from '../../../support/forwarding.ts';
import { codeOf, sentToday, setMailbox, sharedService } from '../../../support/service.ts';

const BOB = 'bob@example.net';

describe('a forwarded message', () => {
  const service = sharedService();
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene(service, 'desk');
  });

  const forward = (id: string, more: object = {}, key = scene.tenant.admin) =>
    service.call(key, api.forward, { id, to: BOB, ...more });
  const detail = async (id: string, key = scene.tenant.admin) =>
    (await service.call(key, api.getMessage, { id })).body;

  it('is quoted below own words, in a thread of its own', async () => {
    const id = await arrived(scene, { cc: 'Eve <eve@example.org>' });
    const original = await detail(id);
    const sent = await forward(id, { body: 'Can you take this one?' });
    expect(sent.body).toMatchObject({ status: 'sent', forwards: id, hold_context: null });
    const message = await detail(sent.body.message_id);
    expect(message).toMatchObject({ subject: 'Fwd: Lunch on Friday?', forwards: id, in_reply_to: null });
    expect(message.thread_id).not.toBe(original.thread_id);
    expect(message.body.content?.split('\n')).toEqual([
      'Can you take this one?',
      '',
      '---------- Forwarded message ---------',
      'From: Ann Miller <ann@example.org>',
      `Date: ${new Date(original.created_at).toUTCString()}`,
      'Subject: Lunch on Friday?',
      `To: ${scene.tenant.mailbox.address}`,
      'Cc: Eve <eve@example.org>',
      '',
      '',
      LETTER,
      ...(message.body.content?.endsWith('\n') ? [''] : []),
    ]);
    const [mail] = await sentMails(scene, sent.body.message_id);
    expect(mail?.text).toContain(LETTER);
    expect(mail?.source).not.toMatch(/^(?:In-Reply-To|References):/im);
    const thread = await service.call(scene.tenant.admin, api.getThread, {
      thread_id: original.thread_id ?? '',
    });
    expect(thread.body.messages).toHaveLength(1);
  });

  it('needs no own words, and its subject gets one prefix', async () => {
    const id = await arrived(scene, { subject: 'FW: Numbers' });
    const sent = await forward(id);
    const message = await detail(sent.body.message_id);
    expect(message.subject).toBe('FW: Numbers');
    expect(message.body.content).toMatch(/^---------- Forwarded message ---------\nFrom: /);
  });

  it('has HTML with the escaped quotation when own words have', async () => {
    const id = await arrived(scene, { text: 'If a < b & c > d, the sum is right.' });
    const sent = await forward(id, { body: 'Look.', html: '<p><b>Look.</b></p>' });
    const [mail] = await sentMails(scene, sent.body.message_id);
    expect(mail?.html).toContain('<b>Look.</b>');
    expect(mail?.html).toContain('If a &lt; b &amp; c &gt; d, the sum is right.');
    expect(mail?.text).toContain('If a < b & c > d');
    expect(codeOf(await forward(id, { html: '<p>Alone</p>' }))).toEqual([422, 'VALIDATION_ERROR']);
  });

  it('quotes the text of a page, and sent mail too', async () => {
    const id = await arrived(scene, {
      text: '',
      html: '<h1>Offer</h1><p>Ten <i>chairs</i> for 40 each.</p>',
    });
    const first = await forward(id, { body: 'See below.' });
    expect((await detail(first.body.message_id)).body.content).toMatch(/Ten chairs\s+for 40 each\./);
    const second = await forward(first.body.message_id, { to: 'carl@example.net' });
    const message = await detail(second.body.message_id);
    expect(message).toMatchObject({ subject: 'Fwd: Lunch on Friday?', forwards: first.body.message_id });
    expect(message.body.content?.match(/Forwarded message/g)).toHaveLength(2);
  });

  it('goes to several, with copies that nobody sees', async () => {
    const id = await arrived(scene);
    const before = await sentToday(service, scene.tenant.admin);
    const sent = await forward(id, {
      to: ['Bob <bob@example.net>', 'carl@example.net'],
      cc: ['dora@example.net'],
      bcc: ['emil@example.net'],
    });
    expect(sent.body.recipients).toMatchObject([
      { address: BOB, name: 'Bob', role: 'to', status: 'delivered' },
      { address: 'carl@example.net', role: 'to' },
      { address: 'dora@example.net', role: 'cc' },
      { address: 'emil@example.net', role: 'bcc', status: 'delivered' },
    ]);
    expect(await sentToday(service, scene.tenant.admin)).toBe(before + 4);
    const mails = await sentMails(scene, sent.body.message_id);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
      BOB,
      'carl@example.net',
      'dora@example.net',
      'emil@example.net',
    ]);
    for (const { source } of mails) expect(source).not.toContain('emil@example.net');
  });

  it('is sent once for its key, and says what a repetition changes', async () => {
    const id = await arrived(scene);
    const other = await arrived(scene);
    const keyed = (of: string, more: object, prefer = '') =>
      service.call(
        { key: scene.tenant.admin, headers: { 'idempotency-key': 'one', ...(prefer && { prefer }) } },
        api.forward,
        { id: of, to: BOB, body: 'Here.', ...more },
      );
    const first = await keyed(id, {});
    const again = await keyed(id, { as: 'inline', files: true });
    expect(again.body).toMatchObject({ message_id: first.body.message_id, replayed: true, forwards: id });
    expect(again.body).not.toHaveProperty('differs');
    const changed = await keyed(other, { files: false, cc: ['eve@example.org'] });
    expect(changed.body).toMatchObject({ message_id: first.body.message_id, differs: ['cc', 'files', 'id'] });
    expect(codeOf(await keyed(id, { body: 'Other.' }, 'idempotency=strict'))).toEqual([
      409,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
    const sent = await service.call(
      { key: scene.tenant.admin, headers: { 'idempotency-key': 'one' } },
      api.send,
      { from_mailbox: 'desk', to: BOB, subject: 'S', body: 'Here.' },
    );
    expect(sent.body).toMatchObject({ message_id: first.body.message_id, replayed: true });
    const probe = await service.call(
      { key: scene.tenant.admin, headers: { 'idempotency-key': 'one' } },
      api.probeIdempotency,
    );
    expect(probe.body).toMatchObject({ message_id: first.body.message_id, forwards: id });
  });

  it('is quoted as readers get it where the mailbox redacts', async () => {
    const redacting = await openScene(service, 'redacting');
    const { tenant } = redacting;
    await setMailbox(service, tenant, {
      pii_mode: 'redacted',
      agent_forwarding: 'on',
      hitl_mode: 'disabled',
    });
    const text = 'Please call me back at +1 415 555 2671 about the lunch on Friday, or write a line to me.';
    const id = await arrived(redacting, { text, cc: 'Eve <eve@example.org>' });
    const read = (await service.call(redacting.agent, api.getMessage, { id })).body;
    expect(read.body.content).not.toContain('555 2671');
    for (const key of [redacting.agent, tenant.admin]) {
      const sent = await service.call(key, api.forward, { id, to: BOB });
      const [mail] = await sentMails(redacting, sent.body.message_id);
      expect(mail?.text).toContain((read.body.content ?? '-').trim());
      expect(mail?.source).not.toContain('555 2671');
      expect(mail?.source).not.toContain('eve@example.org');
    }
    const source = { id, to: BOB, as: 'attachment' } as const;
    const refused = await service.call(redacting.agent, api.forward, source);
    expect(codeOf(refused)).toEqual([422, 'VALIDATION_ERROR']);
    expect(JSON.stringify(refused.body)).toContain('redacts personal data');
  });

  it('that is too long to be quoted is refused', async () => {
    const id = await arrived(scene, { text: 'A line of the report, as it was written.\n'.repeat(2_600) });
    const refused = await forward(id);
    expect(codeOf(refused)).toEqual([422, 'VALIDATION_ERROR']);
    expect(JSON.stringify(refused.body)).toContain('too long to be quoted');
  });
});
