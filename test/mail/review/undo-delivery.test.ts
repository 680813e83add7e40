import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { killDaemon, startDaemon } from '../../support/crashing-daemon.ts';
import { needsSqlite } from '../../support/needs.ts';
import { scriptedMailServer, takeEverything } from '../../support/scripted-mail-server.ts';
import { startService } from '../../support/service.ts';
import { decisionStates, openSupervisedDesk } from './support.ts';

/** Decisions whose time to be taken back is over, through a relay and over a kill of the daemon. */

/** A desk whose mail for others goes to a relay. */
async function relaying(script: Parameters<typeof scriptedMailServer>[0]) {
  const relay = await scriptedMailServer(script);
  const own = await startService({
    config: {
      deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
      mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${relay.port}` } },
    },
  });
  return { relay, service: own, desk: await openSupervisedDesk(own, 'relayed@example.com') };
}

describe('through a relay', () => {
  it('that is busy when the decision is due: it is reported as failed, and the message stays held', async () => {
    const { desk, service } = await relaying(async (peer) => {
      await peer.until('RCPT');
      peer.say('451 4.7.1 later');
    });
    const id = await desk.pending();
    expect((await desk.decide(desk.tenant.admin, 'approve', id, { undo: true })).status).toBe(202);
    await service.operator(api.advanceClock, { seconds: 11 });
    expect(await desk.state(id)).toBe('pending_review');
    expect(await decisionStates(desk)).toEqual(['scheduled', 'failed DISPATCH_DEFERRED']);
    const { body } = await service.call(desk.tenant.admin, api.getMessage, { id });
    expect(body).not.toHaveProperty('decision_pending');
  });

  it('that falls silent: nobody knows, and that is reported', async () => {
    const { desk, service } = await relaying(async (peer) => {
      await peer.until('BODY');
      await peer.message();
      peer.socket.destroy();
    });
    const id = await desk.pending();
    await desk.decide(desk.tenant.admin, 'approve', id, { undo: true });
    await service.operator(api.advanceClock, { seconds: 11 });
    expect(await desk.state(id)).toBe('available');
    expect(await decisionStates(desk)).toEqual(['scheduled', 'failed DISPATCH_INDETERMINATE']);
  });

  it('a retry waits while a person blocks the message', async () => {
    let busy = true;
    const { desk, relay, service } = await relaying(async (peer) => {
      if (!busy) return takeEverything(peer);
      await peer.until('RCPT');
      peer.say('451 4.7.1 later');
    });
    await desk.update({ hitl_mode: 'disabled' });
    const answer = await service.call(desk.agent, api.send, {
      from_mailbox: desk.tenant.mailbox.id,
      to: 'bob@there.example',
      subject: 'Report',
      body: 'It is ready.',
    });
    const id = answer.body.message_id;
    expect(await desk.state(id)).toBe('quarantined');
    busy = false;
    const [job] = await service.daemon.context.store.read
      .selectFrom('jobs')
      .select('due_at')
      .where('kind', '=', 'dispatch.retry')
      .execute();
    const sessions = relay.peers.length;
    await service.operator(api.advanceClock, {
      seconds: Math.floor(((job?.due_at ?? 0) - service.clock.now()) / 1000) - 2,
    });
    expect((await desk.decide(desk.tenant.admin, 'block', id, { undo: true })).status).toBe(202);
    await service.operator(api.advanceClock, { seconds: 6 });
    expect([await desk.state(id), relay.peers.length]).toEqual(['quarantined', sessions]);
    expect((await service.call(desk.tenant.admin, api.undoDecision, { id })).status).toBe(200);
    await service.operator(api.advanceClock, { seconds: 120 });
    expect(await desk.state(id)).toBe('delivered');
  });
});

describe('a restart', () => {
  it(
    'after a kill loses no decision: one is carried out, one can still be taken back',
    needsSqlite,
    async () => {
      const daemon = await startDaemon();
      const { admin: key, mailbox } = daemon;
      await daemon.must(daemon.operatorToken, api.updateSettings, { 'review.undo_seconds': 60 });
      await daemon.must(key, api.updateMailbox, { id: mailbox, hitl_mode: 'all_outbound' });
      const { api_key: agent } = await daemon.must(key, api.createApiKey, {
        role: 'agent',
        mailbox_ids: [mailbox],
      });
      const held = async (name: string) =>
        (await daemon.send(agent, name, 'bob@there.example'))?.body.message_id ?? '';
      const [sent, kept] = [await held('one'), await held('two')];
      for (const id of [sent, kept])
        expect((await daemon.call(key, api.approveMessage, { id, undo: true })).status).toBe(202);
      await killDaemon(daemon);

      const again = await startService({ home: daemon.home });
      expect((await again.call(key, api.undoDecision, { id: kept })).status).toBe(200);
      await again.operator(api.advanceClock, { seconds: 61 });
      const states = await Promise.all(
        [sent, kept].map(async (id) => (await again.call(key, api.getMessage, { id })).body.state),
      );
      expect(states).toEqual(['delivered', 'pending_review']);
      const rows = await again.daemon.context.store.read.selectFrom('outbox').select('message_id').execute();
      expect(rows).toEqual([{ message_id: sent }]);
    },
  );
});
