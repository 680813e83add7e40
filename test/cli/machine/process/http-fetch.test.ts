import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchOverHttp, LightRequest } from '../../../../cli/machine/process/http-fetch.ts';

/** A server that takes requests and never answers; tells when one came and when its connection was closed. */
async function silentServer() {
  const server = createServer();
  const came = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  server.on('request', (request) => {
    came.resolve();
    request.socket.on('close', () => gone.resolve());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, came: came.promise, gone: gone.promise };
}

test.each(['the request', 'the call'])(
  'a signal of %s ends a request that is never answered',
  async (whose) => {
    const { url, came, gone } = await silentServer();
    const abort = new AbortController();
    const request = new LightRequest(url, whose === 'the request' ? { signal: abort.signal } : {});
    const answer = fetchOverHttp(
      request as unknown as Request,
      whose === 'the call' ? { signal: abort.signal } : {},
    );
    await came;
    abort.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    await gone;
  },
);
