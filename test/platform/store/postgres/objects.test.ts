import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INLINE_LIMIT } from '../../../../daemon/platform/store/blobs/blobs.ts';
import { HOUR, MINUTE } from '../../../../daemon/platform/system/clock.ts';
import * as api from '../../../support/api.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { hasPostgres } from '../../../support/postgres.ts';
import {
  BUCKET_AWAY as AWAY,
  copiesIn,
  deliverTo,
  homeLike,
  loseCopies,
  sourceOf,
  startWithBucket,
} from '../../../support/s3-service.ts';
import { launch, setMailbox, startService } from '../../../support/service.ts';
import { postFile } from '../../../support/uploads.ts';

const postgresql = needsPrograms({ postgresql: hasPostgres() });

describe('large mail with a bucket', postgresql, () => {
  it('is an object, which a daemon with another home reads once', async () => {
    const scene = await startWithBucket();
    await deliverTo(scene, 'small');
    const id = await deliverTo(scene);
    expect(scene.bucket.objects.size).toBe(1);
    const { service } = scene;
    const before = await sourceOf(service, id);
    expect(before).toHaveLength(64);
    expect(scene.bucket.requestsOf('GET')).toEqual([]);
    await service.stop();
    const other = await startService({ config: scene.config, home: homeLike(service.home) });
    const read = () => sourceOf(other, id);
    expect(await Promise.all([read(), read(), read()])).toEqual([before, before, before]);
    expect(await read()).toBe(before);
    expect(scene.bucket.requestsOf('GET')).toHaveLength(1);
    expect(copiesIn(other.home)).toHaveLength(1);
  });

  it('is deferred while the bucket is away, and small mail is accepted', async () => {
    const scene = await startWithBucket();
    const { bucket, service, tenant } = scene;
    await setMailbox(service, tenant, { outbound_attachments_enabled: true });
    bucket.trouble = () => AWAY;
    await expect(deliverTo(scene)).rejects.toThrow('451');
    expect(await sourceOf(service, await deliverTo(scene, 'small'))).toHaveLength(64);
    const upload = await postFile(service, tenant.admin, tenant, {
      filename: 'notes.txt',
      content: 'x'.repeat(INLINE_LIMIT + 1),
    });
    expect(upload).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(upload.headers.get('retry-after')).toBe('5');
    expect(bucket.objects.size).toBe(0);
    expect(readdirSync(join(service.home, 'spool'))).toEqual([]);
    bucket.trouble = () => undefined;
    expect(await sourceOf(service, await deliverTo(scene))).toHaveLength(64);
  });

  it('that is nowhere on the machine is unavailable while the bucket is away', async () => {
    const scene = await startWithBucket();
    const { bucket, service } = scene;
    const id = await deliverTo(scene);
    bucket.trouble = () => AWAY;
    const source = await sourceOf(service, id);
    expect(source).toHaveLength(64);
    loseCopies(service.home);
    expect(await sourceOf(service, id)).toBe('503 SERVICE_UNAVAILABLE');
    bucket.trouble = () => ({ kind: 'damage' });
    expect(await sourceOf(service, id)).toBe('503 SERVICE_UNAVAILABLE');
    bucket.trouble = () => undefined;
    expect(await sourceOf(service, id)).toBe(source);
  });

  it('is removed from bucket and machine when it is deleted', async () => {
    const scene = await startWithBucket();
    const { bucket, service, tenant } = scene;
    const id = await deliverTo(scene);
    const deleted = await service.must(tenant.admin, api.deleteMessage, { id });
    expect(deleted).toMatchObject({ raw_mime_deleted: true, r2_objects_failed: [] });
    expect(bucket.objects.size).toBe(0);
    expect(copiesIn(service.home)).toEqual([]);
  });

  it('that is deleted while the bucket is away is removed by a job', async () => {
    const scene = await startWithBucket();
    const { bucket, service, tenant } = scene;
    const id = await deliverTo(scene);
    bucket.trouble = () => AWAY;
    const deleted = await service.must(tenant.admin, api.deleteMessage, { id });
    expect(deleted.raw_mime_deleted).toBe(false);
    expect(deleted.r2_objects_failed).toHaveLength(1);
    expect(copiesIn(service.home)).toEqual([]);
    expect(bucket.objects.size).toBe(1);
    bucket.trouble = () => undefined;
    await service.operator(api.advanceClock, { seconds: (2 * MINUTE) / 1000 });
    await service.drain();
    expect(bucket.objects.size).toBe(0);
  });

  it('that expires while the bucket is away is removed by a job', async () => {
    const scene = await startWithBucket();
    const { bucket, service } = scene;
    await deliverTo(scene);
    const { store } = service.daemon.context;
    const { id } = await store.read.selectFrom('blobs').select('id').executeTakeFirstOrThrow();
    bucket.trouble = () => AWAY;
    await store.write('service', (transaction) => store.blobs.remove(transaction, id));
    await expect.poll(() => bucket.requestsOf('DELETE')).toHaveLength(1);
    bucket.trouble = () => undefined;
    const objects = async () => {
      await service.operator(api.advanceClock, { seconds: (2 * MINUTE) / 1000 });
      return bucket.objects.size;
    };
    await expect.poll(objects).toBe(0);
  });

  it('that is deleted before a crash is removed by a job', async () => {
    const scene = await startWithBucket();
    const { bucket, service } = scene;
    await deliverTo(scene);
    const { store } = service.daemon.context;
    const { id } = await store.read.selectFrom('blobs').select('id').executeTakeFirstOrThrow();
    await store.write('service', async (transaction) => {
      expect(await store.blobs.forget(transaction, id)).toBe(true);
    });
    await service.operator(api.advanceClock, { seconds: (2 * HOUR) / 1000 });
    await service.drain();
    expect(bucket.objects.size).toBe(0);
  });

  it('keeps its object when its row was committed without an answer', async () => {
    const { bucket, service } = await startWithBucket();
    const { store } = service.daemon.context;
    const [lost, kept] = [
      await store.blobs.prepare(randomBytes(INLINE_LIMIT + 1)),
      await store.blobs.prepare(randomBytes(INLINE_LIMIT + 1)),
    ];
    await store.write('service', (transaction) => store.blobs.record(transaction, kept, null));
    for (const blob of [lost, kept]) await store.blobs.discard(blob);
    expect([...bucket.objects.keys()].map((key) => key.split('/').at(-1))).toEqual([kept.id]);
  });
});

describe('a bucket', postgresql, () => {
  it('takes large mail from the moment it is configured, and is needed from then on', async () => {
    const scene = await startWithBucket();
    await scene.service.stop();
    const { store } = scene.config;
    const home = scene.service.home;
    const without = await startService({ home, config: { store } });
    const chunks = await deliverTo({ service: without, tenant: scene.tenant });
    const before = await sourceOf(without, chunks);
    await without.stop();
    const service = await startService({ home, config: scene.config });
    const object = await deliverTo({ service, tenant: scene.tenant });
    expect(scene.bucket.objects.size).toBe(1);
    expect(await sourceOf(service, chunks)).toBe(before);
    await service.stop();
    await expect(launch({ home, config: { store } })).rejects.toThrow(
      'name it with --blobs or AGENTMAIL_BLOBS',
    );
    const again = await startService({ home, config: scene.config });
    expect(await sourceOf(again, object)).toHaveLength(64);
  });

  it('is not for SQLite', async () => {
    const { config } = await startWithBucket();
    await expect(launch({ config: { store: null, blobs: config.blobs } })).rejects.toThrow(
      'only a PostgreSQL',
    );
  });

  it('is checked by doctor, and measured', async () => {
    const scene = await startWithBucket();
    const { bucket, service } = scene;
    const found = async () => {
      const { checks = [] } = await service.must(service.daemon.operatorToken, api.checkIntegrity);
      return checks.find(({ id }) => id === 'bucket');
    };
    expect(await found()).toMatchObject({ severity: 'ok', remedy: null });
    expect(bucket.objects.size).toBe(0);
    bucket.next('PUT', { kind: 'refuse', status: 403, code: 'AccessDenied' });
    expect(await found()).toMatchObject({
      severity: 'error',
      message: expect.stringContaining('the credentials may not do this'),
    });
    await sourceOf(service, await deliverTo(scene));
    const metrics = await service.operator(api.getMetrics);
    const text = metrics.body as unknown as string;
    expect(text).toMatch(/object_request_duration_seconds_count\{operation="put",outcome="done"\} 2/);
    expect(text).toMatch(/object_request_duration_seconds_count\{operation="put",outcome="failed"\} 1/);
    expect(text).toMatch(/object_cache_reads_total\{outcome="hit"\} [1-9]/);
  });
});
