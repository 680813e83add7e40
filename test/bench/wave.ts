import { Agent } from 'node:http';
import { createSubject, startDaemon } from './processes.ts';
import { type Figure, median } from './report.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';
import { openWaiter } from './waiter.ts';

const WAITERS = 1000;
/** Milliseconds for all the requests to be waiting. */
const SETTLE_TIME = 3000;

/** One message for a thousand who wait for it: from the first answer to the last one. */
export async function benchWave(rounds: number): Promise<Figure[]> {
  const daemon = await startDaemon();
  const subject = await createSubject(daemon);
  const [mailbox] = subject.mailboxes;
  if (!mailbox) throw new Error('no mailbox');
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const spans: number[] = [];
  let since = new Date().toISOString();
  for (let round = 0; round < rounds; round++) {
    const query = `timeout=30&since=${encodeURIComponent(since)}`;
    const wave = Array.from({ length: WAITERS }, () =>
      openWaiter(daemon.ready.http ?? '', agent, subject.admin, mailbox.id, query),
    );
    await new Promise((resolve) => setTimeout(resolve, SETTLE_TIME));
    await runSmtpLoad({
      port: Number(daemon.ready.smtp?.split(':')[1]),
      sessions: 1,
      messages: 1,
      message: textMessage(2000),
      recipient: mailbox.address,
    });
    const answers = await Promise.all(wave.map((waiter) => waiter.answered));
    const times = answers.map((answer) => answer.at);
    spans.push(Math.max(...times) - Math.min(...times));
    since = answers[0]?.message?.created_at ?? since;
  }
  agent.destroy();
  await daemon.stop();
  return [
    {
      name: 'a wave of 1,000 waiters on one mailbox',
      value: median(spans),
      unit: 'ms',
      goal: { atMost: 100 },
      detail: `from the first answer to the last, as one client sees it; ${spans.map(Math.round).join(', ')} ms`,
    },
  ];
}
