import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { killDaemon, startDaemon } from '../../support/crashing-daemon.ts';
import { HttpsReceiver } from '../../support/https-receiver.ts';
import { temporaryHome } from '../../support/service.ts';

describe('a daemon that is killed in the middle of its deliveries', () => {
  it('delivers every event at least once after its restarts, each under one id', async () => {
    const home = temporaryHome();
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const authority = join(home, 'authority.pem');
    writeFileSync(authority, (await testAuthority()).certificate);
    const receiver = await HttpsReceiver.start();
    onTestFinished(() => receiver.stop());

    const options = {
      home,
      flags: ['--allow-private-webhooks'],
      env: { NODE_EXTRA_CA_CERTS: authority },
    };
    let daemon = await startDaemon(options);
    const { admin } = daemon;
    const { webhook } = await daemon.must(admin, api.createWebhook, {
      url: receiver.url(),
      enabled_events: ['recipient_blocklist.added'],
    });
    const emails = Array.from({ length: 600 }, (_, number) => `n${number}@example.org`);
    await daemon.must(admin, api.addSuppressions, { emails });
    for (const seen of [50, 200]) {
      await receiver.received(seen);
      await killDaemon(daemon);
      daemon = await startDaemon(options);
    }
    await daemon.drain();
    const idsOf = new Map<string, Set<string>>();
    for (const { event } of receiver.requests) {
      const email = String(event.data.email);
      idsOf.set(email, (idsOf.get(email) ?? new Set()).add(event.id));
    }
    expect([...idsOf.keys()].sort()).toEqual([...emails].sort());
    expect([...idsOf.values()].every((ids) => ids.size === 1)).toBe(true);
    // Twice at most eight under way, and what was answered in the last moment before each end.
    expect(receiver.requests.length).toBeLessThan(600 + 2 * 100);
    const { deliveries } = await daemon.must(admin, api.listDeliveries, { id: webhook.id, limit: 100 });
    // One that a busy machine answered too late has its next try ahead.
    expect(['delivered', 'retrying']).toEqual(expect.arrayContaining(deliveries.map(({ status }) => status)));
  });
});
