import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { testAuthority } from './certificates.ts';

/** Servers that drip, beside those of mail (`scripted-mail-server.ts`). They stop with the test. */

/** Milliseconds between pieces, for clients whose limits are set shorter than any test may take. */
const EVERY = 5;

/** Writes a piece after the other until the connection ends; without a piece it stays silent. */
export function keepWriting(socket: Socket, piece?: string | Buffer): void {
  if (piece === undefined) return;
  const timer = setInterval(() => socket.write(piece), EVERY);
  socket.on('close', () => clearInterval(timer));
}

/** Listens for TCP connections, and plays `script` in each. Returns the port. */
export async function startTcp(script: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    script(socket);
  });
  return listening(server);
}

/** Listens for TLS connections to localhost. */
export async function startTls(script: (socket: Socket) => void): Promise<number> {
  const credentials = await (await testAuthority()).issue('localhost', '127.0.0.1');
  const server = createTlsServer(credentials, (socket) => {
    socket.on('error', () => undefined);
    script(socket);
  });
  return listening(server);
}

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A name server that sends every question to TCP, where it plays `script`. Returns `ip:port`. */
export async function startNames(script: (socket: Socket) => void): Promise<string> {
  const port = await startTcp(script);
  const server = createSocket('udp4');
  server.on('message', (query, peer) => {
    const answer = Buffer.from(query);
    // A reply, cut off (TC).
    answer.writeUInt16BE(0x8380, 2);
    server.send(answer, peer.port, peer.address);
  });
  server.bind(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${port}`;
}

/** Where an IMAP server begins to drip. */
export type ImapStage = 'GREETING' | 'CAPABILITY' | 'LOGIN' | 'EXAMINE' | 'SEARCH' | 'FETCH' | 'LOGOUT';

const ANSWERS: Readonly<Record<string, string>> = {
  CAPABILITY: '* CAPABILITY IMAP4rev1\r\n',
  EXAMINE: '* 1 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 2] ok\r\n',
  SEARCH: '* SEARCH 1\r\n',
};

/** Plays an IMAP server with one message, which hands the connection over at a stage. */
export function playImap(stage: ImapStage, drip: (socket: Socket) => void) {
  return (socket: Socket): void => {
    if (stage === 'GREETING') {
      drip(socket);
      return;
    }
    socket.write('* OK ready\r\n');
    let input = '';
    let ended = false;
    socket.on('data', (chunk: Buffer) => {
      input += chunk.toString('latin1');
      for (let end = input.indexOf('\r\n'); end >= 0 && !ended; end = input.indexOf('\r\n')) {
        const [tag = '', ...words] = input.slice(0, end).split(' ');
        input = input.slice(end + 2);
        const verb = (words[0] === 'UID' ? words[1] : words[0])?.toUpperCase() ?? '';
        ended = verb === stage;
        if (ended) drip(socket);
        else socket.write(`${ANSWERS[verb] ?? ''}${tag} OK done\r\n`);
      }
    });
  };
}
