import { expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { EventSource } from '../support/event-source.ts';
import { recordEvents } from '../support/events.ts';
import { createTenant, startService } from '../support/service.ts';

const DAY = 24 * 3600 * 1000;

it('the event stream loses nothing when a month without events emptied the log, neither live nor on resume', async () => {
  const quiet = await startService();
  const tenant = await createTenant(quiet);
  const advanceDays = (days: number) => quiet.operator(api.advanceClock, { seconds: (days * DAY) / 1000 });
  const ids = ({ events }: EventSource) => events.map(({ envelope }) => envelope.data.message_id);
  const live = await EventSource.open(quiet, tenant.admin);
  await recordEvents(quiet, tenant, 3);
  await live.until(() => live.events.length === 3);
  await advanceDays(31);
  const late = await EventSource.open(quiet, tenant.admin);
  late.close();
  await advanceDays(3);
  const { read } = quiet.daemon.context.store;
  expect(await read.selectFrom('events').select('seq').execute()).toEqual([]);
  await recordEvents(quiet, tenant, 2);
  await live.until(() => live.events.length === 5);
  expect(ids(live).slice(3)).toEqual(['message-0', 'message-1']);
  live.close();
  const resumed = await EventSource.open(quiet, tenant.admin, { since: late.startCursor });
  await resumed.until(() => resumed.events.length === 2);
  expect(ids(resumed)).toEqual(['message-0', 'message-1']);
  resumed.close();
});

it('the event stream loses nothing over a restart of the daemon in the middle of 10,000 events', async () => {
  const first = await startService();
  const owner = await createTenant(first);
  const source = await EventSource.open(first, owner.admin);
  for (let batch = 0; batch < 10; batch += 1) await recordEvents(first, owner, 500);
  await source.until(() => source.events.length >= 1200);
  const seen = [...source.events];
  await first.stop();
  const next = await startService({ home: first.home });
  const cursor = seen.at(-1)?.cursor ?? '';
  const resumed = await EventSource.open(next, owner.admin, {}, { 'last-event-id': cursor });
  for (let batch = 0; batch < 10; batch += 1) await recordEvents(next, owner, 500);
  await resumed.until(() => seen.length + resumed.events.length >= 10_000);
  const ids = [...seen, ...resumed.events].map(({ envelope }) => envelope.id);
  const all = await next.daemon.context.store.read.selectFrom('events').select('id').orderBy('seq').execute();
  expect(ids).toEqual(all.map(({ id }) => id));
  expect(ids).toHaveLength(10_000);
  resumed.close();
});
