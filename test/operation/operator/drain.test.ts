import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { drain } from '../../../daemon/operation/operator/work.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { RETRY_AFTER } from '../../../daemon/platform/system/schedule-retry.ts';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { needsSqlite } from '../../support/needs.ts';
import { createTenant, launch, startService, temporaryHome } from '../../support/service.ts';

test('a drain ends when the daemon stops, though work is left, and keeps no timer from ringing', async () => {
  const service = await startService();
  const owner = await createTenant(service);
  const mail = {
    from: 'ann@example.org',
    to: owner.mailbox.address,
    text: 'Long mail takes its time. '.repeat(12_000),
  };
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => service.deliver({ ...mail, subject: `${index}` })),
  );
  const { context, runtime } = service.daemon;
  const draining = drain(context, runtime.jobs, new AbortController().signal);
  const stopping = service.stop();
  expect(await draining).toBe(false);
  await setImmediate();
  await stopping;
  expect(context.intake.depth).toBeGreaterThan(0);
});

test('a drained daemon accepts nothing, says so, and continues what is left after a restart', async () => {
  const home = temporaryHome();
  const service = await launch({ home });
  onTestFinished(() => service.stop());
  const { admin, mailbox } = await createTenant(service);
  const send = { from_mailbox: 'helper', to: 'ann@example.org', subject: 'Hello', body: 'Hello.' };
  expect((await service.call(admin, api.send, send)).status).toBe(200);
  const mail = { from: 'ann@example.org', to: mailbox.address, text: 'Long mail. '.repeat(12_000) };
  await Promise.all(Array.from({ length: 6 }, () => service.deliver(mail)));

  const ran = await agentmail(['drain'], { home, terminal: 80, env: { NO_COLOR: '1' } });
  expect([ran.exit, ran.stdout]).toEqual([0, expect.stringContaining('Drained.')]);
  expect((await service.call(null, api.getReadiness)).status).toBe(503);
  expect((await service.call(null, api.getHealth)).status).toBe(200);
  const refused = await service.call(admin, api.send, send);
  expect([refused.status, refused.body]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }]);
  expect((await service.call(null, api.login, { email: 'x@example.com', password: 'wrong' })).status).toBe(
    503,
  );
  await expect(service.deliver(mail)).rejects.toThrow('ECONNREFUSED');
  const shown = await agentmail(['status'], { home, terminal: 80, env: { NO_COLOR: '1' } });
  expect([shown.exit, shown.stdout]).toEqual([0, expect.stringMatching(/^state +draining/m)]);
  // It's the end of the work, so waiting for it ends too.
  expect((await service.operator(api.drain, {})).status).toBe(200);

  await service.stop();
  const again = await startService({ home });
  await again.drain();
  const { messages } = await again.must(admin, api.listMessages, { id: mailbox.id });
  expect(messages.map(({ state }) => state).sort()).toEqual(
    [...Array(6).fill('available'), 'delivered'].sort(),
  );
});

test('a clock that was moved goes on from there after a restart', async () => {
  const home = temporaryHome();
  const first = await launch({ home });
  await first.operator(api.advanceClock, { seconds: 3600 });
  const later = first.clock.now();
  await first.stop();
  const second = await startService({ home });
  expect(second.clock.now()).toBeGreaterThanOrEqual(later);
  expect(second.clock.now() - later).toBeLessThan(1_800_000);
});

/** A real clock whose retries come when the test says so. */
class RetryClock extends SystemClock {
  readonly retries: (() => void)[] = [];

  override callAfter(milliseconds: number, callback: () => void): () => void {
    if (milliseconds !== RETRY_AFTER) return super.callAfter(milliseconds, callback);
    this.retries.push(callback);
    return () => void this.retries.splice(this.retries.indexOf(callback) >>> 0, 1);
  }

  retry(): void {
    for (const callback of this.retries.splice(0)) callback();
  }
}

test('a drain waits for work that failed and is tried again', needsSqlite, async () => {
  const clock = new RetryClock();
  const service = await startService({ clock, config: { testClock: false } });
  const { admin, mailbox } = await createTenant(service);
  const { store } = service.daemon.context;
  const breakRows = (table: string, change: string) =>
    store.write('none', ({ db }) =>
      sql`create trigger broken before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, 'the disk does not answer'); end`.execute(db),
    );
  const mend = () => store.write('none', ({ db }) => sql`drop trigger broken`.execute(db));
  const drained = (seconds?: number) =>
    service.operator(api.drain, seconds === undefined ? {} : { timeout_seconds: seconds });

  await breakRows('messages', 'update');
  await service.deliver({ from: 'ann@example.org', to: mailbox.address, text: 'Hello.' });
  expect((await drained(1)).status).toBe(503);
  await mend();
  clock.retry();
  expect((await drained()).status).toBe(200);
  const { messages } = await service.must(admin, api.listMessages, { id: mailbox.id });
  expect(messages.map(({ state }) => state)).toEqual(['available']);

  await breakRows('audit_log', 'insert');
  await service.must(admin, api.getMessage, { id: messages[0]?.id ?? '' });
  expect((await drained(1)).status).toBe(503);
  await mend();
  clock.retry();
  expect((await drained()).status).toBe(200);
});
