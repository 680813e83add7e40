import * as api from '../support/api.ts';
import { runHttpLoad } from './http-load.ts';
import { createSubject, startDaemon, startReference } from './processes.ts';
import { type Figure, inTurn } from './report.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';

const CONNECTIONS = 16;
const REQUESTS = 8000;
const BARE_PATH = '/v1/messages/x';

/** Requests with their key checked, against a route that does nothing. */
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
  await daemon.must(daemon.operatorToken, api.drain);
  const list = await daemon.must(subject.admin, api.listMessages, { id: mailbox.id });
  const cases = [
    { name: 'GET one message by id, key checked', path: `/v1/messages/${list.messages[0]?.id}` },
    { name: 'GET who is calling: authentication alone', path: '/v1/auth/me' },
  ];
  const load = (origin = '', path = BARE_PATH, requests = REQUESTS) =>
    runHttpLoad({ origin, path, token: subject.admin, connections: CONNECTIONS, requests });
  await load(bare.ready.http, BARE_PATH, 2000);
  const figures: Figure[] = [];
  for (const { name, path } of cases) {
    await load(daemon.ready.http, path, 2000);
    const result = await inTurn(
      rounds,
      () => load(daemon.ready.http, path),
      () => load(bare.ready.http),
    );
    figures.push({
      name,
      value: result.ratio,
      unit: 'x',
      goal: { atLeast: 0.35 },
      detail: `${Math.round(result.ours)} requests/s, trivial route ${Math.round(result.reference)}`,
    });
  }
  await Promise.all([daemon.stop(), bare.stop()]);
  return figures;
}
