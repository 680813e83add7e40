import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { Daemon } from '../../daemon/daemon.ts';
import { DEFAULTS } from '../../daemon/platform/settings/config.ts';
import * as api from '../support/api.ts';
import { apiAt } from '../support/calls.ts';
import { type Figure, percentile } from './report.ts';
import { openWaiter } from './waiter.ts';

const ELSEWHERE = 1000;
const SAMPLES = 200;
/** Answers before those that count: the first ones compile what answers. */
const WARM_UP = 20;

/**
 * From the commit of an inbound message to the answer of who waits for it. The daemon runs in this process,
 * so that the moment of the commit is known.
 */
export async function benchWait(): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
  const listen = { host: '127.0.0.1', port: 0 };
  const daemon = await Daemon.create({
    ...DEFAULTS,
    home,
    http: listen,
    smtp: listen,
    testClock: false,
    version: '0',
    logLevel: 'error',
  });
  await daemon.start();
  const { must } = apiAt(() => daemon.runtime.http);
  const { api_key: admin } = await must(daemon.operatorToken, api.operatorCreateAccount, {
    email: 'bench@example.com',
  });
  const near = await must(admin, api.createMailbox, { name: 'near' });
  const far = await must(admin, api.createMailbox, { name: 'far' });

  const commits = watchCommits(daemon, near.id);
  const watching = daemon.context.signals.watching('mailbox');
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const waiter = (mailbox: string, query: string) =>
    openWaiter(daemon.runtime.http, agent, admin, mailbox, query);
  const [host, port] = [daemon.runtime.smtp.split(':')[0], Number(daemon.runtime.smtp.split(':')[1])];
  const transport = createTransport({ host, port, pool: true, maxConnections: 1, ignoreTLS: true });
  const deliver = () =>
    transport.sendMail({
      from: 'a@bench.example',
      to: near.address,
      subject: 'x',
      text: 'A short text for you.',
    });

  const elsewhere = Array.from({ length: ELSEWHERE }, () => waiter(far.id, 'timeout=30'));
  await until(() => daemon.context.signals.watching('mailbox') >= watching + ELSEWHERE);
  const latencies: number[] = [];
  let since = new Date(Date.now() - 1).toISOString();
  for (let sample = -WARM_UP; sample < SAMPLES; sample++) {
    const answer = waiter(near.id, `timeout=30&since=${encodeURIComponent(since)}`);
    await until(() => daemon.context.signals.watching('mailbox') > watching + ELSEWHERE);
    await deliver();
    const { at, message } = await answer.answered;
    if (sample >= 0) latencies.push(at - commits.last());
    since = message?.created_at ?? since;
  }
  for (const other of elsewhere) other.hangUp();
  await until(() => daemon.context.signals.watching('mailbox') === watching);

  transport.close();
  agent.destroy();
  await daemon.stop();
  rmSync(home, { recursive: true, force: true });
  return [
    {
      name: 'commit to answer, p99, 1,000 waiting elsewhere',
      value: percentile(latencies, 0.99),
      unit: 'ms',
      goal: { atMost: 1 },
      detail: `median ${percentile(latencies, 0.5).toFixed(2)} ms of ${SAMPLES}; daemon and waiters share a process`,
    },
  ];
}

/** Remembers when the mailbox last changed: it's signalled right after the commit. */
function watchCommits(daemon: Daemon, mailboxId: string): { last(): number } {
  let last = 0;
  daemon.context.signals.watch({ kind: 'mailbox', id: mailboxId }, () => {
    last = performance.now();
  });
  return { last: () => last };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}
