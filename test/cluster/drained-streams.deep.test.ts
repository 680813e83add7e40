import { expect, it, onTestFinished } from 'vitest';
import * as api from '../support/api.ts';
import { startCluster, type TestNode } from '../support/cluster.ts';
import { EventSource } from '../support/event-source.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';
import { codeOf, createTenant } from '../support/service.ts';

it('a drained node ends its waits and streams, which go on at another node without a gap', {
  ...needsPrograms({ postgresql: hasPostgres() }),
}, async () => {
  const [one, two] = (await startCluster(2)).nodes as [TestNode, TestNode];
  const { admin, mailbox } = await createTenant(one);
  const receive = (node: TestNode, subject: string) =>
    node.deliver({ from: 'ann@example.org', to: mailbox.address, subject, text: 'Hello.' });
  const stream = async (node: TestNode, headers: Record<string, string> = {}) => {
    const source = await EventSource.open(node, admin, {}, headers);
    onTestFinished(() => source.close());
    return source;
  };
  const arrivals = (source: EventSource) =>
    source.events
      .filter(({ type }) => type === 'message.received')
      .map(({ envelope }) => envelope.data.subject);

  const before = await stream(two);
  await receive(one, 'Before');
  await before.until(() => arrivals(before).length === 1);
  const since = new Date(one.clock.now()).toISOString();
  const later = { id: 'helper', timeout: 30, since };
  const waiting = two.call(admin, api.waitForMessage, later);
  await expect.poll(() => two.daemon.context.signals.watching('mailbox')).toBe(1);

  expect((await two.operator(api.drain, { stop_accepting: true })).status).toBe(200);
  const answer = await waiting;
  expect(codeOf(answer)).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(answer.headers.get('retry-after')).toBe('1');
  await before.ended;
  await expect(stream(two)).rejects.toThrow('503');

  await receive(one, 'During');
  const { message } = await one.must(admin, api.waitForMessage, later);
  expect(message?.subject).toBe('During');
  const cursor = before.events.at(-1)?.cursor ?? '';
  const after = await stream(one, { 'last-event-id': cursor });
  await after.until(() => arrivals(after).length > 0);
  expect([...arrivals(before), ...arrivals(after)]).toEqual(['Before', 'During']);
});
