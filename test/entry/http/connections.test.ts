import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createListener } from '../../../daemon/entry/http/listener.ts';
import { RequestTurns } from '../../../daemon/entry/http/turns.ts';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import { HTTP_LIMITS, type HttpLimits } from '../../../daemon/platform/settings/http-limits.ts';
import * as api from '../../support/api.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { createTenant, type Service, startService, type Tenant } from '../../support/service.ts';

/** A connection of its own, on which a test writes requests by hand. */
class Client {
  readonly socket: Socket;
  /** The last 4 KB of what came, or a little more. */
  heard = '';
  readonly statuses: number[] = [];
  readonly closed: Promise<unknown>;

  constructor(service: Service, options: { readonly source?: string; readonly reads?: boolean } = {}) {
    const { hostname: host, port } = new URL(service.daemon.runtime.http);
    const localAddress = options.source ?? '127.0.0.1';
    this.socket = connect({ host, port: Number(port), localAddress, noDelay: true });
    this.socket.on('error', () => undefined);
    this.closed = once(this.socket, 'close');
    if (options.reads ?? true) this.read();
    onTestFinished(() => {
      this.socket.destroy();
    });
  }

  read(): void {
    this.socket.setEncoding('utf8').on('data', (text: string) => {
      const unseen = this.heard.length;
      this.heard += text;
      // A status line may come in two pieces.
      for (const { index, 0: line, 1: status } of this.heard.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)) {
        if (index + line.length > unseen) this.statuses.push(Number(status));
      }
      this.heard = this.heard.slice(-4096);
    });
    this.socket.resume();
  }

  say(...requests: string[]): this {
    this.socket.write(requests.join(''));
    return this;
  }

  async hear(count: number): Promise<number[]> {
    while (this.statuses.length < count && !this.socket.closed) {
      await Promise.race([once(this.socket, 'data'), this.closed]);
    }
    return this.statuses;
  }
}

function request(line: string, key: string | null = null, body = '', more = ''): string {
  const head = `${line} HTTP/1.1\r\nHost: localhost\r\n${key === null ? '' : `Authorization: Bearer ${key}\r\n`}`;
  const type =
    body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${head}${type}${more}\r\n${body}`;
}

function limited(limits: Partial<HttpLimits>, trustedProxies: string[] = []) {
  return startService({ config: { httpLimits: { ...HTTP_LIMITS, ...limits }, trustedProxies } });
}

async function mailboxNames(service: Service, { admin }: Tenant): Promise<string[]> {
  // Several round trips: a request that arrived before them would have been handled.
  for (let n = 0; n < 20; n++) await service.request(null, 'GET /readyz');
  const { body } = await service.call(admin, api.listMailboxes);
  return body.mailboxes.map(({ name }) => name).sort();
}

const wait = ({ admin, mailbox }: Tenant) =>
  request(`GET /v1/mailboxes/${mailbox.id}/messages/wait?timeout=30`, admin);
const create = ({ admin }: Tenant, name: string) =>
  request('POST /v1/mailboxes', admin, JSON.stringify({ name }));

async function pro(service: Service): Promise<Tenant> {
  return createTenant(service, { tier: 'pro' });
}

function wake(service: Service, { mailbox }: Tenant): Promise<string> {
  return service.deliver({ from: 'ann@example.net', to: mailbox.address, raw: 'Subject: x\r\n\r\nx\r\n' });
}

describe('requests on one connection', () => {
  it('are handled one at a time, in order', async () => {
    const service = await startService();
    const tenant = await pro(service);
    const client = new Client(service).say(wait(tenant), create(tenant, 'second'), request('GET /nowhere'));
    expect(await mailboxNames(service, tenant)).toEqual(['helper']);
    await wake(service, tenant);
    expect(await client.hear(3)).toEqual([200, 201, 404]);
    expect(await mailboxNames(service, tenant)).toEqual(['helper', 'second']);
  });

  it('are not handled while the client does not read the answers', async () => {
    const service = await startService();
    const tenant = await pro(service);
    // More than the system buffers for a connection.
    const documents = request('GET /openapi.json').repeat(150);
    const client = new Client(service, { reads: false }).say(documents, create(tenant, 'second'));
    expect(await mailboxNames(service, tenant)).toEqual(['helper']);
    client.read();
    expect((await client.hear(151)).at(-1)).toBe(201);
  });

  it('may come in any number and in any pieces', async () => {
    const service = await startService();
    const tenant = await pro(service);
    const body = JSON.stringify({ name: 'b', display_name: 'x'.repeat(60) });
    const chunked = `Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n`;
    const text = [
      request('GET /readyz').repeat(300),
      request('POST /v1/mailboxes', tenant.admin, body),
      `${request('POST /v1/mailboxes', tenant.admin, '', chunked)}c\r\n{"name":"c"}\r\n0\r\n\r\n`,
      request('POST /v1/auth/login', null, JSON.stringify({ email: 'x'.repeat(60_000) })),
      request('GET /readyz').repeat(50),
    ].join('');
    const statuses = [...Array(300).fill(200), 201, 201, 400, ...Array(50).fill(200)];
    for (const pieces of [[text], text.match(/.{1,1000}/gs) ?? []]) {
      const client = new Client(service).say(...pieces.slice(0, 1));
      for (const piece of pieces.slice(1)) client.say(piece);
      await client.hear(statuses.length);
      const conflict = pieces.length > 1;
      expect(client.statuses).toEqual(conflict ? statuses.map((s) => (s === 201 ? 409 : s)) : statuses);
    }
  });

  it('whose body comes after an earlier answer are handled', async () => {
    const service = await startService();
    const tenant = await pro(service);
    const whole = create(tenant, 'second');
    const client = new Client(service).say(wait(tenant), whole.slice(0, -5));
    await mailboxNames(service, tenant);
    client.say(whole.slice(-5));
    await wake(service, tenant);
    expect(await client.hear(2)).toEqual([200, 201]);
  });

  it('are not even parsed, but for a few, while an answer is under way', async () => {
    let parsed = 0;
    let socket: Socket | undefined;
    const turns = new WeakMap<Socket, RequestTurns>();
    const server = createServer()
      .on('connection', (accepted: Socket) => {
        socket = accepted;
        turns.set(accepted, new RequestTurns(accepted, () => undefined, 10_000));
      })
      .on('request', (request, response) => {
        parsed += 1;
        turns.get(request.socket)?.take(request, response);
      })
      .listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.close();
    });
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => {
      client.destroy();
    });
    client.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4000));
    // It holds the rest back after a few, or parses all of them.
    await expect.poll(() => socket?.isPaused() || parsed === 4000).toBe(true);
    expect(parsed).toBeLessThan(100);
  });

  it('end with the answer that says so', async () => {
    const service = await limited({ requestsPerConnection: 2 });
    const client = new Client(service).say(request('GET /readyz').repeat(2));
    expect(await client.hear(2)).toEqual([200, 200]);
    await client.closed;
    expect(client.heard.match(/Connection: (\S+)/g)).toEqual(['Connection: keep-alive', 'Connection: close']);
  });

  it.each([
    ['nothing readable', 'nonsense\r\n\r\n', ''],
    ['a request after the last one', request('GET /readyz'), 'Connection: close\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', ''],
  ])('get their own answer when %s follows', async (_name, next, more) => {
    const service = await startService();
    const tenant = await pro(service);
    const body = JSON.stringify({ name: 'second' });
    const client = new Client(service).say(request('POST /v1/mailboxes', tenant.admin, body, more) + next);
    await client.closed;
    expect(client.statuses).toEqual([201]);
  });

  it('are answered when the client has ended its side', async () => {
    const service = await startService();
    const client = new Client(service);
    client.socket.end(request('GET /readyz').repeat(3));
    await client.closed;
    expect(client.statuses).toEqual([200, 200, 200]);
  });

  it('are given up soon when the client has ended its side', async () => {
    const dns = new ScriptedDns().mail('slow.example', 'silent');
    const service = await startService({
      config: {
        httpLimits: { ...HTTP_LIMITS, halfOpenTime: 100 },
        deliverability: { ...DEFAULTS.deliverability, dns: 'on' },
      },
      overrides: { dns },
    });
    const tenant = await pro(service);
    const mail = { from_mailbox: tenant.mailbox.id, to: 'ann@slow.example', subject: 'Hi', body: 'Hi.' };
    const client = new Client(service);
    client.socket.end(request('POST /v1/messages/send', tenant.admin, JSON.stringify(mail)));
    await client.closed;
    expect(dns.asked).toContain('slow.example');
    expect(client.statuses).toEqual([]);
    // Ends the wait for the name servers.
    service.clock.moveTo(service.clock.now() + 10_000);
  });

  it('end a long poll as soon as the client has ended its side', async () => {
    const service = await limited({ halfOpenTime: 300_000 });
    const tenant = await pro(service);
    const { signals } = service.daemon.context;
    const watching = signals.watching('mailbox');
    const client = new Client(service).say(wait(tenant));
    await expect.poll(() => signals.watching('mailbox')).toBe(watching + 1);
    client.socket.end();
    await expect.poll(() => signals.watching('mailbox')).toBe(watching);
  });

  it('are given up when the client hangs up', async () => {
    const service = await startService();
    const tenant = await pro(service);
    const { signals } = service.daemon.context;
    const watching = signals.watching('mailbox');
    const client = new Client(service).say(wait(tenant));
    await expect.poll(() => signals.watching('mailbox')).toBe(watching + 1);
    client.socket.resetAndDestroy();
    await expect.poll(() => signals.watching('mailbox')).toBe(watching);
  });
});

describe('a connection', () => {
  it('ends when the head of a request does not come in time', async () => {
    const service = await limited({ headTime: 100, checkInterval: 20 });
    const silent = new Client(service);
    const half = new Client(service).say('GET /readyz HTTP/1.1\r\nHost: local');
    await Promise.all([silent.closed, half.closed]);
    expect(half.statuses).toEqual([400]);
    expect(half.heard).toContain('took too long');
  });

  it('is not cut while the head of the next request is held back', async () => {
    const service = await limited({ headTime: 100, checkInterval: 20 });
    const tenant = await pro(service);
    const client = new Client(service).say(wait(tenant), 'GET /readyz HTTP/1.1\r\nHost: local');
    // By then the daemon has looked at the connection, and has cut one that only began a head.
    await new Client(service).say('GET').closed;
    await wake(service, tenant);
    await client.closed;
    expect(client.statuses).toEqual([200]);
  });

  it('ends when the client takes nothing of an answer', async () => {
    const service = await limited({ stallTime: 200, connectionsPerAddress: 1 });
    const source = '127.0.0.2';
    const stalled = new Client(service, { source, reads: false }).say(
      request('GET /openapi.json').repeat(150),
    );
    await once(stalled.socket, 'connect');
    let admitted = false;
    while (!admitted) {
      const other = new Client(service, { source }).say(
        request('GET /readyz', null, '', 'Connection: close\r\n'),
      );
      await other.closed;
      admitted = other.statuses[0] === 200;
    }
    expect(stalled.socket.destroyed).toBe(false);
  });

  it('outlives the limit for stalled answers while it waits for something to happen', async () => {
    const service = await limited({ stallTime: 50 });
    const tenant = await pro(service);
    const client = new Client(service).say(wait(tenant));
    const idle = new Client(service);
    await idle.closed;
    await wake(service, tenant);
    expect(await client.hear(1)).toEqual([200]);
  });

  it('beyond the limit of its address gets 503', async () => {
    const service = await limited({ connectionsPerAddress: 2 });
    const from = (source: string) => new Client(service, { source }).say(request('GET /readyz'));
    const [first, second] = [from('127.0.0.2'), from('127.0.0.2')];
    expect([await first.hear(1), await second.hear(1)]).toEqual([[200], [200]]);
    const refused = from('127.0.0.2');
    await refused.closed;
    expect(refused.statuses).toEqual([503]);
    expect(refused.heard).toMatch(/Retry-After: 5\r\n.*"code":"SERVICE_UNAVAILABLE"/s);
    expect(await from('127.0.0.3').hear(1)).toEqual([200]);
    first.socket.end();
    await first.closed;
    expect(await from('127.0.0.2').hear(1)).toEqual([200]);
  });

  it('counts with all others from its IPv6 /64', async () => {
    const service = await limited({ connectionsPerAddress: 2 });
    const server = createListener(service.daemon.context, (_, response) => response.end('{}'));
    const addresses = ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:ffff::3', '2001:db8:0:2::1'];
    // No test has these addresses.
    server.prependListener('connection', (socket: Socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: addresses.shift() });
    });
    server.listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.close();
    });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const statuses: unknown[] = [];
    while (addresses.length > 0) {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => {
        socket.destroy();
      });
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      const [bytes] = await once(socket, 'data');
      statuses.push(String(bytes).slice(9, 12));
    }
    expect(statuses).toEqual(['200', '200', '503', '200']);
  });

  it('from this machine or from a trusted proxy does not count toward the limit of an address', async () => {
    const service = await limited({ connectionsPerAddress: 1 }, ['127.0.0.2']);
    for (const source of ['127.0.0.1', '127.0.0.2']) {
      const clients = [1, 2, 3].map(() => new Client(service, { source }).say(request('GET /readyz')));
      for (const client of clients) expect(await client.hear(1)).toEqual([200]);
    }
  });

  it('beyond the limit of all connections is closed', async () => {
    const service = await limited({ connections: 2 });
    const clients = [1, 2].map(() => new Client(service).say(request('GET /readyz')));
    for (const client of clients) expect(await client.hear(1)).toEqual([200]);
    const refused = new Client(service).say(request('GET /readyz'));
    await refused.closed;
    expect(refused.statuses).toEqual([]);
  });
});
