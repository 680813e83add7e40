import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { type Peer, scriptedMailServer } from '../../support/scripted-mail-server.ts';
import { createAgent, createTenant, sentToday, startService } from '../../support/service.ts';

/** Drafts whose mail leaves through a relay that does not take it at once. */

const REJECTION = '554 5.7.1 not wanted';
const DEFERRAL = '451 4.7.1 later';

/** A mailbox behind a relay that answers recipients as `answer` says. */
async function relaying(answer: () => string) {
  const relay = await scriptedMailServer(async (peer: Peer) => {
    peer.say('220 mx.example ESMTP');
    for (;;) {
      const verb = (await peer.line()).slice(0, 4).toUpperCase();
      if (verb === 'RCPT') peer.say(answer());
      else if (verb === 'DATA') {
        peer.say('354 go ahead');
        await peer.message();
        peer.say('250 taken');
      } else peer.say('250 ok');
    }
  });
  const service = await startService({
    config: {
      deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
      mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${relay.port}` } },
    },
  });
  // Charges belong to a day, which must not end meanwhile.
  service.clock.moveTo(new Date(service.clock.now()).setUTCHours(36, 0, 0, 0));
  const tenant = await createTenant(service);
  const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  const create = async (more: object = {}) => {
    const letter = {
      mailbox_id: tenant.mailbox.id,
      to: 'bob@there.example',
      subject: 'Hello',
      body: 'A line.',
    };
    return (await service.call(agent, api.createDraft, { ...letter, ...more })).body.id;
  };
  return {
    create,
    send: (id: string, headers: Record<string, string> = {}) =>
      service.call({ key: agent, headers }, api.sendDraft, { id }),
    draft: async (id: string) => (await service.call(agent, api.getDraft, { id })).body,
    advance: (seconds: number) => service.operator(api.advanceClock, { seconds }),
    drain: () => service.drain(),
    inSeconds: (seconds: number) => new Date(service.clock.now() + seconds * 1000).toISOString(),
    charged: () => sentToday(service, agent),
    events: async () => {
      const rows = await service.daemon.context.store.read
        .selectFrom('events')
        .select(['type', 'data'])
        .where('type', 'like', 'message.d%')
        .orderBy('seq')
        .execute();
      return rows.map(({ type, data }) => ({ type, ...data }));
    },
  };
}

type Desk = Awaited<ReturnType<typeof relaying>>;

/** Ways in which a draft is sent while nobody waits for its outcome. */
const UNATTENDED: readonly (readonly ['async' | 'schedule', (desk: Desk) => Promise<string>])[] = [
  [
    'async',
    async (desk) => {
      const id = await desk.create();
      const accepted = await desk.send(id, { prefer: 'respond-async' });
      expect(accepted.status).toBe(202);
      await desk.drain();
      return id;
    },
  ],
  [
    'schedule',
    async (desk) => {
      const id = await desk.create({ send_at: desk.inSeconds(3600) });
      await desk.advance(3600);
      return id;
    },
  ],
];

describe('a draft that the relay refuses', () => {
  it.each(UNATTENDED)('is blocked and refunded, and told by an event (%s)', async (trigger, depart) => {
    const desk = await relaying(() => REJECTION);
    const id = await depart(desk);
    expect(await desk.draft(id)).toMatchObject({ state: 'blocked' });
    expect(await desk.charged()).toBe(0);
    expect(await desk.events()).toMatchObject([
      {
        type: 'message.dispatch_failed',
        message_id: id,
        draft_id: id,
        trigger,
        reason_code: 'provider_rejected',
      },
    ]);
    expect((await desk.send(id)).body.code).toBe('DRAFT_ALREADY_SENT');
  });

  it('is told to whoever waits, without an event', async () => {
    const desk = await relaying(() => REJECTION);
    const id = await desk.create();
    expect((await desk.send(id)).body).toMatchObject({ status: 'blocked', message_id: id });
    expect([await desk.charged(), await desk.events()]).toEqual([0, []]);
  });
});

describe('a draft that the relay defers', () => {
  it.each(UNATTENDED)('keeps its charge, is tried again and delivered once (%s)', async (_, depart) => {
    let answer = DEFERRAL;
    const desk = await relaying(() => answer);
    const id = await depart(desk);
    expect(await desk.draft(id)).toMatchObject({ state: 'quarantined' });
    expect([await desk.charged(), await desk.events()]).toEqual([1, []]);
    answer = '250 ok';
    await desk.advance(60);
    expect(await desk.draft(id)).toMatchObject({ state: 'delivered' });
    await desk.advance(3600);
    expect(await desk.events()).toMatchObject([{ type: 'message.delivered', message_id: id }]);
    expect(await desk.charged()).toBe(1);
  });

  it('is blocked when the tries are used up, and that is told by an event', async () => {
    const desk = await relaying(() => DEFERRAL);
    const id = await UNATTENDED[1]?.[1](desk);
    await desk.advance(2 * 24 * 3600);
    expect(await desk.draft(id ?? '')).toMatchObject({ state: 'blocked' });
    expect(await desk.events()).toMatchObject([
      { type: 'message.dispatch_failed', draft_id: id, trigger: 'retry', reason_code: 'attempts_exhausted' },
    ]);
  });
});
