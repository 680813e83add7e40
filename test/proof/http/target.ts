import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Program } from '../world/program.ts';

/** The HTTP listener under attack. */
export class Target {
  readonly program: Program;
  readonly #url: URL;

  constructor(program: Program) {
    this.program = program;
    this.#url = new URL(program.http);
  }

  /** Opens a connection that reads nothing until it is told to; `source` is an address of this machine. */
  async connect(source = '127.0.0.1'): Promise<Socket> {
    const { hostname: host, port } = this.#url;
    const socket = connect({ host, port: Number(port), localAddress: source, noDelay: true });
    socket.pause();
    socket.on('error', () => undefined);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    return socket;
  }

  /** Makes one ordinary request; the status, or null when the connection broke. */
  ask(path: string, body?: string): Promise<number | null> {
    const { hostname, port } = this.#url;
    return new Promise((resolve) => {
      const call = request(
        { hostname, port, path, agent: false, method: body === undefined ? 'GET' : 'POST' },
        (response) => response.resume().once('close', () => resolve(response.statusCode ?? null)),
      );
      call.once('error', () => resolve(null));
      if (body !== undefined) call.setHeader('content-type', 'application/json');
      call.end(body);
    });
  }
}
