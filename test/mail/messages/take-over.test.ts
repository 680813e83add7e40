import { describe, expect, it } from 'vitest';
import { transition } from '../../../daemon/mail/messages/transitions/transition.ts';
import { resume, takeOver } from '../../../daemon/operation/cluster/take-over.ts';
import { SOLE_WORKER } from '../../../daemon/platform/store/worker.ts';
import * as api from '../../support/api.ts';
import { type Service, startService, type Tenant } from '../../support/service.ts';
import { allowFiles, stage } from '../../support/uploads.ts';
import { receive, tenantWith } from '../attachments/support.ts';

/** Rows in progress name a worker, and only that one or its successor touches them. */

interface Scene {
  readonly service: Service;
  readonly tenant: Tenant;
  /** Ids of rows that a worker has in progress. */
  readonly received: string;
  readonly scanning: string;
  readonly dispatching: string;
  readonly preview: string;
  readonly upload: string;
}

const OTHER = 'another';

/** A daemon with rows of each kind that `worker` left in progress. */
async function leftBy(worker: string): Promise<Scene> {
  const service = await startService();
  const tenant = await tenantWith(service, 'derived_content');
  await allowFiles(service, tenant);
  const send = async (subject: string) =>
    (
      await service.must(tenant.admin, api.send, {
        from_mailbox: 'helper',
        to: 'ann@example.org',
        subject,
        body: 'Hello.',
      })
    ).message_id;
  const scene = {
    service,
    tenant,
    received: (await receive(service, tenant, { filename: 'a.bin', content: 'nothing to read' })).id,
    preview: (await receive(service, tenant, { filename: 'notes.txt', content: 'Bread and milk.' })).id,
    scanning: await send('To be scanned'),
    dispatching: await send('On its way'),
    upload: (await stage(service, tenant.admin, tenant)).body.id,
  };
  await service.drain();
  await service.daemon.context.store.write({ account: tenant.accountId }, async ({ db }) => {
    for (const [id, state] of [
      [scene.received, 'received'],
      [scene.scanning, 'scanning'],
      [scene.dispatching, 'dispatching'],
    ] as const) {
      await db.updateTable('messages').set({ state, worker }).where('id', '=', id).execute();
    }
    await db.deleteFrom('message_bodies').where('message_id', '=', scene.received).execute();
    await db.deleteFrom('attachments').where('message_id', '=', scene.received).execute();
    await db.deleteFrom('attachment_previews').where('message_id', '=', scene.preview).execute();
    await db
      .updateTable('attachments')
      .set({ preview_status: 'pending', worker })
      .where('message_id', '=', scene.preview)
      .execute();
    await db
      .updateTable('staged_attachments')
      .set({ content_scan_status: 'pending', scan: null, worker })
      .where('id', '=', scene.upload)
      .execute();
  });
  return scene;
}

/** The rows in progress, each with its worker. */
async function rowsOf({ received, scanning, dispatching, preview, upload }: Scene, service: Service) {
  const db = service.daemon.context.store.read;
  const states = await db
    .selectFrom('messages')
    .select(['id', 'state', 'worker'])
    .where('id', 'in', [received, scanning, dispatching])
    .execute();
  const of = (id: string) => {
    const row = states.find((each) => each.id === id);
    return [row?.state, row?.worker];
  };
  const attachment = await db
    .selectFrom('attachments')
    .select(['preview_status', 'worker'])
    .where('message_id', '=', preview)
    .executeTakeFirstOrThrow();
  const file = await db
    .selectFrom('staged_attachments')
    .select(['content_scan_status', 'worker'])
    .where('id', '=', upload)
    .executeTakeFirstOrThrow();
  return {
    received: of(received),
    scanning: of(scanning),
    dispatching: of(dispatching),
    preview: Object.values(attachment),
    upload: Object.values(file),
  };
}

const FINISHED = {
  received: ['available', null],
  scanning: ['delivered', null],
  dispatching: ['available', null],
  preview: ['ready', null],
  upload: ['clean', null],
};

async function restarted(scene: Scene): Promise<Service> {
  await scene.service.stop();
  const again = await startService({ home: scene.service.home });
  await again.drain();
  return again;
}

describe('rows in progress', () => {
  it('of an earlier run are finished at the start, and what was on its way is ambiguous', async () => {
    const scene = await leftBy(SOLE_WORKER);
    const again = await restarted(scene);
    expect(await rowsOf(scene, again)).toEqual(FINISHED);
    const kinds = again.daemon.context.store.read.selectFrom('audit_log').select('kind');
    const audited = await kinds.where('target', '=', scene.dispatching).execute();
    expect(audited.map(({ kind }) => kind)).toContain('message.dispatch.left_open');
  });

  it('of a worker that no daemon is any more are finished at the start', async () => {
    const scene = await leftBy(OTHER);
    const again = await restarted(scene);
    expect(await rowsOf(scene, again)).toEqual(FINISHED);
  });

  it('of another worker are finished by a running daemon that takes them over', async () => {
    const scene = await leftBy(OTHER);
    const { service, tenant } = scene;
    const { context } = service.daemon;
    const { id: own } = await receive(service, tenant, { filename: 'b.bin', content: 'its own' });
    await context.store.write('none', ({ db, worker }) =>
      db.updateTable('messages').set({ state: 'dispatching', worker }).where('id', '=', own).execute(),
    );
    resume(context, await takeOver(context, OTHER));
    await service.drain();
    expect(await rowsOf(scene, service)).toEqual(FINISHED);
    expect((await service.must(tenant.admin, api.getMessage, { id: own })).state).toBe('dispatching');
  });

  it('of another worker are changed by no transition of this one', async () => {
    const { service, received } = await leftBy(OTHER);
    const { store } = service.daemon.context;
    const row = await store.read
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', received)
      .executeTakeFirstOrThrow();
    const moved = await store.write({ account: row.account_id }, (transaction) =>
      transition(transaction, row, { to: 'firewall_blocked', cause: 'refused_sender', block: {} as never }),
    );
    expect(moved).toBe(false);
    const after = store.read.selectFrom('messages').select(['state', 'worker']).where('id', '=', received);
    expect(await after.executeTakeFirst()).toEqual({ state: 'received', worker: OTHER });
  });
});
