import * as api from '../support/api.ts';
import { costOf } from './cost.ts';
import { runHttpLoad } from './http-load.ts';
import { createSubject, startDaemon } from './processes.ts';
import { type Figure, inTurn } from './report.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';

const CONNECTIONS = 8;
const REQUESTS = 1500;

/** Processor time of a tool call over HTTP, against that of the API call that it makes. */
export async function benchMcp(rounds: number): Promise<Figure[]> {
  const daemon = await startDaemon();
  const subject = await createSubject(daemon);
  const [mailbox] = subject.mailboxes;
  if (!mailbox) throw new Error('no mailbox');
  await runSmtpLoad({
    port: Number(daemon.ready.smtp?.split(':')[1]),
    sessions: 1,
    messages: 20,
    message: textMessage(2000),
    recipient: mailbox.address,
  });
  await daemon.must(daemon.operatorToken, api.drain);
  const keyed = { role: 'agent' as const, mailbox_ids: [mailbox.id] };
  const { api_key: token } = await daemon.must(subject.admin, api.createApiKey, keyed);
  const { messages } = await daemon.must(token, api.listMessages, { id: mailbox.id });
  const id = messages[0]?.id ?? '';
  const access = 'quarantine_access=metadata';
  const cases = [
    { tool: 'read_message', args: { message_id: id }, path: `/v1/messages/${id}?${access}` },
    { tool: 'list_messages', args: {}, path: `/v1/mailboxes/${mailbox.id}/messages?limit=20&${access}` },
  ];
  const load = { origin: daemon.ready.http ?? '', token, connections: CONNECTIONS };
  const costOfCalls = (request: { path: string; body?: object }, requests = REQUESTS) =>
    costOf(daemon, requests, () => runHttpLoad({ ...load, ...request, requests }));
  const figures: Figure[] = [];
  for (const { tool, args, path } of cases) {
    const params = { name: tool, arguments: args };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const ours = { path: '/mcp', body };
    await costOfCalls(ours, 1000);
    await costOfCalls({ path }, 1000);
    const result = await inTurn(
      rounds,
      () => costOfCalls(ours),
      () => costOfCalls({ path }),
    );
    figures.push({
      name: `${tool} over HTTP: processor time`,
      value: result.ratio,
      unit: 'x',
      goal: { atMost: 2 },
      detail: `${result.ours.toFixed(2)} ms, the API call ${result.reference.toFixed(2)} ms`,
    });
  }
  await daemon.stop();
  return figures;
}
