import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../proof/world/account.ts';
import { deliver } from '../proof/world/deliver.ts';
import { Provider, type Stage } from '../proof/world/provider.ts';
import * as api from '../support/api.ts';
import { needsPrograms } from '../support/needs.ts';
import { type NodeProcesses, startNodeProcesses, TAKEOVER } from '../support/node-processes.ts';
import { hasPostgresPrograms } from '../support/postgres.ts';

/** Mail with a file, whose scan waits for the virus scanner. More of them than a daemon has threads. */
const ARRIVALS = 24;
const ARRIVAL = [
  'From: ann@example.net',
  'Subject: Figures',
  'MIME-Version: 1.0',
  'Content-Type: text/plain',
  'Content-Disposition: attachment; filename="figures.txt"',
  '',
  'figures',
].join('\r\n');

/** Steps of a session with the provider, and how often it has the message if the node is killed there. */
const STEPS: readonly (readonly [Stage, number])[] = [
  ['connect', 0],
  ['rcpt', 0],
  ['data', 0],
  ['dot', 1],
  ['taken', 1],
];

describe('a node that is killed during a send', {
  ...needsPrograms({ postgresql: hasPostgresPrograms() }),
  timeout: 600_000,
}, () => {
  const scene = async () => {
    const provider = await Provider.start();
    onTestFinished(() => provider.stop());
    const cluster = await startNodeProcesses({
      flags: ['--relay', provider.url],
      settings: { 'deliverability.dns': 'off' },
    });
    const [{ program }] = cluster.nodes;
    return { ...cluster, provider, account: await createAccount(program) };
  };
  const mailTo = (to: string) => ({ from_mailbox: 'helper', to, subject: 'Once', body: 'Only once.' });
  const rowsTo = ({ records }: NodeProcesses, to: string) =>
    records.all<{ id: string; state: string; worker: string | null }>(
      `select id, state, worker from messages where recipient = '${to}'`,
    );

  it('leaves one message, sent once or reported as uncertain, wherever it was in the session', async () => {
    const parts = await scene();
    const { nodes, provider, account, records } = parts;
    const [one, two, three] = nodes;
    for (const [step, times] of STEPS) {
      const to = `accept-${step}@there.example`;
      const caller = { key: account.admin, headers: { 'idempotency-key': step } };
      const pid = (await one.node.start()).pid;
      const sending = one.node.program?.call(caller, api.send, mailTo(to));
      await new Promise<void>((resolve) => {
        provider.onStage = (stage) => {
          if (stage !== step) return;
          process.kill(pid, 'SIGKILL');
          provider.onStage = () => undefined;
          resolve();
        };
      });
      await one.node.kill();
      expect(await sending, step).toBe(null);
      const state = async () => (await rowsTo(parts, to)).map((row) => row.state);
      await expect.poll(state, TAKEOVER).toEqual(['available']);
      const replies = await Promise.all(
        [two, three].map(({ program }) => program.call(caller, api.send, mailTo(to))),
      );
      const [row] = await rowsTo(parts, to);
      const unknown = { code: 'IDEMPOTENT_REQUEST_NOT_PROVEN_SENT', details: { message_id: row?.id } };
      for (const reply of replies) expect([reply?.status, reply?.body], step).toMatchObject([409, unknown]);
      const reports = await records.all(
        `select from audit_log where kind = 'message.dispatch.left_open' and target = '${row?.id}'`,
      );
      expect([provider.taken.get(to) ?? 0, reports.length], step).toEqual([times, 1]);
    }
  });

  it('leaves a message that it had stored, which another one sends once', async () => {
    const parts = await scene();
    const { nodes, provider, account } = parts;
    const [one, two] = nodes;
    const scanner = await stalledClamd();
    await two.program.must(null, api.updateSettings, { 'scanning.clamd': scanner.address });
    const port = one.program.smtpPort;
    const deliveries = await Promise.all(
      Array.from({ length: ARRIVALS }, () => deliver(port, { to: account.mailbox.address, raw: ARRIVAL })),
    );
    // The limit of sessions for one address refuses some.
    const accepted = deliveries.flatMap(({ id }) => id ?? []);
    const to = 'accept-stored@there.example';
    const caller = { key: account.admin, headers: { 'idempotency-key': 'stored' } };
    const sending = one.program.call(caller, api.send, mailTo(to));
    await expect
      .poll(() => rowsTo(parts, to), TAKEOVER)
      .toMatchObject([{ state: 'scanning', worker: 'one' }]);
    await one.node.kill();
    expect(await sending).toBe(null);
    expect(provider.taken.get(to)).toBe(undefined);
    scanner.answer();
    const states = async () => (await rowsTo(parts, to)).map(({ state }) => state);
    await expect.poll(states, TAKEOVER).toEqual(['delivered']);
    const again = await two.program.must(caller, api.send, mailTo(to));
    expect([again.message_id]).toEqual((await rowsTo(parts, to)).map(({ id }) => id));
    // A scan that waited too long for the virus scanner holds the message.
    const unfinished = async () =>
      (await rowsTo(parts, account.mailbox.address)).filter(({ worker }) => worker !== null);
    await expect.poll(unfinished, TAKEOVER).toEqual([]);
    const arrived = (await rowsTo(parts, account.mailbox.address)).map(({ id }) => id);
    expect(arrived.toSorted()).toEqual(accepted.toSorted());
    expect(provider.taken.get(to)).toBe(1);
  });
});

/** A virus scanner that finds nothing, and answers nobody until it's told to. */
async function stalledClamd(): Promise<{ address: string; answer(): void }> {
  const open = new Set<Socket>();
  let isAnswering = false;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.on('data', () => isAnswering && socket.end('stream: OK\0'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer() {
      isAnswering = true;
      for (const socket of open) socket.end('stream: OK\0');
    },
  };
}
