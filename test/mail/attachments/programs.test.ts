import { beforeAll, describe, expect, it } from 'vitest';
import { docx, xlsx, zip } from '../../support/documents.ts';
import { sharedService, type Tenant } from '../../support/service.ts';
import { allowFiles, stage } from '../../support/uploads.ts';
import {
  outlookMessage,
  PDF,
  PICTURE,
  packagedObject,
  tnef,
  WINDOWS_PROGRAM,
} from '../../support/wrapped-files.ts';
import { receive, tenantWith } from './support.ts';

const packaged = { 'word/embeddings/oleObject1.bin': packagedObject('a.exe', WINDOWS_PROGRAM) };

describe('mail with a program inside a file', () => {
  const service = sharedService();
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await tenantWith(service, 'metadata_only');
    await allowFiles(service, tenant);
  });

  it.each([
    ['letter.docx', docx(['Hi'], packaged)],
    ['winmail.dat', tnef({ 'notes.txt': WINDOWS_PROGRAM })],
    ['paper.pdf', Buffer.concat([PDF, zip({ 'a.scr': 'MZ' })])],
    ['files.zip', zip({ 'notes.txt': WINDOWS_PROGRAM })],
    ['files.rar', Buffer.from([1, 2, 0, 3])],
  ])('is held: %s', async (filename, content) => {
    const message = await receive(service, tenant, { filename, content });
    expect(message.state).toBe('quarantined');
    expect(message.scan?.categories).toContainEqual({
      category: 'attachment_policy',
      decision: 'quarantine',
    });
    expect(message.attachments[0]?.policy_action).toBe('quarantine');
  });

  it('is held with two findings when its type is another: an installer called a picture', async () => {
    const message = await receive(service, tenant, { filename: 'a.png', content: WINDOWS_PROGRAM });
    expect(message.scan?.findings.map(({ category }) => category)).toEqual(
      expect.arrayContaining(['attachment_policy', 'attachment_type_mismatch']),
    );
  });

  it('is not what ordinary documents are', async () => {
    const letter = docx(['Hi'], {
      'word/embeddings/Sheet1.xlsx': xlsx('Sheet', 'x'),
      'word/media/a.png': PICTURE,
    });
    const message = await receive(
      service,
      tenant,
      { filename: 'letter.docx', content: letter },
      { filename: 'note.msg', content: outlookMessage({ 'a.pdf': PDF }) },
    );
    expect([message.state, message.scan?.verdict]).toEqual(['available', 'clean']);
  });

  it('cannot be sent', async () => {
    const { body } = await stage(service, tenant.admin, tenant, {
      filename: 'letter.docx',
      content: Uint8Array.from(docx(['Hi'], packaged)),
    });
    expect(body).toMatchObject({ content_scan_status: 'flagged', scan: { verdict: 'quarantined' } });
  });
});
