import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A proxy before the socket of a server that adds a millisecond to each round trip: `node delaying-proxy.ts
 * SOCKET`.
 */
const DELAY = 1;
const [, , socketPath = ''] = process.argv;

/** Forwards what arrives on one socket to another, later and in order. */
function forwardLater(from: Socket, to: Socket): void {
  const waiting: { readonly due: number; readonly data: Buffer }[] = [];
  let isScheduled = false;
  const forward = (): void => {
    isScheduled = false;
    while ((waiting[0]?.due ?? Number.POSITIVE_INFINITY) <= performance.now()) {
      const next = waiting.shift();
      if (next) to.write(next.data);
    }
    schedule();
  };
  const schedule = (): void => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setTimeout(forward, DELAY);
  };
  from.on('data', (data: Buffer) => {
    waiting.push({ due: performance.now() + DELAY, data });
    schedule();
  });
}

const server = createServer((client) => {
  const upstream = connect(socketPath);
  for (const socket of [client, upstream]) {
    socket
      .on('error', () => undefined)
      .on('close', () => {
        client.destroy();
        upstream.destroy();
      });
  }
  client.setNoDelay(true).pipe(upstream);
  forwardLater(upstream, client);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ http: `127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit());
