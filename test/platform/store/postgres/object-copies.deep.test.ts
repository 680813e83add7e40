import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restoreHome } from '../../../../daemon/operation/backup/restore.ts';
import { BUCKET_FILE } from '../../../../daemon/platform/store/bucket/location.ts';
import { migrateStore } from '../../../../daemon/platform/store/engine.ts';
import { writeStoreUrl } from '../../../../daemon/platform/store/location.ts';
import { ask, connect } from '../../../../daemon/platform/store/postgres/client.ts';
import { HOUR } from '../../../../daemon/platform/system/clock.ts';
import * as api from '../../../support/api.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { bucketAt, startBucket } from '../../../support/s3.ts';
import { deliverTo, loseCopies, sourceOf, startWithBucket } from '../../../support/s3-service.ts';
import { createTenant, startService, temporaryHome } from '../../../support/service.ts';

const now = Date.UTC(2030, 0, 1);
const progress = () => undefined;

/** Counts large blobs with bytes in their rows, and chunks. */
async function largeRows(url: string): Promise<unknown> {
  const client = await connect({ url });
  const counts = `select (select count(*) from blobs where size > 64000 and content is not null) as in_rows,
    (select count(*) from blob_chunks) as chunks`;
  const { rows } = await ask(client, counts);
  await client.end();
  return rows[0];
}

describe('blobs in a bucket', needsPrograms({ postgresql: hasPostgres() }), () => {
  it('move there and back with a home', async () => {
    const home = temporaryHome();
    const first = await startService({ home, config: { store: null } });
    const tenant = await createTenant(first);
    const id = await deliverTo({ service: first, tenant });
    const before = await sourceOf(first, id);
    await first.stop();
    const server = await startBucket();
    const blobs = server.url();
    const bucket = bucketAt(blobs);
    const store = await freshDatabase('empty');
    await migrateStore({ home, to: store, bucket, blobs, now, progress });
    expect(server.objects.size).toBe(1);
    expect(existsSync(join(home, BUCKET_FILE))).toBe(true);
    const moved = await startService({ home, config: { store, blobs: bucket } });
    expect(await sourceOf(moved, id)).toBe(before);
    await moved.stop();
    // Another database has objects of its own, and the source keeps its.
    const next = await freshDatabase('empty');
    await migrateStore({ home, to: next, bucket, now, progress });
    expect(server.objects.size).toBe(2);
    await expect(migrateStore({ home, to: 'sqlite', bucket: null, now, progress })).rejects.toThrow(
      'is in a bucket; name it with --blobs',
    );
    server.trouble = ({ method }) => (method === 'GET' ? { kind: 'damage' } : undefined);
    const alone = { ...bucket, attempts: 1 };
    await expect(migrateStore({ home, to: 'sqlite', bucket: alone, now, progress })).rejects.toThrow(
      'has other bytes',
    );
    server.trouble = () => undefined;
    await migrateStore({ home, to: 'sqlite', bucket, now, progress });
    expect(existsSync(join(home, BUCKET_FILE))).toBe(false);
    await server.stop();
    const back = await startService({ home, config: { store: null } });
    expect(await sourceOf(back, id)).toBe(before);
    await server.start();
  });

  it('and chunks take the large mail of a home that was restored, whose bytes are in its rows', async () => {
    const first = await startService({ config: { store: null } });
    const tenant = await createTenant(first);
    const id = await deliverTo({ service: first, tenant });
    const before = await sourceOf(first, id);
    const { file } = (await first.operator(api.createBackup)).body as { file: string };
    const home = temporaryHome();
    restoreHome({ home, file, force: false, now });
    const server = await startBucket();
    const bucket = bucketAt(server.url());
    const withBucket = await freshDatabase('empty');
    await migrateStore({ home, to: withBucket, bucket, now, progress });
    expect([await largeRows(withBucket), server.objects.size]).toEqual([{ in_rows: 0, chunks: 0 }, 1]);
    const objects = await startService({ home, config: { store: withBucket, blobs: bucket } });
    expect(await sourceOf(objects, id)).toBe(before);
    await objects.stop();
    writeStoreUrl(home, null);
    const chunked = await freshDatabase('empty');
    await migrateStore({ home, to: chunked, now, progress });
    expect(await largeRows(chunked)).toEqual({ in_rows: 0, chunks: 1 });
    const chunks = await startService({ home, config: { store: chunked } });
    expect(await sourceOf(chunks, id)).toBe(before);
  });

  it('are in a backup, also when they are deleted while it is made', async () => {
    const scene = await startWithBucket();
    const { bucket, service, tenant } = scene;
    const id = await deliverTo(scene);
    const before = await sourceOf(service, id);
    loseCopies(service.home);
    const reading = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    bucket.trouble = ({ method }) => {
      if (method !== 'GET') return undefined;
      reading.resolve();
      return { kind: 'hold', until: held.promise };
    };
    const backup = service.operator(api.createBackup);
    await reading.promise;
    const deleted = await service.must(tenant.admin, api.deleteMessage, { id });
    expect(deleted.raw_mime_deleted).toBe(false);
    expect(bucket.objects.size).toBe(1);
    held.resolve();
    const { file } = (await backup).body as { file: string };
    await service.operator(api.advanceClock, { seconds: HOUR / 1000 });
    await service.drain();
    expect(bucket.objects.size).toBe(0);
    const home = temporaryHome();
    restoreHome({ home, file, force: false, now });
    const restored = await startService({ home, config: { store: null } });
    expect(await sourceOf(restored, id)).toBe(before);
  });
});
