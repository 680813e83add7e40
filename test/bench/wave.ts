import { Agent } from 'node:http';
import { createSubject, startDaemon, startReference } from './processes.ts';
import { type Figure, inTurn } from './report.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';
import { openWaiter, type WaitAnswer, type Waiter } from './waiter.ts';

const WAITERS = 1000;
/** Milliseconds for all the requests to be waiting. */
const SETTLE_TIME = 3000;

/** Opens the waits of a wave, lets them be answered, and returns the span of the answers. */
interface Wave {
  readonly open: () => Waiter[];
  readonly answer: () => Promise<unknown>;
}

/** One message for a thousand who wait for it: from the first answer to the last one. */
export async function benchWave(rounds: number): Promise<Figure[]> {
  const daemon = await startDaemon();
  const bare = await startReference('bare-fastify');
  const subject = await createSubject(daemon);
  const [mailbox] = subject.mailboxes;
  if (!mailbox) throw new Error('no mailbox');
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const waiters = (origin = '', since = '') =>
    Array.from({ length: WAITERS }, () =>
      openWaiter(origin, agent, subject.admin, mailbox.id, `timeout=30&since=${encodeURIComponent(since)}`),
    );
  let since = new Date().toISOString();
  let message: object | null = null;
  const ours = async () => {
    const [span, answer] = await spanOf({
      open: () => waiters(daemon.ready.http, since),
      answer: () =>
        runSmtpLoad({
          port: Number(daemon.ready.smtp?.split(':')[1]),
          sessions: 1,
          messages: 1,
          message: textMessage(2000),
          recipient: mailbox.address,
        }),
    });
    message = answer;
    since = answer?.created_at ?? since;
    return span;
  };
  const reference = async () => {
    const [span] = await spanOf({
      open: () => waiters(bare.ready.http),
      answer: () =>
        fetch(`${bare.ready.http}/v1/mailboxes/${mailbox.id}/messages`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ message, review_trigger_source: null }),
        }),
    });
    return span;
  };
  const result = await inTurn(rounds, ours, reference);
  agent.destroy();
  await Promise.all([daemon.stop(), bare.stop()]);
  return [
    {
      name: 'a wave of 1,000 waiters on one mailbox',
      value: result.ours,
      unit: 'ms',
      goal: { atMost: 60 },
      detail: `from the first answer to the last, as one client sees it; trivial route ${Math.round(result.reference)} ms`,
    },
  ];
}

async function spanOf({ open, answer }: Wave): Promise<readonly [number, WaitAnswer['message']]> {
  const wave = open();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_TIME));
  await answer();
  const answers = await Promise.all(wave.map((waiter) => waiter.answered));
  const times = answers.map((each) => each.at);
  return [Math.max(...times) - Math.min(...times), answers[0]?.message ?? null];
}
