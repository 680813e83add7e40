import { describe, expect, it, onTestFinished } from 'vitest';
import { KeptLease } from '../../../daemon/platform/store/leases.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { HttpsReceiver } from '../../support/https-receiver.ts';
import { ScriptedLeases } from '../../support/leases.ts';
import { relayConfig } from '../../support/relaying.ts';
import { scriptedMailServer, takeEverything } from '../../support/scripted-mail-server.ts';
import { createTenant, type Service, startService, type Tenant } from '../../support/service.ts';

/** Work that another daemon of the database has is left alone, and done when it's given back. */

describe('a kept lease', () => {
  const kept = (leases: ScriptedLeases) => {
    const granted: string[] = [];
    return { granted, lease: new KeptLease(leases, 'webhook:a', () => granted.push('granted')) };
  };

  it('is claimed once by callers at the same moment', async () => {
    const leases = new ScriptedLeases();
    const { granted, lease } = kept(leases);
    expect(lease.isHeld).toBe(false);
    expect(await Promise.all([lease.hold(), lease.hold()])).toEqual([true, true]);
    expect([lease.isHeld, lease.isRefused, granted]).toEqual([true, false, []]);
    await lease.release();
    expect([lease.isHeld, [...leases.granted]]).toEqual([false, []]);
  });

  it('that is refused is claimed again when it may be free, and not before', async () => {
    const leases = new ScriptedLeases();
    const { granted, lease } = kept(leases);
    leases.take('webhook:');
    expect(await Promise.all([lease.hold(), lease.hold()])).toEqual([false, false]);
    expect(await lease.hold()).toBe(false);
    expect(leases.refused).toEqual(['webhook:a']);
    leases.giveBack('webhook:');
    await expect.poll(() => granted).toEqual(['granted']);
    expect([lease.isHeld, lease.isRefused]).toEqual([true, false]);
  });

  it('that was refused is not claimed any more after its end', async () => {
    const leases = new ScriptedLeases();
    const { granted, lease } = kept(leases);
    leases.take('webhook:');
    await lease.hold();
    await lease.end();
    leases.giveBack('webhook:');
    expect(await lease.hold()).toBe(false);
    expect([granted, [...leases.granted]]).toEqual([[], []]);
  });

  it('that ends while it is claimed is not kept', async () => {
    const leases = new ScriptedLeases();
    const { lease } = kept(leases);
    const holding = lease.hold();
    await lease.end();
    await holding;
    expect([lease.isHeld, [...leases.granted]]).toEqual([false, []]);
  });

  it('that is lost is claimed again by the next who needs it', async () => {
    const leases = new ScriptedLeases();
    const { granted, lease } = kept(leases);
    await lease.hold();
    leases.take('webhook:');
    expect([lease.isHeld, await lease.hold()]).toEqual([false, false]);
    leases.giveBack('webhook:');
    await expect.poll(() => granted).toEqual(['granted']);
    expect(lease.isHeld).toBe(true);
  });
});

interface Scene {
  readonly service: Service;
  readonly tenant: Tenant;
  readonly leases: ScriptedLeases;
}

async function scene(options: Parameters<typeof startService>[0] = {}): Promise<Scene> {
  const leases = new ScriptedLeases();
  const service = await startService({ ...options, overrides: { ...options.overrides, leases } });
  return { service, tenant: await createTenant(service), leases };
}

const send = ({ service, tenant }: Scene) =>
  service.call(tenant.admin, api.send, {
    from_mailbox: 'helper',
    to: 'ann@example.org',
    subject: 'Hello',
    body: 'Hello.',
  });

describe('a daemon', () => {
  it("doesn't start under the name of one that runs, and touches nothing", async () => {
    const leases = new ScriptedLeases();
    leases.take('worker:');
    await expect(startService({ overrides: { leases } })).rejects.toThrow('under the name of this one');
    expect(leases.refused).toEqual([expect.stringMatching(/^worker:./)]);
  });

  it('releases everything when it stops', async () => {
    const { service, leases } = await scene();
    expect([...leases.granted]).toEqual([expect.stringMatching(/^worker:./)]);
    await service.stop();
    expect([...leases.granted]).toEqual([]);
  });
});

describe('what another worker has', () => {
  it('of received mail is not read before it is given back', async () => {
    const { service, tenant, leases } = await scene();
    const { intake, store } = service.daemon.context;
    leases.take('worker:');
    await service.deliver({ from: 'tom@example.org', to: tenant.mailbox.address, text: 'Hi.' });
    const states = async () =>
      (await store.read.selectFrom('messages').select('state').execute()).map(({ state }) => state);
    await expect.poll(() => leases.refused).toEqual([expect.stringMatching(/^worker:./)]);
    expect([await states(), intake.depth]).toEqual([['received'], 1]);
    leases.giveBack('worker:');
    await service.drain();
    expect(await states()).toEqual(['available']);
  });

  it('of previews is not extracted before it is given back', async () => {
    const { service, tenant, leases } = await scene();
    const { previews, store } = service.daemon.context;
    const file = { filename: 'notes.txt', content: 'Bread and milk.' };
    await service.deliver({ from: 'tom@example.org', to: tenant.mailbox.address, attachments: [file] });
    await service.drain();
    const { message_id: id } = await store.read
      .selectFrom('attachments')
      .select('message_id')
      .executeTakeFirstOrThrow();
    await store.write({ account: tenant.accountId }, async ({ db, worker }) => {
      await db.deleteFrom('attachment_previews').execute();
      await db.updateTable('attachments').set({ preview_status: 'pending', worker }).execute();
    });
    const status = async () =>
      (await store.read.selectFrom('attachments').select('preview_status').executeTakeFirst())
        ?.preview_status;
    leases.take('worker:');
    previews.add(id);
    await previews.idle();
    expect([leases.refused, await status()]).toEqual([[expect.stringMatching(/^worker:./)], 'pending']);
    leases.giveBack('worker:');
    await expect.poll(status).toBe('ready');
  });

  it('of messages to send is not handed over before it is given back', async () => {
    const relay = await scriptedMailServer((peer) => takeEverything(peer));
    const parts = await scene({ config: relayConfig(relay.port) });
    const { service, leases } = parts;
    leases.take('worker:');
    expect(await send(parts)).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    const { read } = service.daemon.context.store;
    const states = async () =>
      (await read.selectFrom('messages').select('state').execute()).map(({ state }) => state);
    expect(await states()).toEqual(['scanning']);
    leases.giveBack('worker:');
    await service.daemon.context.ownRows.hold();
    service.clock.moveTo(service.clock.now() + 60_000);
    await expect.poll(states).toEqual(['delivered']);
  });

  it('of webhooks is not delivered before it is given back', async () => {
    const authority = await testAuthority();
    const receiver = await HttpsReceiver.start();
    onTestFinished(() => receiver.stop());
    const parts = await scene({
      config: { allowPrivateWebhooks: true },
      overrides: { extraAuthorities: [authority.certificate] },
    });
    const { service, tenant, leases } = parts;
    await service.must(tenant.admin, api.createWebhook, {
      url: receiver.url(),
      enabled_events: ['message.delivered'],
    });
    leases.take('webhook:');
    await send(parts);
    await send(parts);
    await service.drain();
    // One claim waits, however often the webhook is signalled.
    expect([receiver.requests.length, leases.refused.length]).toEqual([0, 1]);
    leases.giveBack('webhook:');
    await receiver.received(2);
    await service.drain();
    await expect.poll(() => [...leases.granted]).toEqual([expect.stringMatching(/^worker:./)]);
  });
});
