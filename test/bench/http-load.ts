import { Agent, request } from 'node:http';

export interface HttpLoad {
  readonly origin: string;
  readonly path: string;
  readonly token: string;
  readonly connections: number;
  readonly requests: number;
  /** Posted as JSON. */
  readonly body?: object;
}

/** Requests per second over kept connections; fails on any answer but 200. */
export async function runHttpLoad(load: HttpLoad): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const { hostname, port } = new URL(load.origin);
  const body = load.body && JSON.stringify(load.body);
  const method = body === undefined ? 'GET' : 'POST';
  const headers = {
    authorization: `Bearer ${load.token}`,
    // The protocol of models asks for both.
    ...(body !== undefined && {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }),
  };
  const once = (): Promise<void> =>
    new Promise((resolve, reject) => {
      request({ agent, method, hostname, port, path: load.path, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${load.path}: ${response.statusCode}`));
        response.resume();
        response.once('end', resolve);
      })
        .once('error', reject)
        .end(body);
    });
  let left = load.requests;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      while (left-- > 0) await once();
    }),
  );
  agent.destroy();
  return load.requests / ((performance.now() - started) / 1000);
}
