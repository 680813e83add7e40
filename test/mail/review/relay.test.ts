import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import { DAY, HOUR } from '../../../daemon/platform/system/clock.ts';
import * as api from '../../support/api.ts';
import { killDaemon, startDaemon } from '../../support/crashing-daemon.ts';
import { needsSqlite } from '../../support/needs.ts';
import { type Peer, scriptedMailServer, takeEverything } from '../../support/scripted-mail-server.ts';
import { startService, unchecked } from '../../support/service.ts';
import { type Desk, openSupervisedDesk } from './support.ts';

/** Decisions whose mail leaves through a relay: between a decision and its outcome lies time. */

/** A desk whose mail for others goes to a relay that plays `script`. */
async function relaying(script: (peer: Peer) => Promise<void>) {
  const relay = await scriptedMailServer(script);
  const service = await startService({
    config: {
      deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
      mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${relay.port}` } },
    },
  });
  const desk = await openSupervisedDesk(service, 'desk@example.com');
  return { relay, service, desk };
}

async function refuse(peer: Peer, reply: string): Promise<void> {
  await peer.until('RCPT');
  peer.say(reply);
  for (;;) {
    const verb = (await peer.line()).slice(0, 4);
    peer.say(verb === 'RCPT' ? reply : '250 ok');
  }
}

async function fallSilent(peer: Peer): Promise<void> {
  await peer.until('BODY');
  await peer.message();
  peer.socket.destroy();
}

/** A relay that has the message and says so when it is told to. */
function slowRelay() {
  let arrived: () => void = () => undefined;
  let answer: (reply: string) => void = () => undefined;
  const atRelay = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const verdict = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const script = async (peer: Peer): Promise<void> => {
    await peer.until('BODY');
    await peer.message();
    arrived();
    peer.say(await verdict);
    for (;;) {
      await peer.line();
      peer.say('250 ok');
    }
  };
  return { script, atRelay, answer: (reply: string) => answer(reply) };
}

const approve = (desk: Desk, id: string) =>
  desk.decide(desk.tenant.admin, 'approve', id, { reason: 'looks fine' });
const holdOf = async (desk: Desk, id: string) =>
  (await desk.service.call(desk.tenant.admin, api.getMessage, { id })).body.hold_context;

describe('a decision about mail that leaves through a relay', () => {
  it('is recorded when the relay takes the message', async () => {
    const { desk, relay } = await relaying((peer) => takeEverything(peer));
    const id = await desk.pending();
    expect((await approve(desk, id)).body).toEqual({ status: 'sent', message_id: id });
    expect(relay.peers).toHaveLength(1);
    expect(await desk.audit(id)).toMatchObject([{ kind: 'message.review.approved', reason: 'looks fine' }]);
    expect(await desk.events('message.review_resolved')).toMatchObject([{ status: 'sent' }]);
  });

  it.each([
    ['approve', 'message.review.approved'],
    ['release', 'message.hold.released'],
  ] as const)('to %s blocks what the relay refuses, refunds it and tells of it', async (verb, kind) => {
    const { desk } = await relaying((peer) => refuse(peer, '550 5.7.1 not here'));
    const id = verb === 'approve' ? await desk.pending() : await desk.quarantined();
    const answer = await desk.decide(desk.tenant.admin, verb, id);
    expect([answer.status, answer.body]).toEqual([200, { status: 'blocked', message_id: id }]);
    expect([await desk.state(id), await desk.charged()]).toEqual(['blocked', 0]);
    expect(await desk.events('message.dispatch_failed')).toMatchObject([
      { message_id: id, trigger: verb, reason_code: 'provider_rejected', error_code: null },
    ]);
    expect(await desk.audit(id)).toMatchObject([{ kind, after: 'blocked' }]);
    const resolved = await desk.events('message.review_resolved');
    expect(resolved).toMatchObject(verb === 'approve' ? [{ resolution: 'approved', status: 'blocked' }] : []);
  });

  it.each([
    ['approve', 'pending_review'],
    ['release', 'quarantined'],
  ] as const)(
    'to %s is 503 when the relay is busy, and leaves the message as it was',
    async (verb, state) => {
      const { desk, service } = await relaying((peer) => refuse(peer, '451 4.7.1 later'));
      const id = verb === 'approve' ? await desk.pending() : await desk.quarantined();
      const hold = await holdOf(desk, id);
      expect(hold).toMatchObject({ trigger_source: expect.any(String) });
      const answer = await desk.decide(desk.tenant.admin, verb, id);
      expect([answer.status, answer.body.code]).toEqual([503, 'DISPATCH_DEFERRED']);
      expect([await desk.state(id), await desk.charged()]).toEqual([state, 1]);
      expect(await holdOf(desk, id)).toEqual(hold);
      expect(await desk.audit(id)).toEqual([]);
      // The daemon does not try by itself what a person decided about.
      await service.operator(api.advanceClock, { seconds: DAY / 1000 });
      expect([await desk.state(id), await desk.audit(id)]).toEqual([state, []]);
    },
  );

  it.each(['approve', 'release'] as const)('to %s is 502 when nobody knows the outcome', async (verb) => {
    const { desk } = await relaying(fallSilent);
    const id = verb === 'approve' ? await desk.pending() : await desk.quarantined();
    const answer = await desk.decide(desk.tenant.admin, verb, id);
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([
      502,
      'DISPATCH_INDETERMINATE',
      { message_id: id },
    ]);
    expect([await desk.state(id), await desk.charged()]).toEqual(['available', 1]);
    expect(await holdOf(desk, id)).toBeNull();
    expect(await desk.events('message.review_resolved')).toEqual([]);
    const kinds = (await desk.audit(id)).map(({ kind }) => kind);
    expect(kinds).toContain(verb === 'approve' ? 'message.review.approved' : 'message.hold.released');
    expect((await desk.decide(desk.tenant.admin, verb, id)).body.details).toEqual({ state: 'available' });
  });

  it('keeps every other decision out while it is under way', async () => {
    const slow = slowRelay();
    const { desk, relay, service } = await relaying(slow.script);
    const id = await desk.pending();
    const approving = approve(desk, id);
    await slow.atRelay;
    for (const verb of ['approve', 'deny', 'release', 'block'] as const) {
      const answer = await desk.decide(desk.tenant.admin, verb, id);
      expect([answer.status, answer.body.details]).toEqual([409, { state: 'dispatching' }]);
    }
    const removed = await desk.remove(desk.tenant.admin, id);
    expect([removed.status, removed.body.details]).toEqual([409, { state: 'dispatching' }]);
    const shown = await service.call(desk.tenant.admin, api.getMessage, { id });
    expect(shown.body).toMatchObject({
      state: 'dispatching',
      hold_context: null,
      email_effect: { effect_status: 'in_flight' },
    });
    slow.answer('250 taken');
    expect((await approving).body).toMatchObject({ status: 'sent' });
    expect(relay.peers).toHaveLength(1);
    expect((await desk.remove(desk.tenant.admin, id)).status).toBe(200);
  });

  it('counts for the hour of a warm-up while it is under way, however long ago the message was made', async () => {
    const slow = slowRelay();
    const { desk, service } = await relaying(slow.script);
    const [first = '', ...others] = [await desk.pending(), await desk.pending(), await desk.pending()];
    service.clock.moveTo(service.clock.now() + 2 * HOUR);
    const warmup = {
      until: new Date(service.clock.now() + DAY).toISOString(),
      shared_domain_daily_limit: 4,
      velocity_gate_mode: 'enforced',
      reason: 'new',
    };
    await service.operator(api.operatorUpdateAccount, unchecked({ id: desk.tenant.accountId, warmup }));
    const approving = approve(desk, first);
    await slow.atRelay;
    for (const id of others) expect((await approve(desk, id)).body.code).toBe('RATE_LIMITED');
    slow.answer('250 taken');
    expect((await approving).body).toMatchObject({ status: 'sent' });
  });

  it('whose time ends while it is under way expires when the relay sends it back', async () => {
    const slow = slowRelay();
    const { desk, service } = await relaying(slow.script);
    await desk.update({ approval_expiry: '24h' });
    const id = await desk.pending();
    const end = service.clock.now() + DAY;
    // The transport's own timeout is a minute.
    service.clock.moveTo(end - 20_000);
    const approving = approve(desk, id);
    await slow.atRelay;
    service.clock.moveTo(end + 1000);
    // The expiry ran, and found the message on its way.
    await service.daemon.runtime.jobs.idle();
    slow.answer('451 4.3.0 later');
    expect((await approving).body.code).toBe('DISPATCH_DEFERRED');
    await service.operator(api.advanceClock, { seconds: 120 });
    expect(await desk.state(id)).toBe('blocked');
    expect(await desk.events('message.review_resolved')).toMatchObject([{ resolution: 'expired' }]);
  });
});

// Processes begin slowly on a machine that has other things to do.
describe('a daemon that is killed while it sends what was approved', () => {
  it(
    'has handed it over once at most, says that nobody knows, and who approved it',
    needsSqlite,
    async () => {
      const slow = slowRelay();
      const relay = await scriptedMailServer(slow.script);
      const flags = ['--relay', `smtp://127.0.0.1:${relay.port}`];
      const first = await startDaemon();
      const settings = { 'deliverability.dns': 'off' };
      await first.call(first.operatorToken, api.updateSettings, unchecked(settings));
      await killDaemon(first);
      const daemon = await startDaemon({ home: first.home, flags });
      await daemon.call(daemon.admin, api.updateMailbox, { id: daemon.mailbox, hitl_mode: 'all_outbound' });
      const made = await daemon.call(daemon.admin, api.createApiKey, {
        role: 'agent',
        mailbox_ids: [daemon.mailbox],
      });
      const { api_key: agent } = made.body as unknown as { api_key: string };
      const held = await daemon.send(agent, 'one', 'bob@there.example');
      const id = held?.body.message_id ?? '';
      const approving = daemon
        .call(daemon.admin, api.approveMessage, { id, reason: 'fine' })
        .catch(() => null);
      await slow.atRelay;
      await killDaemon(daemon);
      expect(await approving).toBeNull();

      const later = await startService({ home: daemon.home });
      await later.drain();
      expect((await later.call(daemon.admin, api.getMessage, { id })).body).toMatchObject({
        state: 'available',
        hold_context: null,
        email_effect: { effect_status: 'indeterminate' },
      });
      const again = await later.call(daemon.admin, api.approveMessage, { id });
      expect([again.status, again.body.details]).toEqual([409, { state: 'available' }]);
      const probe = await later.call(
        {
          key: agent,
          headers: {
            'idempotency-key': 'one',
          },
        },
        api.probeIdempotency,
      );
      expect(probe.body.code).toBe('IDEMPOTENT_REQUEST_NOT_PROVEN_SENT');
      expect(relay.peers.map(({ heard }) => heard.includes('\r\n.\r\n'))).toEqual([true]);
      const decided = await later.daemon.context.store.read
        .selectFrom('audit_log')
        .select(['actor_type', 'reason', 'after'])
        .where('target', '=', id)
        .where('kind', '=', 'message.review.approved')
        .execute();
      expect(decided).toEqual([{ actor_type: 'admin', reason: 'fine', after: 'available' }]);
    },
  );
});
