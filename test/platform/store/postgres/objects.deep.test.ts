import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../daemon/platform/system/clock.ts';
import * as api from '../../../support/api.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { hasPostgres } from '../../../support/postgres.ts';
import {
  BUCKET_AWAY as AWAY,
  copiesIn,
  deliverTo,
  homeLike,
  LARGE_TEXT,
  sourceOf,
  startWithBucket,
} from '../../../support/s3-service.ts';
import { createMailbox, startService } from '../../../support/service.ts';

const postgresql = needsPrograms({ postgresql: hasPostgres() });

describe('large mail with a bucket', postgresql, () => {
  it('for several people is in the bucket for each or for none, and leaves the spool of the SMTP thread', async () => {
    const { bucket, service, tenant } = await startWithBucket('', { smtpThread: true });
    const other = await createMailbox(service, tenant.admin, 'other');
    const to = [tenant.mailbox.address, other.address];
    const send = () =>
      service.deliver({ from: 'ann@example.org', to, subject: 'A letter', text: LARGE_TEXT });
    const later = [undefined, AWAY];
    bucket.trouble = ({ method }) => (method === 'PUT' ? later.shift() : undefined);
    await expect(send()).rejects.toThrow('451');
    expect(bucket.objects.size).toBe(0);
    await send();
    await service.drain();
    expect(bucket.objects.size).toBe(2);
    expect(readdirSync(join(service.home, 'spool'))).toEqual([]);
    expect(copiesIn(service.home)).toHaveLength(2);
    for (const id of ['helper', 'other']) {
      const { messages } = await service.must(tenant.admin, api.listMessages, { id });
      expect(await sourceOf(service, messages[0]?.id ?? '')).toHaveLength(64);
    }
    expect(bucket.requestsOf('GET')).toEqual([]);
  });

  it('that waits for its scan is scanned once the bucket is back', async () => {
    // Copies of this size aren't kept.
    const { bucket, service, tenant } = await startWithBucket('&cache_mb=1');
    const failed = Promise.withResolvers<void>();
    bucket.trouble = ({ method }) => {
      if (method !== 'GET') return undefined;
      failed.resolve();
      return AWAY;
    };
    const text = LARGE_TEXT.repeat(16);
    await service.deliver({ from: 'ann@example.org', to: tenant.mailbox.address, subject: 'A letter', text });
    await failed.promise;
    bucket.trouble = () => undefined;
    const states = async () => {
      await service.operator(api.advanceClock, { seconds: MINUTE / 1000 });
      await service.drain();
      const { messages } = await service.must(tenant.admin, api.listMessages, { id: 'helper' });
      return messages.map(({ subject }) => subject);
    };
    await expect.poll(states).toEqual(['A letter']);
  });
});

describe('objects without a row', postgresql, () => {
  it('are removed by the daily round a day after they were stored', async () => {
    const scene = await startWithBucket();
    const { bucket, service } = scene;
    bucket.pageSize = 2;
    await deliverTo(scene);
    const [kept = ''] = bucket.objects.keys();
    const folder = kept.slice(0, kept.lastIndexOf('/'));
    const bytes = randomBytes(10);
    const old = Date.now() - DAY - MINUTE;
    for (let n = 0; n < 5; n++) bucket.objects.set(`${folder}/orphan-${n}`, { bytes, modified: old });
    bucket.objects.set(kept, { bytes, modified: old });
    bucket.objects.set(`${folder}/young`, { bytes, modified: old + 2 * MINUTE });
    bucket.objects.set('large/of-another-service/object', { bytes, modified: old });
    const left = [kept, `${folder}/young`, 'large/of-another-service/object'].sort();
    // No start removes anything.
    await service.stop();
    const again = await startService({ config: scene.config, home: service.home, clock: service.clock });
    expect(bucket.objects.size).toBe(8);
    await again.operator(api.advanceClock, { seconds: (DAY + HOUR) / 1000 });
    await again.drain();
    expect([...bucket.objects.keys()].sort()).toEqual(left);
  });

  it('leave copies elsewhere, which are removed with the next start', async () => {
    const scene = await startWithBucket();
    const { service } = scene;
    await deliverTo(scene);
    const { store } = service.daemon.context;
    const { id } = await store.read.selectFrom('blobs').select('id').executeTakeFirstOrThrow();
    await service.stop();
    const other = await startService({ config: scene.config, home: homeLike(service.home) });
    await other.daemon.context.store.write('service', (transaction) =>
      other.daemon.context.store.blobs.remove(transaction, id),
    );
    await other.drain();
    await other.stop();
    expect(copiesIn(service.home)).toHaveLength(1);
    const again = await startService({ config: scene.config, home: service.home });
    expect(copiesIn(again.home)).toEqual([]);
  });
});
