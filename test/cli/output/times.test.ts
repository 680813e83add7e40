import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandContext } from '../../../cli/context.ts';
import { days, duration, secondsOf } from '../../../cli/input/options/duration.ts';
import { momentOf } from '../../../cli/input/options/moment.ts';
import { agentmail } from '../../support/cli.ts';
import { createTenant, launch, type Service, type Tenant } from '../../support/service.ts';
import { listItem, mailbox, startStub } from '../../support/stub-daemon.ts';

/** One way to write a time, for every command that takes one. */

const NOW = Date.parse('2031-05-05T05:05:05.000Z');
const clock = { now: () => NOW, sleep: async () => undefined };

/** The queries that a list command sends to the daemon. */
async function asked(...words: readonly string[]) {
  const queries: Record<string, unknown>[] = [];
  const { home } = await startStub((server) => {
    server.get('/v1/mailboxes', async () => ({ mailboxes: [mailbox('support')] }));
    server.get('/v1/mailboxes/:id/messages', async (request) => {
      queries.push(request.query as Record<string, unknown>);
      return { messages: [listItem({})] };
    });
  });
  const ran = await agentmail(['inbox', ...words], { home, clock });
  return { ran, query: queries[0] };
}

describe('a time that is over', () => {
  test.each([
    ['90s', '2031-05-05T05:03:35.000Z'],
    ['10m', '2031-05-05T04:55:05.000Z'],
    ['25h', '2031-05-04T04:05:05.000Z'],
    ['2d', '2031-05-03T05:05:05.000Z'],
    ['1w', '2031-04-28T05:05:05.000Z'],
    ['2031-05-01T10:00:00.123456Z', '2031-05-01T10:00:00.123456Z'],
    ['2031-05-01T10:00+02:00', '2031-05-01T10:00+02:00'],
    ['2031-05-01 10:00:00 +02:00', '2031-05-01T10:00:00+02:00'],
    ['2031-05-01', new Date('2031-05-01T00:00').toISOString()],
    ['2031-05-01 10:00', new Date('2031-05-01T10:00').toISOString()],
    ['2 hours ago', '2031-05-05T03:05:05.000Z'],
  ])('is written as %s', async (written, meant) => {
    const { ran, query } = await asked('--since', written);
    expect([ran.exit, query?.since]).toEqual([0, meant]);
  });

  test.each(['soon', '10', '2031-13-01', '1/2/2031', '5y'])('is not written as %s', async (written) => {
    const { ran, query } = await asked('--since', written);
    expect([ran.exit, query]).toEqual([2, undefined]);
    expect(ran.error().hint).toContain('examples: 10m, 2d, 2026-12-24');
  });

  test('is written alike for the end of a range', async () => {
    const { query } = await asked('--since', '2d', '--until', '1d');
    expect(query).toMatchObject({ since: '2031-05-03T05:05:05.000Z', until: '2031-05-04T05:05:05.000Z' });
  });
});

test.each([
  ['45', 45],
  ['45s', 45],
  ['10m', 600],
  ['25h', 90_000],
  ['2d', 172_800],
  ['1w', 604_800],
  ['m', undefined],
  ['1.5h', undefined],
])('the duration %s has %s seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});

test.each([
  ['0s', undefined],
  ['1s', 1],
  ['60s', 60],
  ['61s', undefined],
])('a flag for 1 to 60 seconds takes %s as %s', (text, seconds) => {
  const flag = duration('--wait <DURATION>', '', { min: 1, max: 60 });
  if (seconds === undefined) expect(() => flag.parse?.(text)).toThrow('from 1 to 60 seconds');
  else expect(flag.parse?.(text)).toBe(seconds);
});

test.each([
  ['1d', 1],
  ['48h', 2],
  ['36h', undefined],
  ['31d', undefined],
  ['2', undefined],
])('a flag for 1 to 30 days takes %s as %s', (text, count) => {
  const flag = days('--after <DAYS>', '', { min: 1, max: 30 });
  if (count === undefined) expect(() => flag.parse?.(text)).toThrow('whole days from 1d to 30d');
  else expect(flag.parse?.(text)).toBe(count);
});

describe('a time to come', () => {
  const read = (written: string) => {
    const context = { say: () => undefined } as unknown as CommandContext;
    return momentOf(context, written, { towards: 'future', now: NOW });
  };

  test.each(['yesterday', 'last friday', '2031-05-01'])('is refused when it is past: %s', async (written) => {
    await expect(read(written)).rejects.toThrow('is past');
  });

  test('is refused when day and month could be exchanged, and only then', async () => {
    await expect(read('1/7/2031')).rejects.toThrow('which number is the month?');
    for (const written of ['7/7/2031', '7/13/2031', '13/7/2031']) {
      expect(await read(written), written).toMatch(/^2031-07-/);
    }
  });

  test.each(['may 6 to may 8', 'friday in the office'])('is not taken from a part of %s', async (written) => {
    expect(await read(written)).toBeUndefined();
  });
});

describe('with a daemon', () => {
  let service: Service;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await launch();
    tenant = await createTenant(service);
  });
  afterAll(() => service.stop());

  /** Seconds of each move of the clock. */
  const moved: number[] = [];
  const noting: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.endsWith('/clock/advance')) {
      moved.push(((await request.clone().json()) as { seconds: number }).seconds);
    }
    return fetch(request);
  };
  const run = (...argv: readonly string[]) =>
    agentmail(argv, { home: service.home, env: { AGENTMAIL_KEY: tenant.admin }, fetch: noting });
  const now = async () => Date.parse((await run('operator', 'clock', 'show')).json<{ now: string }>().now);

  test('a draft is sent in as long as it says', async () => {
    const at = service.clock.now();
    const draft = await agentmail(
      ['drafts', 'create', '--to', 'ann@example.org', '-s', 'Hi', '-b', 'Hello.', '--at', '2h'],
      {
        home: service.home,
        env: { AGENTMAIL_KEY: tenant.admin },
        clock: { now: () => at, sleep: async () => undefined },
      },
    );
    expect(draft.json().send_at).toBe(new Date(at + 2 * 3_600_000).toISOString());
    const preview = await run('policy', 'explain', '--to', 'ann@example.org', '--at', '3d');
    expect(preview.exit).toBe(0);
  });

  test('what takes a time as a filter takes a duration', async () => {
    for (const words of [
      ['threads', 'list', '--since', '1d'],
      ['outbox', 'list', '--since', '1d'],
      ['operator', 'audit', '--since', '1d'],
      ['wait', '--since', '1s', '--timeout', '1s'],
    ]) {
      expect([words, (await run(...words)).exit]).toEqual([words, words[0] === 'wait' ? 6 : 0]);
    }
  });

  test.each([
    ['90', 90],
    ['25h', 90_000],
    ['in 2 hours', 7_200],
  ])('the clock advances by %s', async (written, seconds) => {
    expect((await run('operator', 'clock', 'advance', written)).exit).toBe(0);
    expect(moved.at(-1)).toBe(seconds);
  });

  test('the clock advances to a time, counted from that of the daemon', async () => {
    const day = (await now()) + 3 * 86_400_000;
    await run('operator', 'clock', 'advance', new Date(day).toISOString());
    expect(await now()).toBeGreaterThanOrEqual(day);
    expect(moved.at(-1)).toBeLessThanOrEqual(3 * 86_400);
  });

  test.each(['much', '2020-01-01', '2020-01-01T00:00:00Z'])(
    'the clock does not advance to %s',
    async (written) => {
      const before = moved.length;
      const ran = await run('operator', 'clock', 'advance', written);
      expect([ran.exit, ran.error().code, moved.length]).toEqual([2, 'USAGE', before]);
    },
  );
});
