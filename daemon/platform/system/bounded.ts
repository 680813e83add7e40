import type { Clock } from './clock.ts';

type CutCause = 'TOO_SLOW' | 'TOO_MANY_BYTES' | 'STOPPED';

/** A request to another machine that was aborted at its limit or by a stop of the daemon. */
export class CutShortError extends Error {
  readonly code: CutCause;

  constructor(code: CutCause) {
    super(code.toLowerCase().replaceAll('_', ' '));
    this.name = 'CutShortError';
    this.code = code;
  }
}

interface Bounds {
  readonly clock: Pick<Clock, 'callAfter'>;
  /** Of the whole act. */
  readonly milliseconds: number;
  /** Ends it when the daemon stops. */
  readonly stopping?: AbortSignal;
}

/**
 * Asks another machine something. After the time, or when the daemon stops, it aborts the signal and rejects
 * with a CutShortError, even if the act goes on.
 */
export async function bounded<T>(
  { clock, milliseconds, stopping }: Bounds,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (cause: CutCause): void => {
    const error = new CutShortError(cause);
    reject(error);
    ended.abort(error);
  };
  const stop = (): void => end('STOPPED');
  const cancel = clock.callAfter(milliseconds, () => end('TOO_SLOW'));
  stopping?.addEventListener('abort', stop, { once: true });
  if (stopping?.aborted) stop();
  try {
    return await Promise.race([promise, act(ended.signal)]);
  } finally {
    cancel();
    stopping?.removeEventListener('abort', stop);
  }
}

/** The body of a response, whose bytes are counted after decompression. */
export async function readBody({ body }: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new CutShortError('TOO_MANY_BYTES');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
