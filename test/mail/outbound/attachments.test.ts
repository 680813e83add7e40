import PostalMime from 'postal-mime';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  codeOf,
  createAgent,
  createMailbox,
  createTenant,
  sentToday,
  sharedService,
  type Tenant,
} from '../../support/service.ts';
import { allowFiles, PNG, stage, type Upload, usedBytes } from '../../support/uploads.ts';

const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const MISSING = '00000000-0000-7000-8000-000000000000';

describe('a message with files', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    await allowFiles(service, tenant);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  const fresh = (more: object) => ({
    from_mailbox: 'helper',
    to: 'ann@example.org',
    subject: 'Numbers',
    body: 'Here they are.',
    ...more,
  });
  const send = (more: object, headers: Record<string, string> = {}) =>
    service.call({ key: agent, headers }, api.send, fresh(more));
  const upload = async (file: Upload = {}) => (await stage(service, agent, tenant, file)).body;
  const detail = async (id: string) => (await service.call(agent, api.getMessage, { id })).body;
  const status = async (id: string) => (await service.call(agent, api.getStagedAttachment, { id })).body;
  const sentMail = async (id: string) => {
    const outbox = await service.operator(api.listOutbox);
    const item = outbox.body.items.find(({ message_id }) => message_id === id);
    const raw = await service.request(
      service.daemon.operatorToken,
      `GET /operator/v1${(item?.raw_url ?? '').replace(/^.*\/operator\/v1/, '')}`,
    );
    return PostalMime.parse(String(raw.body));
  };
  const quota = () => sentToday(service, tenant.admin);
  /** Once the files of earlier messages were read, whose previews count too. */
  const stored = async () => {
    await service.drain();
    return usedBytes(service, tenant);
  };

  it('carries the bytes as they were uploaded, in the order in which they are named', async () => {
    const first = await upload({ filename: 'a b.dat', content: new Uint8Array([0, 1, 2, 250, 255]) });
    const second = await upload({ filename: 'zeros.txt', content: 'null\n'.repeat(5) });
    const sent = await send({ attachment_ids: [second.id, first.id] });
    expect(sent.body).toMatchObject({ status: 'sent' });
    const mail = await sentMail(sent.body.message_id);
    expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['zeros.txt', 'text/plain'],
      ['a b.dat', 'application/octet-stream'],
    ]);
    expect([...new Uint8Array(mail.attachments[1]?.content as ArrayBuffer)]).toEqual([0, 1, 2, 250, 255]);
    const shown = await detail(sent.body.message_id);
    expect(shown.has_attachment).toBe(true);
    expect(shown.attachments[0]).toMatchObject({
      filename: 'zeros.txt',
      hash: second.hash,
      upload_id: second.id,
      policy_action: 'deliver',
      content_disposition: 'attachment',
    });
    expect(await status(first.id)).toEqual({
      id: first.id,
      status: 'consumed',
      consumed_at: expect.any(String),
      consumed_message_id: sent.body.message_id,
    });
  });

  it('arrives in another mailbox of this service with its files', async () => {
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'reader' });
    const { id, hash } = await upload();
    expect((await send({ to: other.mailbox.address, attachment_ids: [id] })).body.status).toBe('sent');
    await service.drain();
    const list = await service.call(other.admin, api.listMessages, { id: 'reader' });
    const [arrived] = list.body.messages;
    expect(arrived?.has_attachment).toBe(true);
    const read = await service.call(other.admin, api.getMessage, { id: arrived?.id ?? '' });
    expect(read.body.attachments).toMatchObject([{ filename: 'numbers.csv', hash }]);
  });

  it('shows a picture in its html where that names the upload', async () => {
    await allowFiles(service, tenant, { images: true });
    const { id } = await upload({ filename: 'logo.png', content: PNG });
    const sent = await send({ attachment_ids: [id], html: `<p>Look: <img src="cid:${id}" alt="logo"></p>` });
    expect(sent.body.status).toBe('sent');
    const mail = await sentMail(sent.body.message_id);
    expect(mail.attachments).toMatchObject([{ contentId: `<${id}>`, disposition: 'inline', related: true }]);
    expect(mail.html).toContain(`cid:${id}`);
    await allowFiles(service, tenant);
  });

  it('goes with a reply too', async () => {
    await service.deliver({
      from: 'bob@example.org',
      to: tenant.mailbox.address,
      subject: 'Hi',
      text: 'The numbers, please.',
    });
    await service.drain();
    const list = await service.call(agent, api.listMessages, { id: 'helper', direction: 'inbound' });
    const { id } = await upload();
    const reply = await service.call(agent, api.reply, {
      id: list.body.messages[0]?.id ?? '',
      body: 'Here.',
      attachment_ids: [id],
    });
    expect((await detail(reply.body.message_id)).attachments).toMatchObject([{ upload_id: id }]);
  });

  it('takes an upload once, however many messages want it at the same time', { tags: 'race' }, async () => {
    const { id } = await upload();
    const before = [await quota(), await stored()] as const;
    const replies = await Promise.all(Array.from({ length: 12 }, () => send({ attachment_ids: [id] })));
    const won = replies.filter((reply) => reply.status === 200);
    const lost = replies.filter((reply) => reply.status !== 200);
    expect([won.length, lost.length]).toEqual([1, 11]);
    expect(
      new Set(lost.map((reply) => JSON.stringify([reply.status, reply.body.code, reply.body.details]))),
    ).toEqual(new Set([JSON.stringify([422, 'VALIDATION_ERROR', { field: 'attachment_ids', ids: [id] }])]));
    expect(await quota()).toBe(before[0] + 1);
    expect(await stored()).toBe(before[1] + 'Here they are.'.length + 'week,count\n1,12'.length);
  });

  it('with an idempotency key takes the upload once and answers the same again', async () => {
    const { id } = await upload();
    const key = { 'idempotency-key': 'files' };
    const first = await send({ attachment_ids: [id] }, key);
    const again = await send({ attachment_ids: [id] }, key);
    expect(again.body.message_id).toBe(first.body.message_id);
  });

  it('refuses unknown, sent, foreign and too many files, and stores and charges nothing', async () => {
    const before = [await quota(), await stored()];
    const other = await createMailbox(service, tenant.admin, 'second');
    await allowFiles(service, { mailbox: other });
    const foreign = (await stage(service, tenant.admin, tenant, { mailbox: 'second' })).body;
    const fine = await upload();
    const refused = await send({ attachment_ids: [fine.id, MISSING, foreign.id] });
    expect([...codeOf(refused), refused.body.details]).toEqual([
      422,
      'VALIDATION_ERROR',
      { field: 'attachment_ids', ids: [MISSING, foreign.id] },
    ]);
    const many = Array.from({ length: 21 }, (_, index) =>
      MISSING.replace(/^0+/, String(index).padStart(8, '0')),
    );
    const tooMany = await send({ attachment_ids: many });
    expect(tooMany.body.details).toEqual({ field: 'attachment_ids', ids: many.slice(20) });
    expect(codeOf(await send({ attachment_ids: [fine.id, fine.id] }))).toEqual([422, 'VALIDATION_ERROR']);
    expect(codeOf(await send({ attachment_ids: ['no-id'] }))).toEqual([422, 'VALIDATION_ERROR']);
    expect([await quota(), (await stored()) - foreign.size - fine.size]).toEqual(before);
    expect((await send({ attachment_ids: [fine.id] })).status).toBe(200);
  });

  it('needs somebody who accepted the risk of images for images', async () => {
    const { id } = await upload({ filename: 'p.png', content: PNG });
    expect(codeOf(await send({ attachment_ids: [id] }))).toEqual([403, 'OUTBOUND_IMAGE_DISCLAIMER_REQUIRED']);
    await allowFiles(service, tenant, { images: true });
    expect((await send({ attachment_ids: [id] })).status).toBe(200);
    await allowFiles(service, tenant);
  });

  it('is judged with what was found in its files', async () => {
    const infected = await upload({ filename: 'a.txt', content: EICAR });
    const before = await quota();
    const blocked = await send({ attachment_ids: [infected.id] });
    expect(blocked.body).toMatchObject({
      status: 'blocked',
      scan: {
        verdict: 'blocked',
        findings: [
          {
            category: 'malware',
            attachment_index: 0,
            attachment_filename: 'a.txt',
            attachment_policy_action: 'derived_text_finding',
          },
          { category: 'malware', attachment_index: 0, attachment_filename: 'a.txt' },
        ],
      },
    });
    expect(await quota()).toBe(before);
    const clean = await upload();
    const program = await upload({ filename: 'tool.exe', content: 'MZ program' });
    const held = await send({ attachment_ids: [clean.id, program.id] });
    expect(held.body).toMatchObject({
      status: 'quarantined',
      scan: { findings: expect.arrayContaining([expect.objectContaining({ attachment_index: 1 })]) },
      hold_context: { trigger_source: 'scanner' },
    });
  });

  it('that is deleted gives its bytes back, and the upload stays taken', async () => {
    const before = await stored();
    const blobs = () => service.daemon.context.store.blobs.totalBytes();
    const { id, size } = await upload({ content: 'z'.repeat(90_000) });
    const sent = await send({ attachment_ids: [id] });
    const full = await blobs();
    await service.call(tenant.admin, api.deleteMessage, { id: sent.body.message_id });
    expect(await stored()).toBe(before);
    expect(await blobs()).toBe(full - size);
    expect(await status(id)).toMatchObject({ status: 'consumed' });
  });

  it('is not sent once the switch is off again', async () => {
    const { id } = await upload();
    await service.call(tenant.admin, api.setOutboundAttachments, { id: 'helper', enabled: false });
    expect(codeOf(await send({ attachment_ids: [id] }))).toEqual([403, 'OUTBOUND_ATTACHMENTS_DISABLED']);
    expect((await send({})).status).toBe(200);
    await allowFiles(service, tenant);
    await service.operator(api.operatorUpdateAccount, { id: tenant.accountId, tier: 'starter' });
    expect(codeOf(await send({ attachment_ids: [id] }))).toEqual([403, 'OUTBOUND_ATTACHMENTS_INELIGIBLE']);
    await service.operator(api.operatorUpdateAccount, { id: tenant.accountId, tier: 'pro' });
  });
});
