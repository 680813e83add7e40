import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { type Clamd, hasClamd, MARKER, STREAM_LIMIT, startClamd } from '../../support/clamd.ts';
import { zip } from '../../support/documents.ts';
import { needsPrograms } from '../../support/needs.ts';
import { launch, type Service, type Tenant, unchecked } from '../../support/service.ts';
import { receive, tenantWith } from './support.ts';

const clamdNeeded = needsPrograms({ clamd: hasClamd() });

describe('with the ClamAV daemon', clamdNeeded, () => {
  let service: Service;
  let tenant: Tenant;
  let clamd: Clamd;
  beforeAll(async () => {
    clamd = await startClamd();
    service = await launch();
    tenant = await tenantWith(service, 'raw_download_selected_types', { families: ['text'] });
    await service.operator(api.updateSettings, { 'scanning.clamd': clamd.address });
  });
  afterAll(async () => {
    await service.stop();
    await clamd.kill();
  });

  const arrive = async (filename: string, content: Buffer | string) => {
    const { state, scan, attachments, id } = await receive(service, tenant, { filename, content });
    const categories = scan?.categories.map(({ category }) => category);
    return { id, state, categories, attachment: attachments[0] };
  };

  it('what it looked at and found nothing in is clean', async () => {
    const { state, attachment } = await arrive('a.txt', 'Hello there.');
    expect(state).toBe('available');
    expect(attachment).toMatchObject({ av_verdict: 'clean', av_signature: null });
    expect(attachment?.av_scanned_at).not.toBeNull();
  });

  it.each([
    ['a file', 'a.bin', Buffer.from(`x ${MARKER} y`)],
    ['a file in a zip', 'a.zip', zip({ 'b/c.txt': `x ${MARKER} y` })],
  ])('what it finds in %s blocks the message and names the signature', async (_, name, content) => {
    const { state, categories, attachment, id } = await arrive(name, content);
    expect([state, categories]).toEqual(['blocked', expect.arrayContaining(['malware'])]);
    expect(attachment).toMatchObject({
      av_verdict: 'infected',
      av_signature: expect.stringContaining('Agentmail.Test.Marker'),
      policy_action: 'block',
    });
    const bytes = await service.call(tenant.admin, api.getAttachment, unchecked({ id, idx: '0' }));
    expect(bytes.body.code).toBe('ATTACHMENT_ACCESS_INELIGIBLE');
  });

  it('the text of what it calls malware is not shown', async () => {
    const { attachment, id } = await arrive('a.txt', `x ${MARKER} y`);
    expect(attachment).toMatchObject({ preview_status: 'blocked', preview_reason_code: 'malware' });
    const preview = await service.call(tenant.admin, api.getAttachmentPreview, unchecked({ id, idx: '0' }));
    expect(preview.body.code).toBe('ATTACHMENT_PREVIEW_BLOCKED');
  });

  it('a file that is too large for it holds the message', async () => {
    const { state, categories, attachment } = await arrive('big.txt', 'x'.repeat(2 * STREAM_LIMIT));
    expect([state, categories]).toEqual(['quarantined', expect.arrayContaining(['scan_incomplete'])]);
    expect(attachment?.av_verdict).toBe('error');
  });

  it('its death holds what comes after, and its return lets mail in again', async () => {
    await clamd.kill();
    const held = await arrive('a.txt', 'Hello there.');
    expect([held.state, held.attachment?.av_verdict]).toEqual(['quarantined', 'error']);
    clamd = await startClamd();
    await service.operator(api.updateSettings, { 'scanning.clamd': clamd.address });
    const next = await arrive('a.txt', 'Hello there.');
    expect([next.state, next.attachment?.av_verdict]).toEqual(['available', 'clean']);
  });

  it('without it nothing is called clean', async () => {
    await service.operator(api.updateSettings, { 'scanning.clamd': null });
    const { attachment } = await arrive('a.txt', 'Hello there.');
    expect(attachment).toMatchObject({ av_verdict: 'skipped', av_scanned_at: null });
  });
});

describe('a ClamAV daemon that is silent', clamdNeeded, () => {
  it('holds the message when the time of the scan is over', async () => {
    const clamd = await startClamd();
    const service = await launch({ config: { scanTimeout: 2000 } });
    try {
      const tenant = await tenantWith(service, 'metadata_only');
      await service.operator(api.updateSettings, { 'scanning.clamd': clamd.address });
      clamd.freeze();
      const { state, scan } = await receive(service, tenant, { filename: 'a.txt', content: 'Hello.' });
      expect([state, scan?.categories.map(({ category }) => category)]).toEqual([
        'quarantined',
        ['scan_incomplete'],
      ]);
    } finally {
      await service.stop();
      await clamd.kill();
    }
  });
});
