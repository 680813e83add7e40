import { describe, expect, it } from 'vitest';
import { Intake } from '../../../daemon/mail/inbound/intake.ts';
import { intakeEntry } from '../../../daemon/mail/inbound/intake-entry.ts';
import type { IntakeEntry } from '../../../daemon/platform/store/ports.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { createLog } from '../../../daemon/platform/system/log.ts';
import { HELD } from '../../support/leases.ts';

const BURST = 40;
const MB = 1_000_000;

const message = (id: string, more: Partial<IntakeEntry> = {}): IntakeEntry => ({
  id,
  mailboxId: 'helper',
  bytes: 2000,
  sender: null,
  ...more,
});

function line(load = 1) {
  const clock = new SystemClock({ settable: true, frozenAt: Date.UTC(2030, 0, 1) });
  const taken: string[] = [];
  const intake = new Intake({
    process: async (ids) => {
      taken.push(...ids);
    },
    parallel: { small: 2, large: 1 },
    stopping: new AbortController().signal,
    lease: HELD,
    retries: new Set(),
    clock,
    log: createLog('silent', process.stderr),
    load: () => load,
  });
  return { clock, intake, taken };
}

describe('the line of accepted messages', () => {
  it('takes up at once what comes in singly', () => {
    const { intake, taken } = line();
    intake.add(message('a'));
    expect(taken).toEqual(['a']);
  });

  it('works through a burst without delay when somebody waits for the end', async () => {
    const { intake, taken } = line();
    for (let index = 0; index < BURST; index++) intake.add(message(`m${index}`));
    await intake.idle();
    expect(taken).toHaveLength(BURST);
  });
});

describe('reading during a burst of arriving mail', () => {
  /** A burst that lasts, with a batch of 20 ms in progress. */
  function burst(load: number) {
    const scene = desk({ small: 1, large: 1 }, load);
    const arrive = (milliseconds: number): void => {
      for (let time = 0; time < milliseconds; time += 5) {
        scene.clock.moveTo(scene.clock.now() + 5);
        scene.intake.add(message(`flood${scene.intake.depth}`));
      }
    };
    for (let index = 0; index < BURST; index++) scene.intake.add(message(`first${index}`));
    arrive(20);
    const endBatch = async (): Promise<void> => {
      scene.batches.shift()?.end();
      await new Promise(setImmediate);
    };
    return { ...scene, arrive, endBatch };
  }

  it('pauses for nine times the duration of a batch while the event loop is saturated', async () => {
    const { batches, arrive, endBatch } = burst(1);
    expect(batches).toHaveLength(1);
    await endBatch();
    arrive(175);
    expect(batches).toHaveLength(0);
    arrive(10);
    expect(batches).toHaveLength(1);
  });

  it('goes on at once when the burst ends', async () => {
    const { batches, arrive, clock, endBatch } = burst(1);
    arrive(980);
    await endBatch();
    expect(batches).toHaveLength(0);
    clock.moveTo(clock.now() + 101);
    expect(batches).toHaveLength(1);
  });

  it('pauses a second at most', async () => {
    const { batches, arrive, endBatch } = burst(1);
    arrive(2000);
    await endBatch();
    arrive(995);
    expect(batches).toHaveLength(0);
    arrive(10);
    expect(batches).toHaveLength(1);
  });

  it('never pauses while the event loop has room', async () => {
    const { batches, endBatch } = burst(0.5);
    await endBatch();
    expect(batches).toHaveLength(1);
  });

  it('lets a calm mailbox wait for one batch, however long the flood of another is', async () => {
    const { intake, batches, arrive, endBatch } = burst(1);
    arrive(500);
    intake.add(message('letter', { mailboxId: 'calm' }));
    await endBatch();
    arrive(1000);
    expect(batches.at(-1)?.ids).toContain('letter');
  });
});

/** An intake whose batches end when the test says so. */
function desk(parallel = { small: 1, large: 1 }, load = 0) {
  const clock = new SystemClock({ settable: true, frozenAt: Date.UTC(2030, 0, 1) });
  const batches: { readonly ids: readonly string[]; readonly end: () => void }[] = [];
  const intake = new Intake({
    process: (ids) => new Promise((resolve) => batches.push({ ids, end: resolve })),
    parallel,
    stopping: new AbortController().signal,
    lease: HELD,
    retries: new Set(),
    clock,
    log: createLog('silent', process.stderr),
    load: () => load,
  });
  /** Ends one batch after the other; returns what they held, in order. */
  const workOff = async (): Promise<string[]> => {
    const order: string[] = [];
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      order.push(...batch.ids);
      batch.end();
      await new Promise(setImmediate);
    }
    return order;
  };
  return { clock, intake, batches, workOff };
}

describe('messages that wait for their analysis', () => {
  it('start while large ones of another mailbox are not finished', () => {
    const { intake, batches } = desk();
    for (let index = 0; index < 6; index++) intake.add(message(`large${index}`, { bytes: 22 * MB }));
    intake.add(message('letter', { mailboxId: 'other' }));
    expect(batches.map(({ ids }) => ids)).toEqual([['large0'], ['letter']]);
  });

  it('start while large ones of the same mailbox are not finished', () => {
    const { intake, batches } = desk();
    for (const id of ['large0', 'large1']) intake.add(message(id, { bytes: 2 * MB }));
    intake.add(message('letter'));
    expect(batches.map(({ ids }) => ids)).toEqual([['large0'], ['letter']]);
  });

  it('take turns by mailbox, those of one mailbox in their order', async () => {
    const { intake, workOff } = desk();
    for (const id of ['a0', 'a1', 'a2', 'a3']) intake.add(message(id, { mailboxId: 'a', bytes: 2 * MB }));
    for (const id of ['b0', 'b1']) intake.add(message(id, { mailboxId: 'b', bytes: 2 * MB }));
    intake.add(message('c0', { mailboxId: 'c', bytes: 2 * MB }));
    expect(await workOff()).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
  });

  it('share batches when they are small, up to sixteen or a megabyte', async () => {
    const { intake, batches } = desk();
    intake.add(message('first'));
    for (let index = 0; index < 12; index++) {
      intake.add(message(`a${index}`, { mailboxId: 'a' }));
      intake.add(message(`b${index}`, { mailboxId: 'b' }));
    }
    const idle = intake.idle();
    batches.shift()?.end();
    await new Promise(setImmediate);
    expect(batches[0]?.ids).toHaveLength(16);
    for (const id of ['x', 'y']) intake.add(message(id, { mailboxId: id, bytes: 0.6 * MB }));
    const sizes = [];
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      sizes.push(batch.ids.filter((id) => 'xy'.includes(id)).length);
      batch.end();
      await new Promise(setImmediate);
    }
    expect(sizes).not.toContain(2);
    await idle;
  });

  it('wait behind others when their sender used up its time, and are not kept out for good', async () => {
    const { clock, intake, workOff } = desk();
    const heavy = (id: string, sender: string) =>
      message(id, { mailboxId: `box-${id}`, bytes: 2 * MB, sender });
    for (const milliseconds of [13_000, 12_000]) intake.charge(heavy('any', '192.0.2.1'), milliseconds);
    intake.add(heavy('running', '192.0.2.9'));
    for (const id of ['late0', 'late1']) intake.add(heavy(id, '192.0.2.1'));
    for (let index = 0; index < 10; index++) intake.add(heavy(`m${index}`, '192.0.2.2'));
    const order = await workOff();
    expect(order.indexOf('late0')).toBe(7);
    expect(order.indexOf('late1')).toBe(12);

    clock.moveTo(clock.now() + 10_000);
    for (const [id, sender] of [
      ['running', 9],
      ['soon', 1],
      ['other', 2],
    ] as const)
      intake.add(heavy(id, `192.0.2.${sender}`));
    expect(await workOff()).toEqual(['running', 'other', 'soon']);

    clock.moveTo(clock.now() + 50_000);
    intake.add(heavy('running', '192.0.2.9'));
    intake.add(heavy('again', '192.0.2.1'));
    intake.add(heavy('other', '192.0.2.2'));
    expect(await workOff()).toEqual(['running', 'again', 'other']);
  });
});

it('takes the addresses of an IPv6 /64 as one sender', () => {
  const senderAt = (address: string) => {
    const peer = { via: 'smtp', address, helo: 'mail.example' } as const;
    return intakeEntry({ id: 'a', mailbox_id: 'helper', size_bytes: 1, peer }).sender;
  };
  expect(senderAt('2001:db8:0:1::1')).toBe(senderAt('2001:db8:0:1:ffff::2'));
  expect(senderAt('2001:db8:0:1::1')).not.toBe(senderAt('2001:db8:0:2::1'));
});
