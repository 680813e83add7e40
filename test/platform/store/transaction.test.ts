import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../daemon/platform/store/engine.ts';
import { NO_DAEMON } from '../../../daemon/platform/store/ports.ts';
import type { Store } from '../../../daemon/platform/store/store.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../daemon/platform/system/random.ts';
import { temporaryHome } from '../../support/temporary.ts';

let published: string[];
let store: Store;

beforeEach(async () => {
  published = [];
  store = await openStore({
    home: temporaryHome(),
    clock: new SystemClock(),
    random: systemRandom,
    onHookFailure: (error) => {
      throw error;
    },
    ports: {
      ...NO_DAEMON,
      signals: { ...NO_DAEMON.signals, publish: ({ kind, id }) => void published.push(`${kind} ${id}`) },
    },
  });
});

afterEach(() => store.close());

const rows = async (table: 'jobs' | 'audit_log') =>
  (await store.read.selectFrom(table).select('kind').execute()).map(({ kind }) => kind);
const actor = { type: 'system', id: 'test' } as const;

describe('a transaction', () => {
  it('publishes each signal once, after the commit', async () => {
    const during = await store.write('none', async (transaction) => {
      transaction.publish({ kind: 'mailbox', id: 'a' });
      transaction.publish({ kind: 'mailbox', id: 'a' });
      transaction.publish({ kind: 'mailbox', id: 'b' });
      transaction.publish({ kind: 'account', id: 'a' });
      return [...published];
    });
    expect(during).toEqual([]);
    expect(published).toEqual(['mailbox a', 'mailbox b', 'account a']);
  });

  it('publishes a signal for a job that it schedules', async () => {
    await store.write('none', (transaction) =>
      transaction.schedule({ kind: 'test', accountId: null, dueAt: transaction.now, payload: {} }),
    );
    expect(await rows('jobs')).toContain('test');
    expect(published).toEqual(['jobs test']);
  });

  it('publishes and writes nothing when it rolls back', async () => {
    const failed = store.write('none', async (transaction) => {
      transaction.publish({ kind: 'mailbox', id: 'a' });
      await transaction.schedule({ kind: 'test', accountId: null, dueAt: transaction.now, payload: {} });
      await transaction.audit({ kind: 'test.thing.done', accountId: null, actor });
      throw new Error('undo');
    });
    await expect(failed).rejects.toThrow('undo');
    expect([await rows('jobs'), await rows('audit_log')].flat()).not.toContain('test');
    expect(published).toEqual([]);
  });

  it('writes audit rows in order', async () => {
    const entry = { accountId: null, actor };
    await store.write('none', (transaction) =>
      transaction.audit({ kind: 'test.first.done', ...entry }, { kind: 'test.second.done', ...entry }),
    );
    expect(await rows('audit_log')).toEqual(['test.first.done', 'test.second.done']);
  });

  it('refuses events where no daemon runs, so that none is lost', async () => {
    const event = { type: 'message.received', accountId: 'a', mailboxId: null, data: {} } as never;
    await expect(store.write('none', (transaction) => transaction.emit(event))).rejects.toThrow(
      'require a daemon',
    );
  });
});
