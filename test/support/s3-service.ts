import { createHash } from 'node:crypto';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../daemon/platform/settings/config.ts';
import { SECRET_FILE } from '../../daemon/platform/system/secrets.ts';
import * as api from './api.ts';
import { freshDatabase } from './postgres.ts';
import { bucketAt, type S3Server, startBucket } from './s3.ts';
import { createTenant, type Service, startService, type Tenant, temporaryHome } from './service.ts';

/** Too large for a row. */
export const LARGE_TEXT = 'many words of a large letter '.repeat(2_400);

/** Trouble of a bucket that is away. */
export const BUCKET_AWAY = { kind: 'refuse', status: 503, code: 'ServiceUnavailable' } as const;

/** A daemon on PostgreSQL with a bucket, and an account. */
export interface BucketScene {
  readonly bucket: S3Server;
  readonly service: Service;
  readonly tenant: Tenant;
  /** Configuration of another daemon on the same database and bucket. */
  readonly config: { readonly store: string; readonly blobs: ReturnType<typeof bucketAt> };
}

export async function startWithBucket(parameters = '', changes: Partial<Config> = {}): Promise<BucketScene> {
  const bucket = await startBucket();
  const blobs = bucketAt(bucket.url('large', `&attempts=1${parameters}`));
  const config = { store: await freshDatabase(), blobs };
  const service = await startService({ config: { ...config, ...changes } });
  return { bucket, service, tenant: await createTenant(service, { tier: 'pro' }), config };
}

/** Delivers a message, a large one by default, and returns its id. */
export async function deliverTo(
  { service, tenant }: Pick<BucketScene, 'service' | 'tenant'>,
  text = LARGE_TEXT,
): Promise<string> {
  const from = 'ann@example.org';
  await service.deliver({ from, to: tenant.mailbox.address, subject: 'A letter', text });
  await service.drain();
  const { messages } = await service.must(tenant.admin, api.listMessages, { id: 'helper' });
  const [message] = messages;
  if (!message) throw new Error('the message did not arrive');
  return message.id;
}

/** The digest of the source of a message; the status and code of a refusal. */
export async function sourceOf(service: Service, id: string): Promise<string> {
  const response = await fetch(`${service.daemon.runtime.http}/operator/v1/messages/${id}/raw`, {
    headers: { authorization: `Bearer ${service.daemon.operatorToken}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.ok) return createHash('sha256').update(bytes).digest('hex');
  const { code } = JSON.parse(bytes.toString('utf8')) as { code: string };
  return `${response.status} ${code}`;
}

/** Files of the copies of a home. */
export function copiesIn(home: string): string[] {
  return readdirSync(join(home, 'object-cache')).map((name) => join(home, 'object-cache', name));
}

/** Loses the copies of a home. */
export function loseCopies(home: string): void {
  for (const file of copiesIn(home)) rmSync(file);
}

/** A new home with the secret of another. */
export function homeLike(home: string): string {
  const copy = temporaryHome();
  cpSync(join(home, SECRET_FILE), join(copy, SECRET_FILE));
  return copy;
}
