import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Target } from './target.ts';

/**
 * Runs against a daemon and leaves no connection behind; returns a sentence for everything that went wrong.
 */
export type Attack = (target: Target, scale: number) => Promise<string[]>;

/**
 * Milliseconds without a byte read or written by the daemon after which it is taken to have reached its
 * bounds.
 */
const QUIET = 1500;

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
}

async function many<T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => make(number)));
}

/** Resolves when the daemon takes no more bytes of these connections, or after `scale` times 20 s. */
async function untilHeldUp(sockets: readonly Socket[], scale: number): Promise<void> {
  const sent = () => sockets.reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, 0);
  for (let round = 0, before = -1; round < scale * 14 && sent() !== before; round++) {
    before = sent();
    await setTimeout(QUIET);
  }
}

async function hangUp(sockets: readonly Socket[]): Promise<void> {
  const closed = sockets.filter((socket) => !socket.closed).map((socket) => once(socket, 'close'));
  for (const socket of sockets) socket.resetAndDestroy();
  await Promise.all(closed);
}

/** Pipelines requests on some connections and reads no answer. */
function unread(connections: number, requests: number, path: string): Attack {
  return async (target, scale) => {
    const sockets = await many(connections * scale, () => target.connect());
    for (const socket of sockets) socket.write(get(path).repeat(requests));
    await untilHeldUp(sockets, scale);
    await hangUp(sockets);
    return [];
  };
}

/** Pipelines requests and reads the answers: each comes, in order. */
const inOrder: Attack = async (target, scale) => {
  const problems: string[] = [];
  await many(4 * scale, async () => {
    const socket = await target.connect();
    const paths = Array.from({ length: 500 }, (_, number) => (number % 2 === 0 ? '/readyz' : '/nowhere'));
    socket.write(
      `${paths.map(get).join('')}${get('/readyz').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`,
    );
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) text += chunk;
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
    const expected = [...paths.map((path) => (path === '/readyz' ? '200' : '404')), '200'];
    if (statuses.join() !== expected.join())
      problems.push(`pipelined answers: ${statuses.length} of 501 in order`);
  });
  return problems;
};

/** Opens connections that never end the head of their first request. */
const halfHeads: Attack = async (target, scale) => {
  const sockets = await many(1000 * scale, () => target.connect());
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: loc');
  // A paused socket sees no end; these take what comes, which is a refusal.
  const closed = sockets.filter((socket) => !socket.closed).map((socket) => once(socket.resume(), 'close'));
  await Promise.all(closed);
  return [];
};

/** Opens more connections from one address than it may have. */
const crowd: Attack = async (target, scale) => {
  const sockets = await many(300 * scale, () => target.connect('127.0.0.2'));
  const refused = sockets.slice(256);
  const answers = await Promise.all(
    refused.map(async (socket) => {
      let text = '';
      try {
        for await (const chunk of socket.setEncoding('utf8')) text += chunk;
      } catch {
        // A reset is a refusal too.
      }
      return text;
    }),
  );
  const others = answers.filter((text) => text !== '' && !text.startsWith('HTTP/1.1 503'));
  await hangUp(sockets);
  return others.length === 0 ? [] : [`${others.length} connections beyond the limit got ${others[0]}`];
};

/** Tries to log in with wrong passwords, two hundred at once; after 300 failures the address is blocked. */
const logins: Attack = async (target, scale) => {
  const statuses = await many(200 * scale, (number) =>
    target.ask(
      '/v1/auth/login',
      JSON.stringify({ email: `nobody-${number}@example.com`, password: 'wrong password 1' }),
    ),
  );
  const others = statuses.filter((status) => status !== 401 && status !== 429 && status !== 503);
  return others.length === 0 ? [] : [`log-ins got ${[...new Set(others)].join(', ')}`];
};

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'unread documents': unread(40, 3000, '/openapi.json'),
  'unread health': unread(10, 20_000, '/v1/health'),
  'pipelined and read': inOrder,
  'half heads': halfHeads,
  'crowd from one address': crowd,
  'log-ins': logins,
};
