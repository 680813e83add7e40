import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { pdf } from '../../support/documents.ts';
import { sharedService, type Tenant, unchecked } from '../../support/service.ts';
import { receive, tenantWith } from './support.ts';

const RAW = 'raw_download_selected_types';

describe('an attachment without a name', () => {
  const service = sharedService();
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await tenantWith(service, RAW, { families: ['pdf', 'text', 'csv', 'image'], images: true });
  });

  it.each([
    ['a document', pdf(['Hello']), 'application/pdf', 'attachment-1.pdf'],
    ['text', Buffer.from('Milk\r\nand bread\n'), 'text/plain', 'attachment-1.txt'],
    ['other data', Buffer.from([1, 2, 3, 200, 201]), 'application/octet-stream', 'attachment-1.bin'],
  ])('of %s is named by its type and place', async (_kind, content, contentType, name) => {
    const message = await receive(service, tenant, { filename: false, content, contentType });
    expect(message.attachments).toMatchObject([{ filename: name }]);
  });

  it('has the same name wherever it is shown or downloaded', async () => {
    const { id } = await receive(service, tenant, {
      filename: false,
      content: 'Milk\r\nand bread\n',
      contentType: 'text/plain',
    });
    const preview = await service.call(tenant.admin, api.getAttachmentPreview, unchecked({ id, idx: '0' }));
    expect(preview.body).toMatchObject({ attachment: { filename: 'attachment-1.txt' } });
    const link = await service.call(tenant.admin, api.getAttachment, unchecked({ id, idx: '0' }));
    expect(link.body).toMatchObject({ filename: 'attachment-1.txt' });
    const bytes = await fetch(link.body.url);
    expect(bytes.headers.get('content-disposition')).toContain('filename="attachment-1.txt"');
  });
});
