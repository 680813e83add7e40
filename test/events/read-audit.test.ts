import { rmSync } from 'node:fs';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { ReadAudit } from '../../daemon/events/read-audit.ts';
import { openStore } from '../../daemon/platform/store/engine.ts';
import { SystemClock } from '../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../daemon/platform/system/random.ts';
import { temporaryHome } from '../support/service.ts';

test('audit rows of reads wait for company half a second, also those that come while others are written', async () => {
  const home = temporaryHome();
  const clock = new SystemClock({ settable: true, frozenAt: 0 });
  const store = await openStore({ home, clock, random: systemRandom, onHookFailure: () => undefined });
  onTestFinished(async () => {
    await store.close();
    rmSync(home, { recursive: true });
  });
  const audit = new ReadAudit(store, { clock, retries: new Set() }, pino({ level: 'silent' }));
  const note = (target: string) =>
    audit.note({ kind: 'message.read', accountId: null, actor: { type: 'user', id: 'ann' }, target });
  const written = async () => {
    // A transaction that is asked for now runs after those that were asked for before.
    await store.write('none', async () => undefined);
    const rows = await store.read.selectFrom('audit_log').select('target').orderBy('seq').execute();
    return rows.map(({ target }) => target);
  };

  note('first');
  note('second');
  expect(await written()).toEqual([]);
  clock.moveTo(500);
  note('late');
  expect(await written()).toEqual(['first', 'second']);
  clock.moveTo(999);
  expect(await written()).toEqual(['first', 'second']);
  clock.moveTo(1000);
  expect(await written()).toEqual(['first', 'second', 'late']);
  note('last');
  await audit.flushed();
  expect(await written()).toEqual(['first', 'second', 'late', 'last']);
});
