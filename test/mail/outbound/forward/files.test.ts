import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../../support/api.ts';
import { arrived, LETTER, openScene, type Scene, sentMails } from '../../../support/forwarding.ts';
import { codeOf, setMailbox, sharedService } from '../../../support/service.ts';
import { allowFiles, PNG, stage, usedBytes } from '../../../support/uploads.ts';

const BOB = 'bob@example.net';
const REPORT = 'Quarter,Chairs\nfirst,120\nsecond,140\n';
const service = sharedService();
let scene: Scene;

let count = 0;
beforeEach(async () => {
  count += 1;
  scene = await openScene(service, `box${count}`);
  await setMailbox(service, scene.tenant, { agent_forwarding: 'on' });
});

const forward = (id: string, more: object = {}, key = scene.agent) =>
  service.call(key, api.forward, { id, to: BOB, ...more });
const detail = async (id: string) => (await service.call(scene.tenant.admin, api.getMessage, { id })).body;
const staged = async () =>
  service.daemon.context.store.read
    .selectFrom('staged_attachments')
    .selectAll()
    .where('account_id', '=', scene.tenant.accountId)
    .execute();
const withReport = () =>
  arrived(scene, {
    attachments: [
      { filename: 'report.csv', content: REPORT },
      { filename: 'Zürich plan.txt', content: 'The plan for Zürich, as agreed last week.\n' },
    ],
  });

describe('the files of a forwarded message', () => {
  it('go along, byte for byte', async () => {
    await allowFiles(service, scene.tenant);
    const id = await withReport();
    const own = await stage(service, scene.agent, scene.tenant, {
      filename: 'own.txt',
      content: 'My notes.\n',
    });
    const sent = await forward(id, { attachment_ids: [own.body.id] });
    expect(sent.body).toMatchObject({ status: 'sent' });
    expect(sent.body).not.toHaveProperty('files_left_out');
    const [mail] = await sentMails(scene, sent.body.message_id);
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
      'own.txt',
      'report.csv',
      'Zurich plan.txt',
    ]);
    expect(Buffer.from(mail?.attachments[1]?.content as ArrayBuffer).toString()).toBe(REPORT);
    expect((await detail(sent.body.message_id)).attachments).toHaveLength(3);
    // The original keeps its own.
    expect((await detail(id)).attachments).toHaveLength(2);
    expect((await staged()).every(({ consumed_at }) => consumed_at !== null)).toBe(true);
  });

  it('are kept out on request, and refused where the mailbox sends no files', async () => {
    const id = await withReport();
    const refused = await forward(id);
    expect(codeOf(refused)).toEqual([403, 'OUTBOUND_ATTACHMENTS_DISABLED']);
    expect(codeOf(await forward(id, { as: 'attachment' }))).toEqual([403, 'OUTBOUND_ATTACHMENTS_DISABLED']);
    const sent = await forward(id, { files: false });
    expect(sent.body.status).toBe('sent');
    expect((await detail(sent.body.message_id)).attachments).toEqual([]);
    expect(await staged()).toEqual([]);
    await allowFiles(service, scene.tenant);
    const picture = { filename: 'logo.png', content: Buffer.from(PNG) };
    const pictured = await arrived(scene, { attachments: [picture] });
    expect(codeOf(await forward(pictured))).toEqual([403, 'OUTBOUND_IMAGE_DISCLAIMER_REQUIRED']);
    await allowFiles(service, scene.tenant, { images: true });
    expect((await forward(pictured)).body.status).toBe('sent');
  });

  it('leave nothing behind when a rule refuses the message', async () => {
    await allowFiles(service, scene.tenant);
    const id = await withReport();
    await service.drain();
    const before = await usedBytes(service, scene.tenant);
    await setMailbox(service, scene.tenant, { agent_send_containment: true });
    expect(codeOf(await forward(id))).toEqual([403, 'RECIPIENT_AGENT_CONTAINED']);
    await setMailbox(service, scene.tenant, { agent_send_containment: false });
    await service.must(scene.tenant.admin, api.addSuppression, { email: BOB });
    expect(codeOf(await forward(id))).toEqual([403, 'RECIPIENT_SUPPRESSED']);
    const unknown = await forward(id, { to: 'carl@example.net', attachment_ids: [crypto.randomUUID()] });
    expect(codeOf(unknown)[0]).toBe(422);
    // The budget is asked last, when the copies are there.
    await service.daemon.context.store.write('none', ({ db }) =>
      db
        .updateTable('accounts')
        .set({ custom_daily_send_limit: 0 })
        .where('id', '=', scene.tenant.accountId)
        .execute(),
    );
    expect(codeOf(await forward(id, { to: 'carl@example.net' }))).toEqual([429, 'RATE_LIMITED']);
    expect(await staged()).toEqual([]);
    expect(await usedBytes(service, scene.tenant)).toBe(before);
  });

  it('are limited in number', async () => {
    await allowFiles(service, scene.tenant);
    const attachments = Array.from({ length: 21 }, (_, index) => ({
      filename: `note-${index}.txt`,
      content: `Note ${index} of the meeting.\n`,
    }));
    const id = await arrived(scene, { attachments });
    const refused = await forward(id);
    expect(codeOf(refused)).toEqual([422, 'VALIDATION_ERROR']);
    expect(JSON.stringify(refused.body)).toContain('at most 20 files');
    expect((await forward(id, { files: false })).body.status).toBe('sent');
  });

  it('that the scan found something in stay behind, by name', async () => {
    await allowFiles(service, scene.tenant);
    const id = await withReport();
    await service.daemon.context.store.write('none', ({ db }) =>
      db
        .updateTable('attachments')
        .set({ policy_action: 'block', av_verdict: 'infected' })
        .where('message_id', '=', id)
        .where('position', '=', 0)
        .execute(),
    );
    const sent = await forward(id);
    expect(sent.body).toMatchObject({
      status: 'sent',
      files_left_out: [{ filename: 'report.csv', reason: 'unsafe' }],
    });
    expect(await detail(sent.body.message_id)).toMatchObject({
      files_left_out: [{ filename: 'report.csv', reason: 'unsafe' }],
      attachments: [{ filename: 'Zurich plan.txt' }],
    });
    for (const key of [scene.agent, scene.tenant.admin]) {
      const whole = await forward(id, { as: 'attachment' }, key);
      expect(codeOf(whole)).toEqual([422, 'VALIDATION_ERROR']);
    }
    await service.must(scene.tenant.admin, api.deleteMessage, { id: sent.body.message_id });
    const row = await service.daemon.context.store.read
      .selectFrom('messages')
      .select(['forward_of', 'files_left_out'])
      .where('id', '=', sent.body.message_id)
      .executeTakeFirst();
    expect(row).toEqual({ forward_of: id, files_left_out: null });
  });

  it('stay behind for an agent where the mailbox redacts, and not for a person', async () => {
    await allowFiles(service, scene.tenant);
    await setMailbox(service, scene.tenant, { pii_mode: 'redacted' });
    const id = await withReport();
    const sent = await forward(id);
    expect(sent.body.files_left_out?.map(({ reason }) => reason)).toEqual(['redacted', 'redacted']);
    expect((await detail(sent.body.message_id)).attachments).toEqual([]);
    const byPerson = await forward(id, {}, scene.tenant.admin);
    expect(byPerson.body).not.toHaveProperty('files_left_out');
    expect((await detail(byPerson.body.message_id)).attachments).toHaveLength(2);
  });

  it('are scanned as files that go out, and a person decides with the files at hand', async () => {
    await allowFiles(service, scene.tenant);
    const secret = 'AKIAIOSFODNN7EXAMPL2 wJalrXUtnFEMI/K7MDENG/bPxRfiCYzAB3C4D5E6';
    const id = await arrived(scene, {
      attachments: [{ filename: 'keys.txt', content: `aws_access_key_id and secret: ${secret}\n` }],
    });
    const held = await forward(id);
    expect(held.body.status).not.toBe('sent');
    expect(held.body.scan?.categories.map(({ category }) => category)).toContain('secret_detected');
    expect((await detail(held.body.message_id)).attachments).toMatchObject([{ filename: 'keys.txt' }]);
    const whole = await forward(id, { as: 'attachment' });
    expect(whole.body.scan?.categories.map(({ category }) => category)).toContain('secret_detected');
  });
});

describe('a message forwarded as a file', () => {
  it('is attached as it arrived', async () => {
    await allowFiles(service, scene.tenant);
    const id = await withReport();
    const sent = await forward(id, { as: 'attachment', body: 'The whole letter.' });
    expect(sent.body).toMatchObject({ status: 'sent', forwards: id });
    const shown = await detail(sent.body.message_id);
    expect(shown.body.content?.trim()).toBe('The whole letter.');
    expect(shown.attachments).toMatchObject([
      { filename: 'Lunch on Friday_.eml', content_type: 'message/rfc822' },
    ]);
    const [mail] = await sentMails(scene, sent.body.message_id);
    expect(mail?.source).toMatch(/^Content-Type: message\/rfc822/im);
    const raw = await service.request(service.daemon.operatorToken, `GET /operator/v1/messages/${id}/raw`);
    const source = String(raw.body);
    expect(mail?.source.replaceAll('\r\n', '\n')).toContain(source.replaceAll('\r\n', '\n').trim());
    const inner = await PostalMime.parse(source);
    expect(inner.text).toContain(LETTER);
    expect(codeOf(await forward(id, { as: 'attachment', files: false }))).toEqual([422, 'VALIDATION_ERROR']);
  });

  it('needs no words, and can be a message that was sent', async () => {
    await allowFiles(service, scene.tenant);
    const id = await arrived(scene);
    const first = await forward(id);
    const second = await forward(first.body.message_id, { as: 'attachment' });
    expect(second.body.status).toBe('sent');
    const [mail] = await sentMails(scene, second.body.message_id);
    expect(mail?.source).toContain('message/rfc822');
    expect(mail?.source).toContain('Forwarded message');
  });

  it('keeps its file when a person edits the words', async () => {
    await allowFiles(service, scene.tenant);
    await setMailbox(service, scene.tenant, { agent_forwarding: 'review' });
    const id = await withReport();
    const held = await forward(id, { as: 'attachment', body: 'Rough words.' });
    const edited = await service.call(scene.tenant.admin, api.editMessage, {
      id: held.body.message_id,
      body: 'Kind words.',
    });
    expect(edited.body).toMatchObject({ status: 'sent', forwards: id });
    const [mail] = await sentMails(scene, edited.body.message_id);
    expect(mail?.source).toContain('message/rfc822');
  });
});
