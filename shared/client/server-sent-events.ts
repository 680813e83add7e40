/** One event of a `text/event-stream` body. */
export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly type: string;
  readonly data: string;
}

/** Timeout of a silent stream; servers send a comment every 15 seconds. */
const SILENCE_MS = 45_000;

/** Yields the events of a body; throws when the connection breaks, falls silent, or is aborted. */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, signal);
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal) {
  const silence = AbortSignal.timeout(SILENCE_MS);
  const ended = AbortSignal.any([signal, silence]);
  return new Promise<Awaited<ReturnType<typeof reader.read>>>((resolve, reject) => {
    const stop = () => reject(new Error(silence.aborted ? 'the stream timed out' : 'interrupted'));
    if (ended.aborted) stop();
    ended.addEventListener('abort', stop, { once: true });
    reader
      .read()
      .then(resolve, reject)
      .finally(() => ended.removeEventListener('abort', stop));
  });
}

/** Comments have no data and are skipped. */
function parseBlock(block: string): ServerSentEvent | undefined {
  let id: string | undefined;
  let type = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === 'id') id = value;
    if (name === 'event') type = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { id, type, data: data.join('\n') };
}
