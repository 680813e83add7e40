import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchOverHttp } from '../../../cli/machine/process/http-fetch.ts';
import { serverHeader } from '../../../shared/server-header.ts';
import { agentmail, CLIENT_VERSION } from '../../support/cli.ts';
import { listItem, nameDaemon, startStub } from '../../support/stub-daemon.ts';

const fetches = [
  ['the built-in fetch', globalThis.fetch],
  ['fetch over node:http', fetchOverHttp],
] as const;

describe.each(fetches)('the client with %s', (_, fetch) => {
  test('sends the key, the parameters and the query, and reads the reply', async () => {
    let seen: unknown;
    const { home } = await startStub((server) => {
      server.get('/v1/mailboxes/:id/messages', async (request) => {
        const { params, query, headers } = request;
        seen = { params, query, authorization: headers.authorization };
        return { messages: [listItem()] };
      });
    });
    const ran = await agentmail(['inbox', '-m', 'a b/c', '--unread', '-n', '5'], { home, fetch });
    expect(ran.exit).toBe(0);
    expect(ran.json().messages).toHaveLength(1);
    expect(seen).toEqual({
      params: { id: 'a b/c' },
      query: { direction: 'inbound', unread: 'true', limit: '5' },
      authorization: 'Bearer am_live_stub.key',
    });
  });

  test('takes a key without the white space around it, and nothing for a key that is none', async () => {
    const seen: unknown[] = [];
    const { home } = await startStub((server) => {
      server.get('/v1/accounts/quota', async ({ headers }, reply) => {
        seen.push(headers.authorization);
        return reply.code(403).send({ error: 'No.', code: 'ACCOUNT_SUSPENDED' });
      });
    });
    const quota = (key: string) => agentmail(['quota'], { home, fetch, env: { AGENTMAIL_KEY: key } });
    expect((await quota(' am_live_a.b\r\n')).error().code).toBe('ACCOUNT_SUSPENDED');
    expect((await quota('am_live_a.b\nam_live_c.d')).error()).toMatchObject({
      code: 'NO_CREDENTIAL',
      exit: 3,
    });
    expect(seen).toEqual(['Bearer am_live_a.b']);
  });

  test.each([
    ['send', '--to', 'ann@example.com', '-s', 'x', '-b', 'x', '--from', 'x', '--idempotency-key', 'ключ'],
    ['idempotency', 'ключ'],
    ['idempotency', 'two\nlines'],
  ])('asks nothing with an idempotency key that no header can carry: %s %s', async (...words) => {
    const { home } = await startStub(() => {});
    const ran = await agentmail(words, { home, fetch });
    expect([ran.exit, ran.error().code]).toEqual([2, 'USAGE']);
    expect(ran.error().error).toContain("isn't a valid idempotency key");
  });

  test('sends bodies as JSON in UTF-8', async () => {
    let body: unknown;
    const { home } = await startStub((server) => {
      server.post('/v1/mailboxes', async (request, reply) => {
        body = request.body;
        return reply.code(403).send({ error: 'No.', code: 'TIER_LIMIT' });
      });
    });
    await agentmail(['mailboxes', 'create', 'süd', '--display-name', '日本'], { home, fetch });
    expect(body).toEqual({ name: 'süd', display_name: '日本' });
  });

  test('sends the body of a DELETE too: what an account is deleted with is its confirmation', async () => {
    const bodies: unknown[] = [];
    const { home } = await startStub((server) => {
      server.delete('/v1/accounts', async (request) => {
        bodies.push(request.body);
        return { status: 'deleted' };
      });
    });
    const ran = await agentmail(['account', 'delete', 'ann@example.com'], { home, fetch });
    expect([ran.exit, bodies]).toEqual([0, [{ confirm_email: 'ann@example.com' }]]);
  });

  test('keeps codes and details that this version does not know', async () => {
    const { home } = await startStub((server) => {
      server.get('/v1/auth/me', (_request, reply) =>
        reply.code(403).send({ error: 'The moon is full.', code: 'MOON_PHASE', details: { phase: 4 } }),
      );
    });
    const ran = await agentmail(['whoami'], { home, fetch });
    expect(ran.exit).toBe(4);
    expect(ran.error()).toMatchObject({
      error: 'The moon is full.',
      code: 'MOON_PHASE',
      details: { phase: 4 },
      exit: 4,
    });
  });

  test('does not take an answer that breaks the contract', async () => {
    const { home } = await startStub((server) => {
      server.get('/v1/accounts/quota', async () => ({ today: 'plenty' }));
    });
    const ran = await agentmail(['quota'], { home, fetch });
    expect(ran.exit).toBe(1);
    expect(ran.error()).toMatchObject({ code: 'UNEXPECTED_REPLY', details: { endpoint: 'accounts.quota' } });
  });

  test('believes a daemon of its own version, whose answers were checked when they were written', async () => {
    const { home } = await startStub((server) => {
      server.get('/v1/accounts/quota', (_request, reply) =>
        reply.header('server', serverHeader(CLIENT_VERSION)).send({ of: 'another contract' }),
      );
    });
    const ran = await agentmail(['quota'], { home, fetch });
    expect(ran.json()).toEqual({ of: 'another contract' });
  });

  test('does not follow a redirect with the key', async () => {
    let leaked = false;
    const other = await startStub((server) => {
      server.get('/*', async () => {
        leaked = true;
        return {};
      });
    });
    const { home } = await startStub((server) => {
      server.get('/v1/auth/me', (_request, reply) => reply.redirect(`${other.origin}/v1/auth/me`));
    });
    expect((await agentmail(['whoami'], { home, fetch })).exit).not.toBe(0);
    expect(leaked).toBe(false);
  });

  test('calls a broken connection unreachable', async () => {
    const { home } = await startStub((server) => {
      server.get('/v1/auth/me', (request) => request.raw.socket.destroy());
    });
    const ran = await agentmail(['whoami'], { home, fetch });
    expect(ran.exit).toBe(7);
    expect(ran.error().code).toBe('UNREACHABLE');
  });

  test('calls an answer that breaks off unreachable', async () => {
    const { home } = await startStub((server) => {
      server.get('/v1/auth/me', (_request, reply) => {
        reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        reply.raw.write('{"account_id":');
        setImmediate(() => reply.raw.destroy());
      });
    });
    expect((await agentmail(['whoami'], { home, fetch })).exit).toBe(7);
  });

  test.each([
    ['that never begins', () => {}],
    [
      'that never ends',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"account_id":');
      },
    ],
  ])('gives up an answer %s', async (_what, answer) => {
    const { home } = await startStub((server) => {
      server.get('/v1/auth/me', (_request, reply) => {
        reply.hijack();
        answer(reply.raw);
      });
    });
    const ran = await agentmail(['whoami'], { home, fetch, env: { AGENTMAIL_TIMEOUT: '0.2' } });
    expect(ran.exit).toBe(7);
    expect(ran.error().error).toContain('no response within 0.2 s');
  });
});

describe('the time for an answer', () => {
  test.each(['soon', '0', '-1', '3601'])('cannot be "%s"', async (seconds) => {
    const { home } = await startStub(() => {});
    const ran = await agentmail(['whoami'], { home, env: { AGENTMAIL_TIMEOUT: seconds } });
    expect(ran.exit).toBe(2);
    expect(ran.error().error).toContain('AGENTMAIL_TIMEOUT');
  });

  test('of a call that may take minutes begins when the daemon has shown that it is there', async () => {
    const { home, origin } = await startStub(() => {});
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const env = {
      AGENTMAIL_URL: origin.replace(/:\d+$/, `:${typeof address === 'object' ? address?.port : ''}`),
      AGENTMAIL_TIMEOUT: '0.2',
    };
    const ran = await agentmail(['backup'], { home, env });
    expect(ran.exit).toBe(7);
    expect(ran.error().error).toContain('no response within 0.2 s');
  });
});

describe('finding the daemon', () => {
  test('a home without a locator file is unreachable, and says how to start one', async () => {
    const { home } = await startStub(() => {});
    const ran = await agentmail(['whoami'], { home: `${home}-none` });
    expect(ran.exit).toBe(7);
    expect(ran.error().hint).toContain('agentmail up');
  });

  test('a locator file of a process that has ended is not believed', async () => {
    const { home, origin } = await startStub(() => {});
    nameDaemon(home, origin, 2 ** 22 - 1);
    expect((await agentmail(['whoami'], { home })).exit).toBe(7);
  });

  test('a program on the old port that is no daemon never sees the key', async () => {
    let received = '';
    const stranger = createServer((socket) => {
      socket.on('data', (data) => {
        received += data;
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi');
      });
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void stranger.close());
    const { home } = await startStub(() => {});
    const address = stranger.address();
    nameDaemon(home, `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    expect((await agentmail(['whoami'], { home })).exit).not.toBe(0);
    expect(received).toContain('/readyz');
    expect(received.toLowerCase()).not.toContain('authorization');
  });

  test('a daemon that is still starting is transient, not unreachable', async () => {
    const { home, origin } = await startStub(() => {});
    nameDaemon(home, `${origin}/`);
    const starting: typeof globalThis.fetch = async () =>
      Response.json({ error: 'Starting.', code: 'SERVICE_UNAVAILABLE' }, { status: 503 });
    expect((await agentmail(['whoami'], { home, fetch: starting })).exit).toBe(8);
  });

  test('a stored key does not go to another machine that AGENTMAIL_URL names', async () => {
    const { home } = await startStub(() => {});
    const ran = await agentmail(['whoami'], { home, env: { AGENTMAIL_URL: 'https://mail.example.com' } });
    expect(ran.exit).toBe(3);
    expect(ran.error().code).toBe('NO_CREDENTIAL');
  });

  test('the token of the owner does not leave the machine', async () => {
    const { home } = await startStub(() => {});
    const ran = await agentmail(['operator', 'clock', 'show'], {
      home,
      env: { AGENTMAIL_URL: 'https://mail.example.com' },
    });
    expect(ran.exit).toBe(2);
  });

  test('AGENTMAIL_KEY goes before the stored key', async () => {
    let seen: string | undefined;
    const { home } = await startStub((server) => {
      server.get('/v1/auth/me', (request, reply) => {
        seen = request.headers.authorization;
        return reply.code(401).send({ error: 'No.', code: 'UNAUTHORIZED' });
      });
    });
    const ran = await agentmail(['whoami'], { home, env: { AGENTMAIL_KEY: 'am_live_other.key' } });
    expect(ran.exit).toBe(3);
    expect(seen).toBe('Bearer am_live_other.key');
  });
});
