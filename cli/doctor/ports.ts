import { connect, createServer } from 'node:net';

const GREETING_TIMEOUT_MS = 3_000;
const GREETING = '220';

/** Whether a loopback port is free. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Whether a mail server answers at `host:port`. */
export function greets(address: string): Promise<boolean> {
  const { hostname, port } = new URL(`smtp://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
    const finish = (greeted: boolean) => {
      socket.destroy();
      resolve(greeted);
    };
    socket.setTimeout(GREETING_TIMEOUT_MS, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('data', (data) => finish(data.toString('latin1').startsWith(GREETING)));
  });
}
