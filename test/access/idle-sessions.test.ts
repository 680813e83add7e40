import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../shared/contract/limits.ts';
import * as api from '../support/api.ts';
import { EventSource } from '../support/event-source.ts';
import { openPage, openSession, type Person } from '../support/people.ts';
import { reviewScenes, type Scene } from '../support/review-scene.ts';
import { codeOf, type Reply, sharedService } from '../support/service.ts';

/** A session that was idle for too long ends what it has open: nothing more reaches the browser. */

const IDLE = LIMITS.sessionIdleSeconds * 1000;

describe('a session that becomes idle', () => {
  const service = sharedService();
  const newScene = reviewScenes(service);

  it.each(['/v1/events', '/v1/webhooks/deliveries/stream'])('ends its stream of %s', async (path) => {
    const { accountId, hold } = await newScene();
    const { headers } = await openPage(service, accountId);
    const stream = await EventSource.open(service, null, {}, headers, path);
    service.clock.moveTo(service.clock.now() + IDLE);
    await hold('Late');
    await stream.ended;
    expect([stream.events, stream.comments]).toEqual([[], [': connected']]);
  });

  it('keeps its stream until then', async () => {
    const { accountId, hold } = await newScene();
    const { headers } = await openPage(service, accountId);
    const stream = await EventSource.open(service, null, {}, headers);
    service.clock.moveTo(service.clock.now() + IDLE - 60_000);
    const id = await hold('Somebody may be there');
    await stream.until(() => stream.events.some(({ envelope }) => envelope.data.message_id === id));
    stream.close();
  });

  /** A wait of a person, and what ends it. */
  const waits: readonly [string, (scene: Scene, person: Person) => Promise<() => Promise<Reply<object>>>][] =
    [
      [
        'a message',
        async ({ mailbox }, person) => {
          const answer = person.call(api.waitForMessage, { id: mailbox.id, timeout: 30 });
          return async () => {
            await service.deliver({
              from: 'ann@example.org',
              to: mailbox.address,
              subject: 'Late',
              text: 'Hello.',
            });
            return answer;
          };
        },
      ],
      [
        'a code',
        async ({ mailbox }, person) => {
          const answer = person.call(api.waitForCode, { id: mailbox.id, timeout: 30 });
          return async () => {
            await service.deliver({
              from: 'shop@example.org',
              to: mailbox.address,
              subject: 'Your code',
              text: 'Your verification code is 482913.',
            });
            return answer;
          };
        },
      ],
      [
        'a decision',
        async ({ admin, hold }, person) => {
          const id = await hold('Undecided');
          const answer = person.call(api.waitForDecision, { id, timeout: 30 });
          return async () => {
            await service.must(admin, api.denyMessage, { id });
            return answer;
          };
        },
      ],
    ];

  it.each(waits)('gets nothing from its wait for %s', async (_name, begin) => {
    const scene = await newScene();
    const person = await openSession(service, scene.accountId);
    const { signals, store } = service.daemon.context;
    const end = await begin(scene, person);
    await expect.poll(() => signals.watching('mailbox')).toBeGreaterThan(0);
    // A wait is shorter than the time until a session is idle, and counts as its use.
    await store.write('none', ({ db, now }) =>
      db
        .updateTable('sessions')
        .set({ last_seen_at: now - IDLE })
        .where('account_id', '=', scene.accountId)
        .execute(),
    );
    expect(codeOf(await end())).toEqual([401, 'UNAUTHORIZED']);
  });
});
