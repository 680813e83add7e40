import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../daemon/platform/system/clock.ts';
import * as api from '../../support/api.ts';
import { type Reply, sharedService, unchecked } from '../../support/service.ts';
import { type Desk, openSupervisedDesk } from './support.ts';

/** Who is faster decides: every pair of decisions at the same moment ends as if one had come first. */

const service = sharedService();
let desk: Desk;

beforeAll(async () => {
  desk = await openSupervisedDesk(service, 'races@example.com');
  await desk.update({ approval_expiry: '24h' });
});

const ROUNDS = 8;
const outcome = ({ status, body }: Reply) => `${status} ${body.status ?? body.code}`;

/** Runs calls at once and answers with their outcomes, the winner first. */
async function together(...calls: Promise<Reply>[]): Promise<string[]> {
  return (await Promise.all(calls)).map(outcome).sort();
}

const approve = (id: string) => desk.decide(desk.tenant.admin, 'approve', id);
const deny = (id: string) => desk.decide(desk.tenant.admin, 'deny', id);
const release = (id: string) => desk.decide(desk.tenant.admin, 'release', id);
const block = (id: string) => desk.decide(desk.tenant.admin, 'block', id);
const remove = (id: string) => desk.remove(desk.tenant.admin, id);

async function resolutions(id: string): Promise<unknown[]> {
  const events = await desk.events('message.review_resolved');
  return events.filter(({ message_id }) => message_id === id);
}

describe('two decisions at once', { tags: 'race' }, () => {
  it('approve twice: one dispatch, one record', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await desk.pending();
      expect(await together(approve(id), approve(id), approve(id))).toEqual([
        '200 sent',
        '409 CONFLICT',
        '409 CONFLICT',
      ]);
      expect(await desk.sent(id)).toBe(1);
      expect(await desk.audit(id)).toHaveLength(1);
      expect(await resolutions(id)).toHaveLength(1);
    }
  });

  it('tells the loser the state that the winner made', async () => {
    const id = await desk.pending();
    const answers = await Promise.all([approve(id), approve(id)]);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.body.details).toEqual({ state: 'delivered' });
  });

  it('approve against deny: sent and charged, or blocked and refunded', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const before = await desk.charged();
      const id = await desk.pending();
      const calls = round % 2 === 0 ? [approve(id), deny(id)] : [deny(id), approve(id)];
      const [won, lost] = await together(...calls);
      expect(lost).toBe('409 CONFLICT');
      const sent = won === '200 sent';
      expect([await desk.state(id), await desk.sent(id), await desk.charged()]).toEqual(
        sent ? ['delivered', 1, before + 1] : ['blocked', 0, before],
      );
      expect(await resolutions(id)).toHaveLength(1);
    }
  });

  it('approve against delete: what was sent stays charged, what was not is refunded', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const before = await desk.charged();
      const id = await desk.pending();
      const calls = round % 2 === 0 ? [approve(id), remove(id)] : [remove(id), approve(id)];
      const outcomes = await together(...calls);
      const sent = await desk.sent(id);
      // Deleting wins as long as nothing went out; afterwards it deletes what was sent.
      expect(outcomes).toEqual(['200 deleted', sent === 1 ? '200 sent' : '404 NOT_FOUND']);
      expect([await desk.state(id), await desk.charged()]).toEqual(['deleted', before + sent]);
    }
  });

  it('release against block, in both directions', async () => {
    for (let round = 0; round < ROUNDS / 2; round++) {
      for (const id of [await desk.quarantined(), await desk.arrived()]) {
        const calls = round % 2 === 0 ? [release(id), block(id)] : [block(id), release(id)];
        const outcomes = await together(...calls);
        expect(outcomes[1]).toBe('409 CONFLICT');
        expect(await desk.audit(id)).toHaveLength(1);
        const blocked = outcomes[0] === '200 blocked';
        expect((await desk.state(id)) === 'blocked').toBe(blocked);
      }
    }
  });

  it('release against delete and report: one of each, and the last word is deleted', async () => {
    const id = await desk.arrived();
    const report = service.call(desk.tenant.admin, api.reportMessage, { id });
    await Promise.all([release(id), report, remove(id)]);
    await remove(id);
    expect(await desk.state(id)).toBe('deleted');
  });

  it('approve against the end of its time: sent, or blocked and refunded', async () => {
    for (let round = 0; round < ROUNDS / 2; round++) {
      const id = await desk.pending();
      const time = service.operator(api.advanceClock, { seconds: DAY / 1000 });
      if (round % 2 === 1) await time;
      const answer = await approve(id);
      await time;
      const events = await resolutions(id);
      expect(events).toHaveLength(1);
      const sent = await desk.sent(id);
      expect(events[0]).toMatchObject(
        sent === 1
          ? { resolution: 'approved', status: 'sent' }
          : { resolution: 'expired', status: 'blocked' },
      );
      expect(answer.status).toBe(sent === 1 ? 200 : 409);
      expect(await desk.state(id)).toBe(sent === 1 ? 'delivered' : 'blocked');
    }
  });
});

describe('an enforced warm-up', { tags: 'race' }, () => {
  it('lets no more approvals through at once than the hour takes', async () => {
    const young = await openSupervisedDesk(service, 'young@example.com');
    const ids = [];
    for (let index = 0; index < 6; index++) ids.push(await young.pending());
    const warmup = {
      until: new Date(service.clock.now() + DAY).toISOString(),
      shared_domain_daily_limit: 8,
      velocity_gate_mode: 'enforced',
      reason: 'new',
    };
    await service.operator(api.operatorUpdateAccount, unchecked({ id: young.tenant.accountId, warmup }));
    const answers = await together(...ids.map((id) => young.decide(young.tenant.admin, 'approve', id)));
    expect(answers).toEqual(['200 sent', '200 sent', ...Array(4).fill('429 RATE_LIMITED')]);
  });
});
