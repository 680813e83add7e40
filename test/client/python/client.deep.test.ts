import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { needsPrograms } from '../../support/needs.ts';
import { PYTHON, PYTHON_ENV, python } from '../../support/python.ts';
import { createAgent, createTenant, sharedService } from '../../support/service.ts';
import { type BreakingProxy, breakingProxy } from '../proxy.ts';

/** The Python client against a daemon, with both of its clients. */

const FLOWS = join(import.meta.dirname, 'flows.py');
let tenants = 0;

interface Flow {
  /** Resolves with the next line that it prints. */
  next(): Promise<unknown>;
  /** Resolves with the other lines, once it has ended well. */
  rest(): Promise<unknown[]>;
  /** Lets it go on. */
  goOn(): void;
}

function start(kind: string, name: string, env: NodeJS.ProcessEnv): Flow {
  const child = spawn(PYTHON, [FLOWS, kind, name], {
    env: { ...PYTHON_ENV, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const complaints = child.stderr.setEncoding('utf8').toArray();
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const rest = async () => {
    const told: unknown[] = [];
    for (let line = await lines.next(); !line.done; line = await lines.next())
      told.push(JSON.parse(line.value));
    await ended;
    expect((await complaints).join('')).toBe('');
    return told;
  };
  return {
    async next() {
      const { done, value } = await lines.next();
      if (done) throw new Error((await complaints).join(''));
      return JSON.parse(value);
    },
    rest,
    goOn: () => void child.stdin.write('\n'),
  };
}

describe.each(['sync', 'async'])('the Python client, %s', needsPrograms(python()), (kind) => {
  const service = sharedService();
  const watching = () => service.daemon.context.signals.watching('mailbox');

  /** An account with a mailbox; with a proxy, its programs call through that. */
  async function desk(proxy?: BreakingProxy) {
    tenants += 1;
    const email = `owner-${tenants}@example.com`;
    const { admin, mailbox } = await createTenant(service, { email, mailbox: `desk-${tenants}` });
    const env = {
      AGENTMAIL_URL: proxy?.url ?? service.daemon.runtime.http,
      AGENTMAIL_KEY: await createAgent(service, admin, mailbox.id),
      OWNER_KEY: admin,
      OPERATOR_TOKEN: service.daemon.operatorToken,
      MAILBOX: mailbox.name,
      MAILBOX_ID: mailbox.id,
    };
    const deliver = (subject: string, text = 'Hello.', from = 'ann@example.org', to = mailbox.address) =>
      service.deliver({ from, to, subject, text });
    return { mailbox, deliver, start: (name: string) => start(kind, name, env) };
  }

  const behindProxy = async () => {
    const proxy = await breakingProxy(service.daemon.runtime.http);
    return { proxy, ...(await desk(proxy)) };
  };

  it('sends, waits for the denial, and sends a new version with the same key', async () => {
    const flow = (await desk()).start('review');
    expect(await flow.rest()).toEqual([
      {
        ...{ held: 'pending_review', early: false, denied: 'denied', reason: 'Say when.' },
        ...{ approved: 'approved', content: 'On Monday.' },
      },
    ]);
  });

  it('lists and stars, and tells null from an argument that is left out', async () => {
    const [told] = (await (await desk()).start('lists').rest()) as [{ sent: string }];
    expect(told).toMatchObject({ listed: [told.sent], starred: [told.sent], names: ['Desk', null] });
  });

  it('waits for mail that arrives from now on', async () => {
    const { deliver, start } = await desk();
    await deliver('Sign in', 'An old one.');
    await service.drain();
    const flow = start('wait');
    await expect.poll(watching).toBe(1);
    await deliver('Sign here', 'Hi', 'bob@example.org');
    await deliver('Sign in', 'The one.');
    expect(await flow.rest()).toEqual([
      { subject: 'Sign in', content: expect.stringContaining('The one.'), nothing: null },
    ]);
  });

  it('takes a code once', async () => {
    const { mailbox, deliver, start } = await desk();
    const flow = start('code');
    await expect.poll(watching).toBe(1);
    const to = mailbox.address.replace('@', '+shop@');
    await deliver('Sign in', 'Your verification code is 482913.', 'shop@example.org', to);
    expect(await flow.rest()).toEqual([{ value: '482913', recipient: to, nothing: null, again: '482913' }]);
  });

  it('follows events across a lost connection, each once, and gives up where it is refused', async () => {
    const { proxy, deliver, start } = await behindProxy();
    const flow = start('stream');
    await expect.poll(() => proxy.requests.length).toBe(1);
    for (const subject of ['one', 'two', 'three']) {
      await deliver(subject);
      await service.drain();
      expect(await flow.next()).toEqual({ event: 'message.received', subject, has_cursor: true });
      proxy.cut();
    }
    expect(await flow.rest()).toMatchObject([{ after: [], refused: { code: 'UNAUTHORIZED', status: 401 } }]);
  });

  it('repeats a send without an answer with the same key, so that one message is sent', async () => {
    const { proxy, mailbox, start } = await behindProxy();
    proxy.loseAnswers(2);
    expect(await start('retry').rest()).toEqual([{ status: 'sent', replayed: true }]);
    const keys = proxy.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0]]);
    const { body } = await service.operator(api.listOutbox, { to: `${mailbox.name}@example.com` });
    expect(body.items).toHaveLength(1);
  });

  it('repeats nothing that could have a second effect, and tells the key of the rest', async () => {
    const { proxy, mailbox, start } = await behindProxy();
    proxy.loseAnswers(3);
    expect(await start('lost').rest()).toMatchObject([
      {
        created: { class: 'NoAnswerError', code: 'NO_ANSWER', idempotency_key: null },
        sent: { class: 'NoAnswerError', idempotency_key: `mine-${mailbox.name}` },
        status: 'sent',
      },
    ]);
    expect(proxy.requests).toHaveLength(4);
  });

  it('tells a refusal by its code, and tries again when that helps', async () => {
    const { proxy, mailbox, start } = await behindProxy();
    const refuse = (status: number, code: string, details = {}) =>
      proxy.answer(status, { error: 'No.', code, details });
    proxy.pass();
    refuse(503, 'SERVICE_UNAVAILABLE', { retry_after: 0.1 });
    proxy.pass();
    refuse(429, 'RATE_LIMITED', { retry_after: 3600 });
    refuse(503, 'SERVICE_UNAVAILABLE');
    expect(await start('refusals').rest()).toMatchObject([
      {
        unknown: {
          ...{ class: 'RefusedError', code: 'NOT_FOUND', status: 404, retry_after: null },
          hint: 'Change the request. `agentmail errors NOT_FOUND` explains it.',
          request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          text: expect.stringMatching(/^NOT_FOUND: /),
        },
      },
      { busy: mailbox.name },
      { limited: { retry_after: 3600, hint: 'Try again after 3600 seconds.' } },
      { starting: { code: 'SERVICE_UNAVAILABLE', status: 503 } },
    ]);
    expect(proxy.requests).toHaveLength(5);
  });

  it('tells an answer of something else, and follows no redirection', async () => {
    const { proxy, start } = await behindProxy();
    proxy.answer(404, '<html>');
    proxy.answer(200, 'hello');
    proxy.answer(200, '[]');
    proxy.answer(302, '', { location: 'http://elsewhere.example/' });
    const strange = (status: number) => ({ strange: { class: 'UnexpectedReplyError', status } });
    expect(await start('strangers').rest()).toMatchObject([404, 200, 200, 302].map(strange));
    expect(proxy.requests).toHaveLength(4);
  });

  it('ends after its timeout, and refuses a reply that is too large', async () => {
    const { proxy, start } = await behindProxy();
    expect(await start('large').rest()).toMatchObject([{ large: { class: 'ReplyTooLargeError' } }]);
    proxy.silence();
    expect(await start('silent').rest()).toMatchObject([
      { silent: { class: 'NoAnswerError', text: expect.stringContaining('no answer within 0.2 s') } },
    ]);
  });

  it('uploads files, and reads bytes and text', async () => {
    const { start } = await desk();
    expect(await start('files').rest()).toEqual([
      { refused: 'OUTBOUND_ATTACHMENTS_DISABLED', raw: true, metrics: true },
    ]);
  });

  it('acts for a signed-in person', async () => {
    const { mailbox, start } = await desk();
    const account = `${mailbox.name}@example.org`;
    expect(await start('session').rest()).toEqual([
      { account, sessions: 1, left: null, ended: 'UNAUTHORIZED' },
    ]);
  });

  it('shares connections among calls at the same moment', async () => {
    const { proxy, start } = await behindProxy();
    expect(await start('threads').rest()).toEqual([{ ok: 40 }]);
    expect(proxy.requests).toHaveLength(40);
  });

  it('keeps a connection for the next call', async () => {
    const { proxy, start } = await behindProxy();
    await start('lists').rest();
    const sockets = new Set(proxy.requests.map(({ socket }) => socket));
    // One for each of its two clients.
    expect(sockets.size).toBe(2);
    expect(proxy.requests.length).toBeGreaterThan(4);
  });

  // A blocking call ends with its timeout.
  if (kind === 'sync') return;
  it('ends a cancelled wait at once, and goes on', async () => {
    const flow = (await desk()).start('cancel');
    await expect.poll(watching).toBe(1);
    flow.goOn();
    expect(await flow.next()).toEqual({ cancelled: true });
    await expect.poll(watching).toBe(0);
    flow.goOn();
    expect(await flow.rest()).toEqual([{ status: 'ok' }]);
  });
});
