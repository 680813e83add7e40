import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../../../daemon/platform/store/postgres/client.ts';
import { SignalExchange } from '../../../../daemon/platform/store/postgres/signals/exchange.ts';
import { payloadsOf, readPayload } from '../../../../daemon/platform/store/postgres/signals/payload.ts';
import { type Signal, SignalHub } from '../../../../daemon/platform/store/signals.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { PoolingProxy } from '../../../support/postgres-proxy.ts';

/** A node's exchange, and what its receivers got: null is a look without a signal. */
interface Peer {
  readonly exchange: SignalExchange;
  readonly hub: SignalHub;
  readonly received: (string | null)[];
}

let runs = 0;

function join(url: string, times = { echo: 60_000, poll: 60_000 }): Peer {
  const hub = new SignalHub();
  const received: (string | null)[] = [];
  hub.watchAll('mailbox', (id) => received.push(id));
  const exchange = new SignalExchange({
    connect: () => connect({ url }),
    run: `run-${++runs}`,
    local: hub,
    times,
  });
  exchange.start();
  onTestFinished(() => exchange.close());
  return { exchange, hub, received };
}

const mailbox = (id: string): Signal => ({ kind: 'mailbox', id });

/** Peers that have heard each other. */
async function cluster(count: number, url: string, times?: { echo: number; poll: number }): Promise<Peer[]> {
  const peers = Array.from({ length: count }, () => join(url, times));
  for (const { exchange } of peers)
    await expect.poll(() => exchange.state).toMatchObject({ mode: 'echoes', others: count - 1 });
  for (const { received } of peers) received.length = 0;
  return peers;
}

async function proxied(options: {
  forgets: boolean;
}): Promise<{ url: string; direct: string; proxy: PoolingProxy }> {
  const direct = await freshDatabase('empty');
  const { pathname, searchParams } = new URL(direct);
  const proxy = new PoolingProxy(searchParams.get('host') ?? '', options);
  const url = `postgres://postgres@127.0.0.1:${await proxy.listen()}${pathname}`;
  onTestFinished(() => proxy.close());
  return { url, direct, proxy };
}

describe('signals between nodes', needsPrograms({ postgresql: hasPostgres() }), () => {
  it('reach receivers here at once, all others soon, and nobody twice', async () => {
    const peers = await cluster(3, await freshDatabase('empty'));
    const [one] = peers as [Peer];
    one.exchange.publish(mailbox('a'));
    expect(one.received).toEqual(['a']);
    for (let index = 0; index < 100; index++) one.exchange.publish(mailbox(`b${index}`));
    one.exchange.publish(mailbox('last'));
    for (const { received } of peers) await expect.poll(() => received.at(-1)).toBe('last');
    // Its own payloads come back before those of others that were sent later.
    peers[1]?.exchange.publish(mailbox('answer'));
    await expect.poll(() => one.received.at(-1)).toBe('answer');
    expect(peers.map(({ received }) => received.length)).toEqual([103, 103, 103]);
  });

  it('that are too many to name are sent as "everything"', async () => {
    const [one, other] = (await cluster(2, await freshDatabase('empty'))) as [Peer, Peer];
    for (let index = 0; index < 5_000; index++)
      one.exchange.publish(mailbox(`mailbox-of-some-length-${index}`));
    await expect.poll(() => other.received).toEqual([null]);
  });

  it('are not written while no other node is there', async () => {
    const url = await freshDatabase('empty');
    const [one] = (await cluster(1, url)) as [Peer];
    const client = await connect({ url });
    onTestFinished(() => client.end());
    const heard: string[] = [];
    client.on('notification', ({ payload = '' }) => heard.push(payload));
    await client.query('listen agentmail_signals');
    one.exchange.publish(mailbox('a'));
    one.exchange.publishEverything();
    await expect.poll(() => heard).toHaveLength(1);
    expect(readPayload(heard[0] ?? '').signals).toBe('everything');
  });

  it('are looked for twice a second behind a pooler that forgets who listens', async () => {
    const { url, direct } = await proxied({ forgets: true });
    const pooled = join(url, { echo: 60_000, poll: 20 });
    await expect.poll(() => pooled.received.length).toBeGreaterThan(3);
    expect(pooled.exchange.state).toMatchObject({ mode: 'polls', echoMilliseconds: null });
    // It sends what it publishes, since it can't hear who is there.
    const other = join(direct);
    await expect.poll(() => other.exchange.state.mode).toBe('echoes');
    pooled.exchange.publish(mailbox('a'));
    await expect.poll(() => other.received).toContain('a');
  });

  it('arrive without looking once the pooler keeps connections', async () => {
    const { url, proxy } = await proxied({ forgets: true });
    const pooled = join(url, { echo: 50, poll: 60_000 });
    expect(pooled.exchange.state.mode).toBe('polls');
    proxy.forgets = false;
    await expect.poll(() => pooled.exchange.state.mode).toBe('echoes');
    expect(pooled.exchange.state.echoMilliseconds).toBeGreaterThan(0);
  });

  it('are looked for when the echo stays away', async () => {
    const { url, proxy } = await proxied({ forgets: false });
    const pooled = join(url, { echo: 50, poll: 60_000 });
    await expect.poll(() => pooled.exchange.state.mode).toBe('echoes');
    proxy.forgets = true;
    proxy.cut();
    await expect.poll(() => pooled.exchange.state.mode).toBe('polls');
  });

  it('arrive again after both connections were lost, and what was missed is looked for', async () => {
    const { url, direct, proxy } = await proxied({ forgets: false });
    const times = { echo: 60_000, poll: 60_000 };
    const [cut, other] = [join(url, times), join(direct, times)];
    for (const { exchange } of [cut, other])
      await expect.poll(() => exchange.state).toMatchObject({ mode: 'echoes', others: 1 });
    cut.received.length = 0;
    proxy.cut();
    await expect.poll(() => cut.received).toContain(null);
    cut.exchange.publish(mailbox('sent'));
    await expect.poll(() => other.received).toContain('sent');
    other.exchange.publish(mailbox('answer'));
    await expect.poll(() => cut.received).toContain('answer');
  });

  it('of nodes that are not heard any more are not waited for', async () => {
    const url = await freshDatabase('empty');
    const [one, other] = (await cluster(2, url, { echo: 50, poll: 60_000 })) as [Peer, Peer];
    await other.exchange.close();
    await expect.poll(() => one.exchange.state.others).toBe(0);
  });
});

describe('a payload', () => {
  it('is no larger than PostgreSQL takes', () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `mailbox ${index}`.padEnd(60, 'x'));
    const payloads = payloadsOf('run', lines);
    expect(Math.max(...payloads.map((payload) => payload.length))).toBeLessThanOrEqual(7_900);
    const read = payloads.map(readPayload);
    expect(read.flatMap(({ signals }) => [...signals])).toHaveLength(1_000);
    expect(new Set(read.map(({ run }) => run))).toEqual(new Set(['run']));
  });

  it('keeps the question for an echo when the signals are too many', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `mailbox ${index}`.padEnd(60, 'x'));
    expect(payloadsOf('run', [...lines, 'echo']).map(readPayload)).toEqual([
      { run: 'run', isEcho: true, signals: 'everything' },
    ]);
  });
});
