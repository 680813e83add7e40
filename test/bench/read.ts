import { runHttpLoad } from './http-load.ts';
import { createSubject, startDaemon, startReference } from './processes.ts';
import { type Figure, inTurn } from './report.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';

const CONNECTIONS = 16;
const REQUESTS = 8000;

/** One message by id with its key checked, against a route that does nothing. */
export async function benchRead(rounds: number): Promise<Figure[]> {
  const daemon = await startDaemon();
  const bare = await startReference('bare-fastify');
  const subject = await createSubject(daemon);
  const [mailbox] = subject.mailboxes;
  if (!mailbox) throw new Error('no mailbox');
  await runSmtpLoad({
    port: Number(daemon.ready.smtp?.split(':')[1]),
    sessions: 1,
    messages: 1,
    message: textMessage(2000),
    recipient: mailbox.address,
  });
  await daemon.call(daemon.operatorToken, 'POST', '/operator/v1/drain', {});
  const list = await daemon.call<{ messages: { id: string }[] }>(
    subject.admin,
    'GET',
    `/v1/mailboxes/${mailbox.id}/messages`,
  );
  const path = `/v1/messages/${list.messages[0]?.id}`;
  const load = (origin = '', requests = REQUESTS) =>
    runHttpLoad({ origin, path, token: subject.admin, connections: CONNECTIONS, requests });
  await load(daemon.ready.http, 2000);
  await load(bare.ready.http, 2000);
  const result = await inTurn(
    rounds,
    () => load(daemon.ready.http),
    () => load(bare.ready.http),
  );
  await Promise.all([daemon.stop(), bare.stop()]);
  return [
    {
      name: 'GET one message by id, key checked',
      value: result.ratio,
      unit: 'x',
      goal: { atLeast: 0.35 },
      detail: `${Math.round(result.ours)} requests/s, trivial route ${Math.round(result.reference)}`,
    },
  ];
}
