import { connect, createServer } from 'node:net';

const GREETING_TIMEOUT_MS = 3_000;
const GREETING = '220';

/** Whether a port of an address of this machine is free. */
export function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** The header with which a proxy announces that it asks for itself. */
const PROXY_HEADER = 'PROXY UNKNOWN\r\n';

/** Whether a mail server answers at `host:port`: directly, or to a proxy. Null if it doesn't. */
export async function greets(address: string): Promise<'directly' | 'proxied' | null> {
  if (await greetsAfter(address, '')) return 'directly';
  return (await greetsAfter(address, PROXY_HEADER)) ? 'proxied' : null;
}

function greetsAfter(address: string, header: string): Promise<boolean> {
  const { hostname, port } = new URL(`smtp://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
    if (header !== '') socket.write(header);
    const finish = (greeted: boolean) => {
      socket.destroy();
      resolve(greeted);
    };
    socket.setTimeout(GREETING_TIMEOUT_MS, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('data', (data) => finish(data.toString('latin1').startsWith(GREETING)));
  });
}
