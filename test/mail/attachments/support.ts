import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { z } from 'zod';
import type { FileFamily } from '../../../daemon/platform/store/schema.ts';
import type { messageDetail } from '../../../shared/contract/messages.ts';
import * as api from '../../support/api.ts';
import {
  createTenant,
  type Service,
  setMailbox,
  type Tenant,
  type TenantOptions,
} from '../../support/service.ts';

export interface File {
  readonly filename: string | false;
  readonly content: Buffer | string;
  readonly contentType?: string;
}

export type Detail = z.output<typeof messageDetail>;

/** A mail with attachments, as bytes. */
export function mailWith(files: readonly File[], text = 'Hi Anna, here are the files we spoke about.') {
  const mail = new MailComposer({
    from: 'tom@example.com',
    to: 'helper@agentmail.localhost',
    subject: 'Files',
    text,
    attachments: files.map((file) => ({ contentDisposition: 'attachment' as const, ...file })),
  });
  return mail.compile().build();
}

/** Delivers files to the tenant's mailbox and answers with the message once nothing is left to do. */
export async function receive(service: Service, tenant: Tenant, ...files: File[]): Promise<Detail> {
  const id = await accept(service, tenant, ...files);
  await service.drain();
  return detail(service, tenant, id);
}

/** The same without waiting for anything but the acceptance; answers with the id. */
export async function accept(service: Service, tenant: Tenant, ...files: File[]): Promise<string> {
  await service.deliver({
    from: 'tom@example.com',
    to: tenant.mailbox.address,
    raw: await mailWith(files),
  });
  const { body } = await service.call(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
  const [newest] = body.messages;
  if (!newest) throw new Error('the mail did not arrive');
  return newest.id;
}

export async function detail(service: Service, tenant: Tenant, id: string): Promise<Detail> {
  return (await service.call(tenant.admin, api.getMessage, { id })).body;
}

export type Mode = 'metadata_only' | 'derived_content' | 'raw_download_selected_types';

/** A paying tenant whose mailbox shows attachments in some mode, as if a person had set it. */
export async function tenantWith(
  service: Service,
  mode: Mode,
  options: {
    families?: readonly FileFamily[];
    images?: boolean;
  } & TenantOptions = {},
): Promise<Tenant> {
  const { tier = 'pro', families = [], images = false, ...rest } = options;
  const tenant = await createTenant(service, { tier, ...rest });
  await setMailbox(service, tenant, {
    attachment_exposure_mode: mode,
    attachment_allowed_file_families: families,
    image_risk_version: images ? 'v1' : null,
  });
  return tenant;
}
