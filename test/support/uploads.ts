import { vi } from 'vitest';
import * as api from './api.ts';
import type { BodyOf } from './calls.ts';
import { assertTrueDenial } from './denials.ts';
import { type Reply, type Service, setMailbox, type Tenant } from './service.ts';

/** Uploads as a program makes them: multipart bodies from Node's own encoder. */

export type Staged = BodyOf<typeof api.getStagedAttachment>;

export interface Upload {
  readonly mailbox?: string;
  readonly filename?: string;
  readonly content?: string | Uint8Array<ArrayBuffer>;
}

/**
 * Uploads a file, without a mailbox to the tenant's, and waits for the verdict, which may come after the
 * answer.
 */
export async function stage(
  service: Service,
  key: string,
  tenant: Pick<Tenant, 'mailbox'>,
  upload: Upload = {},
): Promise<Reply<Staged>> {
  const reply = await postFile(service, key, tenant, upload);
  if (reply.body.content_scan_status !== 'pending') return reply;
  const seen = () => service.call(key, api.getStagedAttachment, { id: reply.body.id });
  // Not `expect.poll`, which hooks can't call.
  await vi.waitUntil(async () => (await seen()).body.content_scan_status !== 'pending', { timeout: 60_000 });
  return { ...reply, body: (await seen()).body };
}

/** The answer to an upload, whose verdict may be pending. */
export function postFile(
  service: Service,
  key: string,
  tenant: Pick<Tenant, 'mailbox'>,
  upload: Upload = {},
): Promise<Reply<Staged>> {
  const form = new FormData();
  form.append('mailbox_id', upload.mailbox ?? tenant.mailbox.id);
  form.append('file', new Blob([upload.content ?? 'week,count\n1,12\n']), upload.filename ?? 'numbers.csv');
  return postForm(service, key, form);
}

export async function postForm<T = Staged>(
  service: Service,
  key: string,
  body: FormData | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Reply<T>> {
  const response = await fetch(`${service.daemon.runtime.http}/v1/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body,
  });
  const parsed = (await response.json()) as Reply<T>['body'];
  if (!response.ok) assertTrueDenial(parsed);
  return { status: response.status, body: parsed, headers: response.headers };
}

/** Lets a mailbox send files, and images if wanted, as a person would. */
export async function allowFiles(
  service: Service,
  tenant: Pick<Tenant, 'mailbox'>,
  options: { images?: boolean } = {},
): Promise<void> {
  const outbound_image_risk_version = options.images ? 'v1' : null;
  await setMailbox(service, tenant, { outbound_attachments_enabled: true, outbound_image_risk_version });
}

export async function usedBytes(service: Service, tenant: Pick<Tenant, 'accountId'>): Promise<number> {
  const row = await service.daemon.context.store.read
    .selectFrom('accounts')
    .select('used_bytes')
    .where('id', '=', tenant.accountId)
    .executeTakeFirstOrThrow();
  return row.used_bytes;
}

/** A picture of one pixel. */
export const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
