import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { docx, pdf, wordXml, xlsx } from '../../support/documents.ts';
import { createAgent, createTenant, sharedService, type Tenant, unchecked } from '../../support/service.ts';
import { allowFiles, type Staged, stage } from '../../support/uploads.ts';

/** The text of files counts for their message, under the policy at the time of sending. */

const NUMBER = '536-22-8726';
const TEXT = `My social security number is ${NUMBER}.`;

const service = sharedService();
let tenant: Tenant;
let agent: string;

let count = 0;
beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
  await allowFiles(service, tenant);
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const upload = async (filename: string, content: string | Uint8Array) => {
  const bytes = Uint8Array.from(Buffer.from(content));
  return (await stage(service, agent, tenant, { filename, content: bytes })).body;
};
const letter = (ids: readonly string[]) => ({
  to: 'ann@example.org',
  subject: 'Files',
  body: 'Here they are.',
  attachment_ids: ids,
});
const send = (...ids: readonly string[]) =>
  service.call(agent, api.send, unchecked({ from_mailbox: tenant.mailbox.id, ...letter(ids) }));
const ssn = (decision: string) =>
  service.call(
    tenant.admin,
    api.updateMailbox,
    unchecked({
      id: tenant.mailbox.id,
      scanner_policy: { outbound_pii_policy: { ssn: decision } },
    }),
  );

const DOCUMENTS: readonly (readonly [string, string | Uint8Array])[] = [
  ['people.csv', `name,number\nAnn,${NUMBER} (ssn)\n${TEXT}\n`],
  ['letter.docx', docx([TEXT])],
  ['letter.pdf', pdf([TEXT])],
];

describe('text in a file', () => {
  it.each(DOCUMENTS)('is found when %s is uploaded, and holds the message', async (filename, content) => {
    const staged = await upload(filename, content);
    expect(staged).toMatchObject({ content_scan_status: 'flagged', scan: { verdict: 'quarantined' } });
    const plain = await upload('plain.txt', 'Nothing to see.');
    const { body } = await send(plain.id, staged.id);
    expect(body).toMatchObject({ status: 'quarantined', scan: { verdict: 'quarantined' } });
    expect(body.scan?.findings).toContainEqual(
      expect.objectContaining({ category: 'pii', pii_type: 'ssn', attachment_index: 1 }),
    );
  });

  it('is judged by the policy of sending, not of uploading: one that became stricter holds it', async () => {
    await ssn('allow');
    const staged = await upload('letter.docx', DOCUMENTS[1]?.[1] ?? '');
    expect(staged.content_scan_status).toBe('clean');
    await ssn('block');
    expect((await send(staged.id)).body).toMatchObject({ status: 'blocked', scan: { verdict: 'blocked' } });
  });

  it('is judged by the policy of sending: one that became milder lets it go', async () => {
    const staged = await upload('people.csv', TEXT);
    expect(staged.content_scan_status).toBe('flagged');
    await ssn('allow');
    expect((await send(staged.id)).body).toMatchObject({ status: 'sent', scan: { verdict: 'clean' } });
  });

  it('of a draft is judged anew when it is written, changed and sent', async () => {
    await ssn('allow');
    const staged = await upload('people.csv', TEXT);
    const draft = { mailbox_id: tenant.mailbox.id, ...letter([staged.id]) };
    const made = await service.call(agent, api.createDraft, unchecked(draft));
    expect(made.body).toMatchObject({ worst_decision: 'allow' });
    await ssn('block');
    const refused = await service.call(agent, api.sendDraft, { id: made.body.id });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'DRAFT_REJECTED_BY_RESCAN', details: { worst_decision: 'block' } },
    });
    await ssn('quarantine');
    const changed = await service.call(agent, api.updateDraft, { id: made.body.id, subject: 'Other' });
    expect(changed.body).toMatchObject({ worst_decision: 'quarantine' });
    expect((await service.call(agent, api.sendDraft, { id: made.body.id })).body).toMatchObject({
      status: 'quarantined',
    });
  });

  it('is held against the addresses that the owner blocks at the moment of sending', async () => {
    const staged = await upload('links.txt', 'See http://bad.example.net/x for more.');
    await service.operator(api.updateSettings, { 'scanning.blocked_urls': ['bad.example.net'] });
    const { body } = await send(staged.id);
    await service.operator(api.updateSettings, { 'scanning.blocked_urls': null });
    expect(body).toMatchObject({ status: 'blocked', scan: { verdict: 'blocked' } });
  });

  it('that cannot be read in full keeps the file from being sent', async () => {
    const bomb = docx([], {
      'word/document.xml': wordXml(`<w:p><w:r><w:t>${'A'.repeat(80_000_000)}</w:t></w:r></w:p>`),
    });
    const staged = await upload('bomb.docx', bomb);
    expect(staged.content_scan_status).toBe('error');
    expect((await send(staged.id)).body.code).toBe('ATTACHMENT_SCAN_ERROR');
  });

  it('that is no text, or damaged, is no reason to refuse', async () => {
    const files = [
      await upload(
        'noise.bin',
        Uint8Array.from({ length: 500 }, (_, index) => (index * 37) % 251),
      ),
      await upload('cut.pdf', pdf(['A page.']).subarray(0, 60)),
      await upload('empty.xlsx', xlsx('Empty', '')),
    ];
    const statuses = files.map((file: Staged) => file.content_scan_status);
    expect(statuses).not.toContain('error');
    expect(statuses).not.toContain('pending');
  });
});
