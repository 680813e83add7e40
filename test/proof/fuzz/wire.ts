import { request } from 'node:http';
import type { Headers } from '../contract/fixture.ts';

/** One request as bytes: no client in between that would repair it. */

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Buffer | null;
}

export interface WireAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly milliseconds: number;
}

export function exchange(origin: string, { method, path, headers, body }: WireRequest): Promise<WireAnswer> {
  const { hostname, port } = new URL(origin);
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, type: string, text: string) =>
      resolve({ status, type, text, milliseconds: performance.now() - began });
    const outgoing = request({ agent: false, host: hostname, port, method, path, headers }, (response) => {
      const type = response.headers['content-type'] ?? '';
      const status = response.statusCode ?? 0;
      // A stream of events has no end; that it began is the answer.
      if (type.startsWith('text/event-stream')) {
        response.destroy();
        end(status, type, '');
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      const done = () => end(status, type, Buffer.concat(chunks).toString('utf8'));
      response.on('end', done).on('error', done);
    });
    outgoing.on('error', () => end(0, '', ''));
    outgoing.setTimeout(60_000, () => outgoing.destroy());
    outgoing.end(body ?? undefined);
  });
}
