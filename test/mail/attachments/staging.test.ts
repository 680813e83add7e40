import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { MB } from '../../../shared/contract/limits.ts';
import * as api from '../../support/api.ts';
import {
  codeOf,
  createAgent,
  createMailbox,
  createTenant,
  sharedService,
  startService,
  type Tenant,
  unchecked,
} from '../../support/service.ts';
import { allowFiles, PNG, postFile, postForm, stage, usedBytes } from '../../support/uploads.ts';

const DAY = 86_400;

describe('uploading a file', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  let stranger: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    await allowFiles(service, tenant);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const other = await createMailbox(service, tenant.admin, 'other');
    stranger = await createAgent(service, tenant.admin, other.id);
  });

  it('answers what it is, told from its bytes, and keeps it for a day', async () => {
    const staged = await stage(service, agent, tenant, { filename: 'picture.pdf', content: PNG });
    expect(staged.status).toBe(201);
    expect(staged.body).toMatchObject({
      filename: 'picture.pdf',
      content_type: 'image/png',
      size: PNG.length,
      hash: createHash('sha256').update(PNG).digest('hex'),
      content_scan_status: 'flagged',
      scan: { verdict: 'warning', findings: [{ attachment_index: 0 }] },
    });
    expect(Date.parse(staged.body.expires_at) - service.clock.now()).toBeGreaterThan((DAY - 60) * 1000);
    const seen = await service.call(agent, api.getStagedAttachment, { id: staged.body.id });
    expect(seen.body).toEqual(staged.body);
  });

  it('takes the mailbox by its name, and the parts in any order', async () => {
    const form = new FormData();
    form.append('file', new Blob(['hello']), 'hello.txt');
    form.append('mailbox_id', 'HELPER');
    const staged = await postForm(service, agent, form);
    expect([staged.status, staged.body.content_type]).toEqual([201, 'text/plain']);
  });

  it('is counted as stored until it expires, and a draft or message that comes later does not find it', async () => {
    const own = await startService();
    const owner = await createTenant(own);
    await allowFiles(own, owner);
    const before = await usedBytes(own, owner);
    const { body } = await stage(own, owner.admin, owner, { content: 'x'.repeat(70_000) });
    expect(await usedBytes(own, owner)).toBe(before + 70_000);
    await own.operator(api.advanceClock, { seconds: DAY + 1 });
    expect(codeOf(await own.call(owner.admin, api.getStagedAttachment, { id: body.id }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await usedBytes(own, owner)).toBe(before);
    expect(await own.daemon.context.store.blobs.totalBytes()).toBe(0);
  });

  it.each([
    '',
    '../secret.txt',
    'a/b.txt',
    'a\\b.txt',
    'bericht-für-dich.pdf',
    '..',
    'x'.repeat(256),
    'a\u0001b',
  ])('refuses the file name %j', async (filename) => {
    const reply = await stage(service, agent, tenant, { filename });
    expect(codeOf(reply)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it.each([
    '=?utf-8?Q?evil=2Ebat?=',
    'report =?us-ascii?B?ZXZpbC5iYXQ=?= of May.txt',
    `${'x'.repeat(70)} =?utf-8?Q?evil=2Ebat?= ${'y'.repeat(70)}`,
    '=?utf-8?Q?evil .bat?=.txt',
    '=?utf-8?Q?evil=2Ebat',
    '=?x',
    "utf-8''evil%2Ebat",
    "''evil%2ebat",
    "iso-8859-1'en'evil%2Ebat",
  ])('refuses a name that readers would decode to another one: %s', async (filename) => {
    const reply = await stage(service, agent, tenant, { filename });
    expect(codeOf(reply)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it.each(['what? (1) = 100%.pdf', 'a%20b.txt', "Ann's and Bob's 50%25.txt"])(
    'takes the plain name %s',
    async (filename) => {
      const reply = await stage(service, agent, tenant, { filename });
      expect([reply.status, reply.body.filename]).toEqual([201, filename]);
    },
  );

  it('takes 10 MB and no byte more', async () => {
    const exact = await stage(service, agent, tenant, { content: new Uint8Array(10 * MB) });
    expect([exact.status, exact.body.size]).toEqual([201, 10 * MB]);
    const more = await stage(service, agent, tenant, { content: new Uint8Array(10 * MB + 1) });
    expect([...codeOf(more), more.body.details]).toEqual([413, 'PAYLOAD_TOO_LARGE', { max_bytes: 10 * MB }]);
    const far = await stage(service, agent, tenant, { content: new Uint8Array(12 * MB) });
    expect(codeOf(far)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('refuses bodies that are not one mailbox and one file', async () => {
    const twoFiles = new FormData();
    twoFiles.append('mailbox_id', tenant.mailbox.id);
    twoFiles.append('file', new Blob(['a']), 'a.txt');
    twoFiles.append('file', new Blob(['b']), 'b.txt');
    const unknown = new FormData();
    unknown.append('mailbox_id', tenant.mailbox.id);
    unknown.append('file', new Blob(['a']), 'a.txt');
    unknown.append('colour', 'red');
    const noFile = new FormData();
    noFile.append('mailbox_id', tenant.mailbox.id);
    const text = new FormData();
    text.append('mailbox_id', tenant.mailbox.id);
    text.append('file', 'not a file');
    const polluting = new FormData();
    polluting.append('__proto__', 'x');
    for (const form of [twoFiles, unknown, noFile, text, polluting, new FormData()]) {
      expect(codeOf(await postForm(service, agent, form))).toEqual([400, 'VALIDATION_ERROR']);
    }
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const raw of [
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ncut',
      'no parts',
    ]) {
      const reply = await postForm(service, agent, new Uint8Array(Buffer.from(raw)), type);
      expect(codeOf(reply)).toEqual([400, 'VALIDATION_ERROR']);
    }
    const noBoundary = { 'content-type': 'multipart/form-data' };
    const reply = await postForm(service, agent, new Uint8Array(Buffer.from('x')), noBoundary);
    expect(codeOf(reply)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('is the only route that takes multipart, and takes nothing else', async () => {
    const json = await service.call(agent, api.stageAttachment, unchecked({ mailbox_id: 'helper' }));
    expect(codeOf(json)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const elsewhere = await service.request(agent, `POST /v1/messages/send`, {
      body: 'x',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
      },
    });
    expect(codeOf(elsewhere)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('belongs to its mailbox: other agents may neither upload there nor see it', async () => {
    expect(codeOf(await stage(service, stranger, tenant))).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
    expect(codeOf(await stage(service, agent, tenant, { mailbox: 'nowhere' }))).toEqual([404, 'NOT_FOUND']);
    const { body } = await stage(service, agent, tenant);
    expect(codeOf(await service.call(stranger, api.getStagedAttachment, { id: body.id }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const foreign = await createTenant(service, { email: 'foreign@example.com', mailbox: 'foreign' });
    expect(codeOf(await service.call(foreign.admin, api.getStagedAttachment, { id: body.id }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect((await service.call(null, api.getStagedAttachment, { id: body.id })).status).toBe(401);
  });
});

describe('who may upload', () => {
  it('is said by the plan, then by the switch of the mailbox, then by the room that is left', async () => {
    const service = await startService();
    const small = await createTenant(service, { tier: 'starter' });
    const ineligible = await stage(service, small.admin, small);
    expect([...codeOf(ineligible), ineligible.body.details]).toEqual([
      403,
      'OUTBOUND_ATTACHMENTS_INELIGIBLE',
      { reason_axis: 'tier', required_tier: 'pro' },
    ]);
    const tenant = await createTenant(service, { email: 'pro@example.com', mailbox: 'desk' });
    const off = await stage(service, tenant.admin, tenant);
    expect([...codeOf(off), off.body.details]).toEqual([
      403,
      'OUTBOUND_ATTACHMENTS_DISABLED',
      { agent_instructions: [expect.any(String)] },
    ]);
    await allowFiles(service, tenant);
    await service.operator(api.operatorUpdateAccount, { id: tenant.accountId, storage_limit_bytes: 10 });
    const full = await stage(service, tenant.admin, tenant, { content: 'eleven bytes' });
    expect([...codeOf(full), full.body.details]).toMatchObject([
      403,
      'STORAGE_QUOTA_EXCEEDED',
      { used_bytes: 0, limit_bytes: 10 },
    ]);
    await service.operator(api.operatorUpdateAccount, { id: tenant.accountId, status: 'suspended' });
    expect(codeOf(await stage(service, tenant.admin, tenant))).toEqual([403, 'ACCOUNT_SUSPENDED']);
  });

  it('two uploads that fit only one by one do not both fit', { tags: 'race' }, async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await allowFiles(service, tenant);
    await service.operator(api.operatorUpdateAccount, { id: tenant.accountId, storage_limit_bytes: 100_000 });
    const content = 'x'.repeat(70_000);
    const replies = await Promise.all([1, 2, 3].map(() => stage(service, tenant.admin, tenant, { content })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 403, 403]);
    expect(await usedBytes(service, tenant)).toBe(70_000);
  });
});

describe('the scan of an upload', () => {
  it('finds malware and programs', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await allowFiles(service, tenant);
    const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
    const infected = await stage(service, tenant.admin, tenant, { filename: 'a.txt', content: eicar });
    expect(infected.body).toMatchObject({ content_scan_status: 'flagged', scan: { verdict: 'blocked' } });
    const program = await stage(service, tenant.admin, tenant, { filename: 'a.exe', content: 'MZ' });
    expect(program.body).toMatchObject({ content_scan_status: 'flagged', scan: { verdict: 'quarantined' } });
    const plain = await stage(service, tenant.admin, tenant);
    expect(plain.body).toMatchObject({
      content_scan_status: 'clean',
      scan: { verdict: 'clean', findings: [] },
    });
  });

  it('goes on when it takes long: the upload is pending, and an error when the scan fails', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    const service = await startService();
    const tenant = await createTenant(service);
    await allowFiles(service, tenant);
    await service.operator(api.updateSettings, { 'scanning.clamd': `127.0.0.1:${port}` });
    const connected = once(silent, 'connection');
    const uploading = postFile(service, tenant.admin, tenant);
    const [socket] = (await connected) as [Socket];
    service.clock.moveTo(service.clock.now() + 10_000);
    const { body } = await uploading;
    expect(body).toMatchObject({ content_scan_status: 'pending', scan: null, content_type: 'text/csv' });
    socket.destroy();
    await service.drain();
    const later = await service.call(tenant.admin, api.getStagedAttachment, { id: body.id });
    expect(later.body).toMatchObject({ content_scan_status: 'error', scan: { verdict: 'quarantined' } });
  });

  it('is taken up again after a restart', async () => {
    const service = await startService();
    const tenant = await createTenant(service);
    await allowFiles(service, tenant);
    const { body } = await stage(service, tenant.admin, tenant);
    await service.daemon.context.store.write('none', ({ db, worker }) =>
      db
        .updateTable('staged_attachments')
        .set({ content_scan_status: 'pending', scan: null, worker })
        .execute(),
    );
    await service.stop();
    const again = await startService({ home: service.home });
    await again.drain();
    const seen = await again.call(tenant.admin, api.getStagedAttachment, { id: body.id });
    expect(seen.body.content_scan_status).toBe('clean');
  });
});
