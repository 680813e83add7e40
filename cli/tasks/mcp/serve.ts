import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createModelServer, type ModelServerOptions } from '../../../shared/mcp/server.ts';

/** Serves the tools until the client disconnects or the signal aborts. */
export async function serve(
  options: ModelServerOptions,
  streams: { readonly input: Readable; readonly output: Writable },
  ended: AbortSignal,
): Promise<void> {
  const server = createModelServer(options);
  const over = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const close = () => void server.close();
  streams.input.once('end', close);
  streams.input.once('close', close);
  ended.addEventListener('abort', close, { once: true });
  await server.connect(new StdioServerTransport(streams.input, streams.output));
  if (ended.aborted || streams.input.readableEnded || streams.input.destroyed) close();
  await over;
}
