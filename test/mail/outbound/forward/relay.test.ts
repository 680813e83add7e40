import { describe, expect, it } from 'vitest';
import * as api from '../../../support/api.ts';
import { arrived } from '../../../support/forwarding.ts';
import { relayConfig, relaying } from '../../../support/relaying.ts';
import { takeEverything } from '../../../support/scripted-mail-server.ts';
import { createAgent, setMailbox, startService, temporaryHome } from '../../../support/service.ts';
import { allowFiles } from '../../../support/uploads.ts';

const BOB = 'bob@there.example';

describe('a forward through a relay', () => {
  it('is stored, held, approved, and leaves with its files', async () => {
    const { relay, service, tenant } = await relaying((peer) => takeEverything(peer));
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    await allowFiles(service, tenant);
    const id = await arrived(
      { service, tenant, agent },
      { attachments: [{ filename: 'plan.txt', content: 'The plan of the week.\n' }] },
    );
    const held = await service.call(agent, api.forward, { id, to: BOB, body: 'For you.' });
    expect(held.body).toMatchObject({ status: 'pending_review', forwards: id });
    expect(relay.peers).toEqual([]);
    await service.must(tenant.admin, api.approveMessage, { id: held.body.message_id });
    const heard = relay.peers[0]?.heard ?? '';
    expect(heard).toContain('---------- Forwarded message ---------');
    expect(heard).toContain('filename=plan.txt');
  });

  it('that a crash left unscanned is held for the same reason at the next start', async () => {
    const home = temporaryHome();
    const first = await relaying((peer) => takeEverything(peer), { home });
    const agent = await createAgent(first.service, first.tenant.admin, first.tenant.mailbox.id);
    const id = await arrived({ ...first, agent });
    const held = await first.service.call(agent, api.forward, { id, to: BOB });
    // As the row is while it's scanned.
    await first.service.daemon.context.store.write('none', ({ db, worker }) =>
      db
        .updateTable('messages')
        .set({ state: 'scanning', hold_context: null, scan: null, worker })
        .where('id', '=', held.body.message_id)
        .execute(),
    );
    await setMailbox(first.service, first.tenant, { hitl_mode: 'disabled' });
    await first.service.stop();
    const second = await startService({ home, config: relayConfig(first.relay.port) });
    await second.drain();
    const message = await second.call(first.tenant.admin, api.getMessage, { id: held.body.message_id });
    expect(message.body).toMatchObject({
      state: 'pending_review',
      forwards: id,
      hold_context: { summary_reasons: ['forward'] },
    });
    expect(first.relay.peers).toEqual([]);
  });
});
